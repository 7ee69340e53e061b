import { bookingStatuses, month } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { bookingStandings, isPayExpired, payableUntil } from '@exam/contract/rules';
import { type Expression, sql, type SqlBool } from 'kysely';
import { filesOfAnswers } from '#registering/applications';
import { openBookingOrder } from '#checkout/orders';
import { guardianEvents } from '#people/guardians';
import { filesOf } from '#office/files';
import type { Tx } from '#platform/database';
import { readNow } from '#platform/clock';
import { refuse } from '#platform/errors';
import { readWorkingCalendar } from '#office/working-days';
import { containing } from '#platform/like';
import { type MovableExam, movableExams, type ProposalRow, proposalsOf } from './arrangement/date-proposals.ts';
import { payFacts } from './order/order.ts';
import { openForm } from './request/person.ts';
import { type Arrangement, arrangementsOf, type BookingRow, peopleOf, type PersonRow } from './store.ts';

/** A booking with the names that its lists show. */
export type NamedRow = BookingRow & {
  product_en: string;
  product_zh: string;
  product_code: string;
  office_en: string;
  office_zh: string;
  office_email: string;
  office_phone: string;
  template_number: string | null;
  template_version: number | null;
  has_order: boolean;
};

/** Bookings with their names. */
export function namedBookings(tx: Tx) {
  return tx
    .selectFrom('booking')
    .innerJoin('product', 'product.id', 'booking.product_id')
    .innerJoin('office', 'office.id', 'booking.office_id')
    .leftJoin('form_template', (join) =>
      // Answers keep the form they were given to; without any, the product's form is shown.
      join.onTrue().on(sql<SqlBool>`form_template.id = coalesce(booking.form_template_id, product.form_template_id)`),
    )
    .where('booking.restricted_at', 'is', null);
}

/** What they are read with. */
export const names = [
  'product.name_en as product_en',
  'product.name_zh as product_zh',
  'product.code as product_code',
  'office.name_en as office_en',
  'office.name_zh as office_zh',
  'office.email as office_email',
  'office.phone as office_phone',
  'form_template.number as template_number',
  'form_template.version as template_version',
] as const;
const hasOrder = sql<boolean>`exists (
  select from exam_order placed where placed.booking_id = booking.id and placed.status in ('PaymentPending', 'PaymentSuccessful'))`;

/** What a list of bookings leaves: the value of the filter (R-61). @throws Refusal MALFORMED for another value. */
export function ofStatus(value: string): Expression<SqlBool> {
  const status = bookingStatuses.find((each) => each === value) ?? refuse('MALFORMED');
  const { process, pending } = bookingStandings[status];
  return sql<SqlBool>`(booking.status = any(${[...process]}::text[]) and booking.pending is not distinct from ${pending})`;
}

/** What a keyword finds: code, candidate and product, in both languages. */
function matching(keyword: string): Expression<SqlBool> {
  const pattern = containing(keyword);
  return sql<SqlBool>`concat_ws(' ', booking.code, booking.last_name, booking.first_name, product.name_en, product.name_zh) ilike ${pattern}`;
}

const columns = {
  submittedAt: 'booking.submitted_at',
  expectTestDate: 'booking.expected_date',
  payEndDate: 'booking.pay_end_at',
} as const;
export type SortField = keyof typeof columns;

export type Page = {
  where: readonly Expression<SqlBool>[];
  sorts: readonly { field: SortField; desc: boolean }[];
  pageIndex: number;
  pageSize: number;
};

/** A page of bookings, newest first unless sorted, and how many there are; pages neither repeat nor lose one (R-92). */
export async function pageOfBookings(tx: Tx, page: Page): Promise<{ rows: NamedRow[]; recordCount: number }> {
  let found = namedBookings(tx);
  for (const condition of page.where) found = found.where(condition);
  const { recordCount } = await found
    .select(({ fn }) => fn.countAll<number>().as('recordCount'))
    .executeTakeFirstOrThrow();
  const sorts = page.sorts.length > 0 ? page.sorts : [{ field: 'submittedAt', desc: true } as const];
  let sorted = found.selectAll('booking').select(names).select(hasOrder.as('has_order'));
  for (const { field, desc } of sorts)
    sorted = sorted.orderBy(columns[field], (order) => (desc ? order.desc() : order.asc()).nullsLast());
  const rows = await sorted
    .orderBy('booking.id')
    .limit(page.pageSize)
    .offset((page.pageIndex - 1) * page.pageSize)
    .execute();
  return { rows, recordCount };
}

type OwnFilter = { field: 'bookingStatus' | 'productId' | 'expectExamMonth' | 'keyword'; value: string };

/**
 * The conditions of "my bookings". `All` is no filter; several values of one field mean any of them.
 * @throws Refusal MALFORMED for a status, product or month that is none.
 */
export function ownConditions(accountId: string, filters: readonly OwnFilter[]): Expression<SqlBool>[] {
  const valuesOf = (field: OwnFilter['field']) =>
    filters.filter((filter) => filter.field === field).flatMap(({ value }) => value.trim() || []);
  const chosen = (field: OwnFilter['field']) => {
    const values = valuesOf(field);
    return values.includes('All') ? [] : values;
  };
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`booking.account_id = ${accountId}`];
  const statuses = chosen('bookingStatus');
  if (statuses.length > 0) conditions.push(sql<SqlBool>`(${sql.join(statuses.map(ofStatus), sql` or `)})`);
  const products = chosen('productId').map((value) => (/^[0-9a-f-]{36}$/i.test(value) ? value : refuse('MALFORMED')));
  if (products.length > 0) conditions.push(sql<SqlBool>`booking.product_id = any(${products}::uuid[])`);
  const months = chosen('expectExamMonth').map((value) => month.safeParse(value).data ?? refuse('MALFORMED'));
  if (months.length > 0) conditions.push(sql<SqlBool>`booking.expected_month = any(${months}::text[])`);
  return [...conditions, ...valuesOf('keyword').map(matching)];
}

/** A booking that was arranged and is to be paid. */
export type BookingToPay = { id: string; version: number; payBefore: string; productName: string };

/** What an account has been offered and may still pay, whether or not its order is placed; the first to end first. */
export async function bookingsToPay(tx: Tx, accountId: string, language: Language): Promise<BookingToPay[]> {
  const rows = await namedBookings(tx)
    .selectAll('booking')
    .select(`product.name_${language} as product_name`)
    .where('booking.account_id', '=', accountId)
    .where('booking.status', '=', 'Confirming')
    .where(sql<SqlBool>`coalesce(booking.pending, '') <> 'Rejected'`)
    .orderBy('booking.pay_end_at')
    .orderBy('booking.id')
    .execute();
  const now = await readNow(tx);
  return rows.flatMap((row) => {
    const facts = payFacts(row);
    if (facts === null || isPayExpired({ ...facts, now })) return [];
    return [{ id: row.id, version: row.version, payBefore: payableUntil(facts), productName: row.product_name }];
  });
}

/** All that a booking's page says, as the database has it. */
export type BookingView = {
  booking: NamedRow;
  arrangements: Arrangement[];
  people: PersonRow[];
  places: ReadonlyMap<string, Place>;
  timeline: { event: string; at: string; reason: string | null }[];
  isUniversity: boolean;
  letterLeadDays: number;
  /** Every exam that came of it has a venue: without one there is no letter (R-68). */
  hasVenues: boolean;
  orderId: string | null;
  movable: MovableExam[];
  dateProposals: ProposalRow[];
  /** Whatever staff gave the booking; the timetable that counts is one of them. */
  files: ShownFile[];
  /** What the answers of the form hold. */
  formFiles: ShownFile[];
  timetable: ShownFile | null;
  now: string;
  calendar: Awaited<ReturnType<typeof readWorkingCalendar>>;
};

/** A city or venue with its names. */
type Place = { name_en: string; name_zh: string; address_en: string; address_zh: string };

async function readTimeline(tx: Tx, id: string): Promise<BookingView['timeline']> {
  const events = await tx
    .selectFrom('history')
    .select(['event', 'at', 'reason'])
    .where('kind', '=', 'booking')
    .where('object_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return [...events, ...(await guardianEvents(tx, id))].toSorted((a, b) => a.at.localeCompare(b.at));
}

/** Reads one booking in full. @throws Refusal NOT_FOUND */
export async function readBooking(tx: Tx, id: string, scope: Expression<SqlBool>): Promise<BookingView> {
  const booking = await namedBookings(tx)
    .selectAll('booking')
    .select(names)
    .select(['product.letter_lead_days'])
    .select(hasOrder.as('has_order'))
    .where('booking.id', '=', id)
    .where(scope)
    .executeTakeFirst();
  if (!booking) return refuse('NOT_FOUND');
  const arrangements = await arrangementsOf(tx, id);
  const tariff = await tx
    .selectFrom('booking_product')
    .select('is_university')
    .where('product_id', '=', booking.product_id)
    .executeTakeFirst();
  const files = await readFiles(tx, id);
  return {
    booking,
    arrangements,
    people: await peopleOf(tx, id),
    places: await readPlaces(tx, arrangements),
    timeline: await readTimeline(tx, id),
    isUniversity: tariff?.is_university ?? false,
    letterLeadDays: booking.letter_lead_days,
    hasVenues: await haveVenues(tx, id),
    orderId: await orderOf(tx, id),
    movable: await movableExams(tx, booking),
    dateProposals: await proposalsOf(tx, id),
    files,
    formFiles: await readFormFiles(tx, booking),
    timetable: files.find((file) => file.id === booking.timetable_file_id) ?? null,
    now: await readNow(tx),
    calendar: await readWorkingCalendar(tx),
  };
}

type ShownFile = { id: string; fileName: string; fileSize: number; fileType: string };

async function readFiles(tx: Tx, bookingId: string): Promise<ShownFile[]> {
  const files = (await filesOf(tx, [bookingId])).get(bookingId) ?? [];
  return files.map(shownFile);
}

async function readFormFiles(tx: Tx, booking: BookingRow): Promise<ShownFile[]> {
  const files = await filesOfAnswers(tx, { filesId: booking.form_files_id, json: openForm(booking) });
  return files.map(shownFile);
}

const shownFile = ({ id, fileName, fileSize, fileType }: ShownFile): ShownFile => ({
  id,
  fileName,
  fileSize,
  fileType,
});

async function haveVenues(tx: Tx, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{ isSo: boolean | null }>`
    select bool_and(session.venue_id is not null) as "isSo"
    from application join exam_session session on session.id = application.session_id
    where application.booking_id = ${bookingId} and application.deleted_at is null`.execute(tx);
  return rows[0]?.isSo ?? false;
}

/** The order to pay, or the paid one. */
async function orderOf(tx: Tx, bookingId: string): Promise<string | null> {
  const open = await openBookingOrder(tx, { bookingId });
  if (open) return open.id;
  const { rows } = await sql<{ id: string }>`
    select id from exam_order where booking_id = ${bookingId} and status = 'PaymentSuccessful' limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

async function readPlaces(tx: Tx, arrangements: readonly Arrangement[]): Promise<Map<string, Place>> {
  const papers = arrangements.flatMap((arrangement) => arrangement.papers);
  const ids = [...new Set(papers.flatMap((paper) => [paper.city_id, paper.venue_id ?? []].flat()))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Place & { id: string }>`
    select id, name_en, name_zh, '' as address_en, '' as address_zh from city where id = any(${ids}::uuid[])
    union all
    select venue.id, en.display_name, coalesce(zh.display_name, en.display_name), venue.address_en, venue.address_zh
    from venue
    join venue_name en on en.venue_id = venue.id and en.language = 'en'
    left join venue_name zh on zh.venue_id = venue.id and zh.language = 'zh'
    where venue.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
