import type { ApplicationListItem } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { liveApplicationStates } from '@exam/contract/machines';
import { instantOf } from '@exam/contract/rules';
import { applicationStatusOf, type ApplicationStatus } from '@exam/contract/wire';
import { sql } from 'kysely';
import { productsByIds } from '#offer/catalogue';
import { guardianWaits } from '#people/guardians';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { sessionsForSale } from '#offer/sessions';
import { readWorkingCalendar } from '#office/working-days';
import { containing } from '#platform/like';
import { readPayments, type PaymentFacts } from './payment-facts.ts';
import { letterAvailability, type LetterAvailability } from '../letter/availability.ts';
import type { ApplicationRow } from '../store.ts';
import { openChineseName } from '../unseal.ts';
import { readSummaries, type Summary } from '../cart/summary.ts';

type Sort = { field: 'examDate' | 'registrationDate' | 'createdAt'; desc: boolean };
type Filter = { field: 'status' | 'applicationStatus' | 'category' | 'when' | 'keyword'; value: string };

export type ListQuery = {
  accountId: string;
  language: Language;
  pageIndex: number;
  pageSize: number;
  sorts: readonly Sort[];
  filters: readonly Filter[];
};

/** A line of "my exams" before its office's address is known. */
export type ListedApplication = Omit<ApplicationListItem, 'officeEmail'> & { officeId: string };

/** Whether the exam of an ordered application is over. */
const isOver = sql<boolean>`((summary.exam_date + summary.end_time::time) at time zone 'Asia/Shanghai' < app_now())`;

const columns = {
  examDate: 'summary.exam_date',
  registrationDate: 'application.registered_at',
  createdAt: 'application.created_at',
} as const;

/**
 * "My exams": everything that was ordered, newest first unless sorted. Several statuses are read as "one of these" and taken in
 * either spelling; the keyword is looked for in code, candidate, exam and subject, in both languages.
 * `when` is `upcoming` until the exam ends, `past` from then on. `All` is no filter.
 * @throws Refusal MALFORMED for a status, category or `when` that does not exist.
 */
export async function searchApplications(
  tx: Tx,
  query: ListQuery,
): Promise<{ list: ListedApplication[]; count: number }> {
  const matching = narrowed(tx, query);
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const sorts = query.sorts.length > 0 ? query.sorts : [{ field: 'createdAt', desc: true } as const];
  const rows = await sorts
    .reduce(
      (sorted, { field, desc }) =>
        sorted.orderBy(columns[field], (order) => (desc ? order.desc() : order.asc()).nullsLast()),
      matching,
    )
    // Within one day by time; then any order that stays the same.
    .orderBy('summary.start_time')
    .orderBy('application.id')
    .offset((query.pageIndex - 1) * query.pageSize)
    .limit(query.pageSize)
    .selectAll('application')
    .execute();
  return { list: await listed(tx, rows, query.language), count };
}

/** The applications that came of a booking's orders, those of an earlier arrangement last. */
export async function applicationsOfBooking(
  tx: Tx,
  { accountId, bookingId, language }: { accountId: string; bookingId: string; language: Language },
): Promise<ListedApplication[]> {
  const rows = await tx
    .selectFrom('application')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('booking_id', '=', bookingId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  const papers = await listed(tx, rows, language);
  return papers.toSorted((a, b) => placeOf(a) - placeOf(b) || whenOf(a).localeCompare(whenOf(b)));
}

/** Those of these bookings that are paid and of which no exam is left: each was cancelled or withdrawn. */
export async function bookingsWithoutExam(tx: Tx, bookingIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select booking_id as id from application where booking_id = any(${[...bookingIds]}::uuid[]) and deleted_at is null
    group by booking_id having not bool_or(status = any(${[...liveApplicationStates]})) and bool_or(status in ('Cancelled', 'Withdrawn'))`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

const placeOf = ({ applicationStatus }: ListedApplication): number => (applicationStatus === 'Expired' ? 1 : 0);
const whenOf = ({ examDate, startTime }: ListedApplication): string => `${examDate} ${startTime}`;

/** How many of the account's ordered applications are in each status, and how many of them have their exam ahead. */
export async function countStatuses(
  tx: Tx,
  accountId: string,
): Promise<{ status: ApplicationStatus; count: number; upcoming: number }[]> {
  return await ordered(tx, accountId)
    .select([
      'application.status',
      ({ fn }) => fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where not ${isOver})`.as('upcoming'),
    ])
    .groupBy('application.status')
    .orderBy('application.status')
    .execute();
}

/** What this account has ordered: the cart and what lapsed in it are not exams. */
function ordered(tx: Tx, accountId: string) {
  return tx
    .selectFrom('application')
    .innerJoin('application_summary as summary', 'summary.application_id', 'application.id')
    .where('application.account_id', '=', accountId)
    .where('application.deleted_at', 'is', null)
    .where('application.status', '<>', 'Initiated')
    .where((where) =>
      where.or([
        where('application.status', '<>', 'Expired'),
        where.exists(
          where
            .selectFrom('application_payment')
            .select('application_payment.order_id')
            .whereRef('application_payment.application_id', '=', 'application.id'),
        ),
      ]),
    );
}

function narrowed(tx: Tx, { accountId, filters }: ListQuery) {
  const valuesOf = (...fields: Filter['field'][]) =>
    filters.filter(({ field }) => fields.includes(field)).flatMap(({ value }) => value.trim() || []);
  const chosen = (...fields: Filter['field'][]) => {
    const values = valuesOf(...fields);
    return values.includes('All') ? [] : values;
  };
  const statuses = chosen('status', 'applicationStatus').map(
    (value) => applicationStatusOf(value) ?? refuse('MALFORMED'),
  );
  const categories = chosen('category').map(categoryOf);
  const moments = chosen('when').map(whenNamed);
  let query = ordered(tx, accountId);
  if (statuses.length > 0) query = query.where('application.status', 'in', statuses);
  if (categories.length > 0) query = query.where('application.category', 'in', categories);
  if (moments.length === 1) query = query.where(sql<boolean>`${isOver} = ${moments[0] === 'past'}`);
  for (const keyword of valuesOf('keyword')) {
    const pattern = containing(keyword);
    query = query.where(
      sql<boolean>`concat_ws(' ', summary.code, summary.candidate_name, summary.product_name_en, summary.product_name_zh,
        summary.subject_name_en, summary.subject_name_zh) ilike ${pattern}`,
    );
  }
  return query;
}

function whenNamed(value: string): 'upcoming' | 'past' {
  return value === 'upcoming' || value === 'past' ? value : refuse('MALFORMED');
}

function categoryOf(value: string): ApplicationRow['category'] {
  return value === 'Booking' || value === 'Public' || value === 'PostTest' ? value : refuse('MALFORMED');
}

/** How many papers of each of these bookings are one set: those of the order that counts. */
async function setSizes(tx: Tx, rows: readonly ApplicationRow[]): Promise<Map<string, number>> {
  const bookingIds = [...new Set(rows.flatMap((row) => row.booking_id ?? []))];
  if (bookingIds.length === 0) return new Map();
  const { rows: sizes } = await sql<{ id: string; size: number }>`
    select booking_id as id, count(*)::integer as size from application
    where booking_id = any(${bookingIds}::uuid[]) and status <> 'Expired' and deleted_at is null
    group by booking_id`.execute(tx);
  return new Map(sizes.map(({ id, size }) => [id, size]));
}

async function listed(tx: Tx, rows: readonly ApplicationRow[], language: Language): Promise<ListedApplication[]> {
  const ids = rows.map((row) => row.id);
  const sessions = new Map(
    (
      await sessionsForSale(
        tx,
        rows.map((row) => row.session_id),
      )
    ).map((session) => [session.id, session]),
  );
  const products = await productsByIds(tx, [...new Set(rows.map((row) => row.product_id))]);
  const summaries = await readSummaries(tx, ids, language);
  const payments = await readPayments(tx, ids);
  const sets = await setSizes(tx, rows);
  const calendar = await readWorkingCalendar(tx);
  const waits = await guardianWaits(tx, ids);
  const now = await readNow(tx);
  return rows.map((application) => {
    const session = sessions.get(application.session_id) ?? refuse('NOT_FOUND');
    const product = products.get(application.product_id) ?? refuse('NOT_FOUND');
    const guardianWait = waits.get(application.id) ?? null;
    const standing = letterAvailability({ application, session, product, calendar, now, guardianWait });
    const summary = summaries.get(application.id) ?? refuse('NOT_FOUND');
    const payment = payments.get(application.id) ?? null;
    const papersInSet = application.status === 'Expired' ? 1 : (sets.get(application.booking_id ?? '') ?? 1);
    return presentItem({ application, session, summary, payment, standing, papersInSet, now });
  });
}

type Listing = {
  application: ApplicationRow;
  session: { status: ApplicationListItem['publishStatus']; officeId: string };
  summary: Summary;
  payment: PaymentFacts | null;
  standing: LetterAvailability;
  papersInSet: number;
  now: string;
};

function presentItem({
  application,
  session,
  summary,
  payment,
  standing,
  papersInSet,
  now,
}: Listing): ListedApplication {
  return {
    applicationId: application.id,
    category: application.category,
    code: application.code,
    ...summary,
    candidateNameZh: openChineseName(application),
    officeId: session.officeId,
    emailStatus: application.email_status,
    applicationStatus: application.status,
    publishStatus: session.status,
    refundAmount: payment?.refundAmount ?? null,
    refundRejectStatus: payment?.refundStatus === 'Rejected',
    refundStatus: payment?.refundStatus ?? 'None',
    hasBegun: instantOf(summary.examDate, summary.startTime) <= now,
    isPast: instantOf(summary.examDate, summary.endTime) < now,
    isLetterAvailable: standing.isAvailable,
    guardianWait: standing.guardianWait,
    orderId: payment?.orderId ?? null,
    bookingId: application.booking_id,
    papersInSet,
  };
}
