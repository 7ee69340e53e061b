import {
  bookingPrice,
  checkLeaveChoice,
  checkPayEnd,
  chinaDateOf,
  instantOf,
  isRealDate,
  lacksEnglishTitle,
  lastPayMoment,
  plainCharacters,
  type ProposedPrice,
} from '@exam/contract/rules';
import type { ArrangementInput, ArrangedPaperInput } from '@exam/contract/staff';
import { sql } from 'kysely';
import { dobOf } from '#platform/birth';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse, type RefusalFields } from '#platform/errors';
import { readWorkingCalendar } from '#office/working-days';
import { openForm, openGranted, sealGranted } from '../request/person.ts';
import { type BookingRow, currentArrangement, type PaperRow, peopleOf, tariffOf } from '../store.ts';

type CheckedPaper = ArrangedPaperInput & { startsAt: string; endsAt: string; vat: number; proposed: ProposedPrice };
/** An arrangement that may be issued. */
type Checked = {
  papers: CheckedPaper[];
  payEndAt: string;
  firstStartAt: string;
  firstExamDate: string;
  amount: number;
};

/**
 * Issues the next version of a booking's arrangement (9.3#3, #4, #6): every paper complete, venue slots free, payment end within R-65, the
 * minor's way of leaving allowed on every day, a special arrangement answered.
 * @returns the version.
 * @throws Refusal ARRANGEMENT_INCOMPLETE, PRICE_REASON_REQUIRED, PAY_END_*, SLOT_TAKEN, and FIELDS where a leave choice is not allowed on the day.
 */
export async function issueArrangement(
  tx: Tx,
  booking: BookingRow,
  { input, staffId }: { input: ArrangementInput; staffId: string },
): Promise<number> {
  const checked = await checkArrangement(tx, booking, input);
  const version = (booking.arrangement_version ?? 0) + 1;
  const now = await readNow(tx);
  const id = randomId();
  await tx
    .insertInto('booking_arrangement')
    .values({
      id,
      booking_id: booking.id,
      version,
      amount: checked.amount,
      pay_end_at: checked.payEndAt,
      note: input.note ?? null,
      arrangement_granted_sealed: sealGranted(id, input.arrangementGranted ?? null),
      price_reason: input.priceReason ?? null,
      issued_by: staffId,
      issued_at: now,
    })
    .execute();
  await tx
    .insertInto('booking_paper')
    .values(checked.papers.map((paper, sort) => paperRow(id, paper, sort)))
    .execute();
  await tx
    .updateTable('booking')
    .set({
      arrangement_version: version,
      amount: checked.amount,
      pay_end_at: checked.payEndAt,
      first_start_at: checked.firstStartAt,
      first_exam_date: checked.firstExamDate,
      confirmed_at: booking.confirmed_at ?? now,
      draft_sealed: null,
    })
    .where('id', '=', booking.id)
    .execute();
  return version;
}

/** The next version of a paid booking's arrangement: the same, but for what changes of its papers (decision 0044). `change` is given a paper's place among them. */
export async function rearrange(
  tx: Tx,
  booking: BookingRow,
  { change, staffId }: { change: (sort: number) => Partial<PaperRow> | undefined; staffId: string },
): Promise<void> {
  const { papers, ...current } = await currentArrangement(tx, booking);
  const id = randomId();
  const version = current.version + 1;
  const granted = sealGranted(id, openGranted(current));
  await tx
    .insertInto('booking_arrangement')
    .values({
      ...current,
      id,
      version,
      arrangement_granted_sealed: granted,
      issued_by: staffId,
      issued_at: await readNow(tx),
    })
    .execute();
  const moved = papers.map((paper) => ({ ...paper, ...change(paper.sort), id: randomId(), arrangement_id: id }));
  await tx.insertInto('booking_paper').values(moved).execute();
  const [first] = moved.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  await tx
    .updateTable('booking')
    .set({ arrangement_version: version, first_start_at: first?.starts_at, first_exam_date: first?.exam_date })
    .where('id', '=', booking.id)
    .execute();
}

function paperRow(arrangementId: string, paper: CheckedPaper, sort: number) {
  return {
    id: randomId(),
    arrangement_id: arrangementId,
    sort,
    subject: paper.subject,
    subject_en: paper.subjectEn ?? null,
    city_id: paper.cityId,
    venue_id: paper.venueId ?? null,
    place: paper.place ?? '',
    exam_date: paper.testDate,
    start_time: paper.startTime,
    end_time: paper.endTime,
    starts_at: paper.startsAt,
    ends_at: paper.endsAt,
    local_fee: paper.localFee,
    board_fee: paper.boardFee,
    vat: paper.vat,
    total: paper.localFee + paper.boardFee + paper.vat,
  };
}

/** What an arrangement costs, and what it costs by the list: fen. @throws Refusal as `issueArrangement`. */
export async function pricesOf(
  tx: Tx,
  booking: BookingRow,
  input: ArrangementInput,
): Promise<{ amount: number; listAmount: number; isOffList: boolean }> {
  const { papers, amount } = await checkArrangement(tx, booking, input);
  const listAmount = papers.reduce(
    (sum, { proposed }) => sum + proposed.localFee + proposed.boardFee + proposed.vat,
    0,
  );
  return { amount, listAmount, isOffList: papers.some(isOffList) };
}

async function checkArrangement(tx: Tx, booking: BookingRow, input: ArrangementInput): Promise<Checked> {
  const now = await readNow(tx);
  const papers = await readPapers(tx, booking, input);
  const fields: Record<string, string> = {};
  await checkPlaces(tx, booking, papers, fields);
  for (const [index, paper] of papers.entries())
    if (paper.startsAt <= now) fields[`papers.${index}.testDate`] = 'ARRANGEMENT_DATE_PAST';
  refuseFields('ARRANGEMENT_INCOMPLETE', fields);
  checkPriceReason(papers, input);
  if (needsGrant(openForm(booking)) && !input.arrangementGranted)
    refuse('ARRANGEMENT_INCOMPLETE', {}, { arrangementGranted: 'REQUIRED_FIELD' });
  await checkLeave(tx, booking, papers);
  const [first] = papers.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  if (!first) return refuse('ARRANGEMENT_INCOMPLETE', {}, { papers: 'REQUIRED_FIELD' });
  const calendar = await readWorkingCalendar(tx);
  const late = checkPayEnd(input.payEndDate, {
    now,
    lastMoment: lastPayMoment(calendar, first.testDate),
    firstStartAt: first.startsAt,
    isLifted: booking.is_pay_restriction_lifted,
  });
  if (late) refuse(late, {}, { payEndDate: late });
  const amount = papers.reduce((sum, paper) => sum + paper.localFee + paper.boardFee + paper.vat, 0);
  await checkSlots(tx, booking.id, papers);
  return { papers, payEndAt: input.payEndDate, firstStartAt: first.startsAt, firstExamDate: first.testDate, amount };
}

async function readPapers(tx: Tx, booking: BookingRow, input: ArrangementInput): Promise<CheckedPaper[]> {
  const fields: Record<string, string> = {};
  for (const [index, paper] of input.papers.entries()) {
    if (!isRealDate(paper.testDate)) fields[`papers.${index}.testDate`] = 'INVALID_FORMAT';
    if (paper.endTime <= paper.startTime) fields[`papers.${index}.endTime`] = 'ARRANGEMENT_TIMES';
    if (paper.subject.trim() === '') fields[`papers.${index}.subject`] = 'REQUIRED_FIELD';
    if (lacksEnglishTitle(paper)) fields[`papers.${index}.subjectEn`] = 'REQUIRED_FIELD';
  }
  refuseFields('ARRANGEMENT_INCOMPLETE', fields);
  const papers: CheckedPaper[] = [];
  for (const paper of input.papers) {
    const proposed = await proposePrice(tx, { productId: booking.product_id, ...paper });
    papers.push({
      ...paper,
      subject: paper.subject.trim(),
      subjectEn: paper.subjectEn?.trim() || null,
      place: paper.place?.trim(),
      startsAt: instantOf(paper.testDate, paper.startTime),
      endsAt: instantOf(paper.testDate, paper.endTime),
      vat: paper.vat ?? proposed.vat,
      proposed,
    });
  }
  return papers;
}

/** What the price helper proposes for a paper of a product (3-domain 3.2). @throws Refusal PRODUCT_NOT_OPEN without a tariff. */
export async function proposePrice(
  tx: Tx,
  paper: { productId: string; testDate: string; startTime: string; endTime: string },
): Promise<ProposedPrice> {
  const tariff = await tariffOf(tx, paper.productId);
  const days = await tx.selectFrom('calendar_day').select('kind').where('date', '=', paper.testDate).execute();
  const on = (kind: 'Holiday' | 'MakeupWorkday') => (days.some((day) => day.kind === kind) ? [paper.testDate] : []);
  return bookingPrice(
    paper,
    {
      baseFee: tariff.base_fee,
      boardFee: tariff.board_fee,
      surcharge: tariff.surcharge,
      localVatRate: tariff.local_vat_rate,
      boardVatRate: tariff.board_vat_rate,
    },
    { holidays: on('Holiday'), makeupDays: on('MakeupWorkday') },
  );
}

const isOffList = ({ proposed, localFee, boardFee, vat }: CheckedPaper) =>
  proposed.localFee !== localFee || proposed.boardFee !== boardFee || proposed.vat !== vat;

/** Another price than the helper's needs a reason, which the version keeps. */
function checkPriceReason(papers: readonly CheckedPaper[], input: ArrangementInput): void {
  if (papers.some(isOffList) && !input.priceReason)
    refuse('PRICE_REASON_REQUIRED', {}, { priceReason: 'PRICE_REASON_REQUIRED' });
}

/**
 * Cities of the booking's own office and their venues, both in use, and in use until the transaction ends: whoever puts one out of use waits.
 * What is wrong is in `fields` under `papers.<n>`.
 */
export async function checkPlaces(
  tx: Tx,
  booking: BookingRow,
  papers: readonly Pick<CheckedPaper, 'cityId' | 'venueId'>[],
  fields: Record<string, string>,
): Promise<void> {
  const cities = await tx
    .selectFrom('city')
    .select('id')
    .where('id', '=', sql<string>`any(${papers.map((paper) => paper.cityId)}::uuid[])`)
    .where('office_id', '=', booking.office_id)
    .where('status', '=', 'Active')
    .orderBy('id')
    .forShare()
    .execute();
  const venueIds = papers.flatMap((paper) => paper.venueId ?? []);
  const venues =
    venueIds.length === 0
      ? []
      : await tx
          .selectFrom('venue')
          .select(['id', 'city_id'])
          .where('id', 'in', venueIds)
          .where('status', '=', 'Active')
          .orderBy('id')
          .forNoKeyUpdate()
          .execute();
  for (const [index, paper] of papers.entries()) {
    if (!cities.some((city) => city.id === paper.cityId)) fields[`papers.${index}.cityId`] = 'ARRANGEMENT_PLACE';
    const venue = venues.find((each) => each.id === paper.venueId);
    if (paper.venueId && venue?.city_id !== paper.cityId) fields[`papers.${index}.venueId`] = 'ARRANGEMENT_PLACE';
  }
}

/** the leave choice holds on every real date; 9.3#3. */
async function checkLeave(tx: Tx, booking: BookingRow, papers: readonly CheckedPaper[]): Promise<void> {
  const people = await peopleOf(tx, booking.id);
  const pickupPerson = people.find((person) => person.role === 'PickupPerson') ?? null;
  const shared = { dob: dobOf('booking', booking), submissionDate: chinaDateOf(booking.submitted_at), pickupPerson };
  for (const [index, { testDate }] of papers.entries()) {
    const checked = checkLeaveChoice({ ...shared, leaveAlone: booking.leave_alone, examDate: testDate });
    if (!checked.ok) refuse('FIELDS', {}, { [`papers.${index}.testDate`]: checked.code });
  }
}

/**
 * A room or desk as it is compared with another, however it is written: "Room 6, Desk 5", "room6-desk05" and "Desk 5, Room 6" are one; "1-12" and
 * "11-2" are two, and so are "1-12" and "12-1", for nothing says which is the row.
 */
export function plainPlace(place: string): string {
  const seen = plainCharacters(place).toLowerCase();
  const plain = seen.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').replaceAll(/(?<!\p{N}) | (?!\p{N})/gu, '');
  const parts = (plain.match(/\p{L}+\p{N}*|\p{N}+/gu) ?? []).map((part) => part.replace(/(?<!\p{N})0+(?=\p{N})/u, ''));
  const isNamed = parts.every((part) => /^\p{L}+\p{N}+$/u.test(part));
  return (isNamed ? parts.toSorted() : parts).join(' ');
}

type Slot = Pick<CheckedPaper, 'venueId' | 'place' | 'testDate' | 'startsAt' | 'endsAt'>;

/**
 * One venue, place and time is given to one booking only (C38): venues are locked in ascending id, so of two confirmations at once the
 * second sees the first. What is proposed to another family counts as given, until it answers. The booking's own earlier version is
 * not in its way.
 */
export async function checkSlots(tx: Tx, bookingId: string, papers: readonly Slot[]): Promise<void> {
  const venueIds = [...new Set(papers.flatMap((paper) => paper.venueId ?? []))].toSorted();
  if (venueIds.length === 0) return;
  await tx.selectFrom('venue').select('id').where('id', 'in', venueIds).orderBy('id').forNoKeyUpdate().execute();
  const fields: Record<string, string> = {};
  for (const [index, paper] of papers.entries()) {
    if (!paper.venueId) continue;
    const { rows } = await sql<{ place: string }>`
      select taken.place from booking_paper taken
      join booking_arrangement arrangement on arrangement.id = taken.arrangement_id
      join booking other on other.id = arrangement.booking_id and other.arrangement_version = arrangement.version
      where taken.venue_id = ${paper.venueId} and taken.exam_date = ${paper.testDate}
        and taken.starts_at < ${paper.endsAt} and taken.ends_at > ${paper.startsAt}
        and other.id <> ${bookingId} and other.status in ('Confirming', 'Processing', 'Completed')
      union all
      select wanted.place from booking_date_proposal proposed, jsonb_to_recordset(proposed.papers)
        as wanted("venueId" uuid, place text, "startsAt" timestamptz, "endsAt" timestamptz)
      where proposed.answer is null and proposed.booking_id <> ${bookingId} and wanted."venueId" = ${paper.venueId}
        and wanted."startsAt" < ${paper.endsAt} and wanted."endsAt" > ${paper.startsAt}`.execute(tx);
    if (rows.some(({ place }) => plainPlace(place) === plainPlace(paper.place ?? '')))
      fields[`papers.${index}.venueId`] = 'SLOT_TAKEN';
  }
  refuseFields('SLOT_TAKEN', fields);
}

/** Whether a form asks for a special arrangement: a yes/no answer that is yes. */
function needsGrant(formJson: string | null): boolean {
  const answers: unknown = formJson === null ? null : JSON.parse(formJson);
  if (typeof answers !== 'object' || answers === null) return false;
  return Object.values(answers).some(
    (answer: unknown) => typeof answer === 'object' && answer !== null && 'yes' in answer && answer.yes === true,
  );
}

function refuseFields(code: 'ARRANGEMENT_INCOMPLETE' | 'SLOT_TAKEN', fields: RefusalFields): void {
  if (Object.keys(fields).length > 0) refuse(code, {}, fields);
}
