import { idOnList } from '#people/candidates';
import { bookingActions, type DeskBooking, deskStatuses } from '@exam/contract/staff';
import { applicationStatusOf } from '@exam/contract/wire';
import type { Language } from '@exam/contract/messages';
import { nextBooking } from '@exam/contract/machines';
import { addMinutes, bookingStatusOf, lastPayMoment, maskName, workingSecondsBetween } from '@exam/contract/rules';
import { type Expression, sql, type SqlBool } from 'kysely';
import { isFoundBy, maskMinors, openRecords } from '#office/access';
import { openProposalsAbout, proposalsAbout } from '#office/approvals';
import { applicationsOfBooking, bookingsWithoutExam } from '#registering/applications';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { inOffices, may, type StaffActor } from '#platform/staff-http';
import { readWorkingCalendar } from '#office/working-days';
import { waitingFor } from '#office/work-items';
import { presentProposal } from './arrangement/date-proposals.ts';
import { standingOf } from './move.ts';
import { openChineseName, openDraft, openForm, openWords } from './request/person.ts';
import {
  isExpired,
  nameOf,
  presentBooked,
  presentBooker,
  presentVersions,
  remainingSeconds,
  titlesOf,
} from './present.ts';
import { type BookingView, type NamedRow, ofStatus, pageOfBookings, readBooking, type SortField } from './queries.ts';
import type { PaperRow } from './store.ts';

export type DeskSearch = {
  pageIndex: number;
  pageSize: number;
  sort?: SortField | `-${SortField}` | undefined;
  bookingStatus?: string | undefined;
  officeId?: string | undefined;
  productId?: string | undefined;
  expectExamMonth?: string | undefined;
  remainingDays?: number | undefined;
  isTakenByMe?: boolean | undefined;
  keyword?: string | undefined;
  accountId?: string | undefined;
  candidateId?: string | undefined;
  language: Language;
};

/** A page of the bookings of the offices that the member of staff sees. */
export async function searchDesk(tx: Tx, staff: StaffActor, { language, ...search }: DeskSearch) {
  const now = await readNow(tx);
  const field = fieldOf(search.sort);
  const sorts = field ? [{ field, desc: search.sort?.startsWith('-') ?? false }] : [];
  const where = conditionsOf(staff, search, now);
  const { rows, recordCount } = await pageOfBookings(tx, { ...search, sorts, where });
  const ids = rows.map(({ id }) => id);
  const due = await waitingFor(tx, ids);
  const proposed = await openProposalsAbout(tx, { kind: 'bookingPrice', objectIds: ids });
  const withoutExam = await bookingsWithoutExam(tx, ids);
  const calendar = await readWorkingCalendar(tx);
  const items = rows.map((row) => ({
    ...presentDeskItem(row, { now, language, calendar, dueAt: due.get(row.id) ?? null }),
    isPriceProposed: proposed.has(row.id),
    isWithoutExam: withoutExam.has(row.id),
  }));
  const list = await maskMinors(tx, staff, items, ({ bookingId }) => bookingId);
  return { list, pageIndex: search.pageIndex, pageSize: search.pageSize, recordCount };
}

function fieldOf(sort: DeskSearch['sort']): SortField | null {
  const fields = ['submittedAt', 'expectTestDate', 'payEndDate'] as const;
  return fields.find((field) => sort === field || sort === `-${field}`) ?? null;
}

const findable = {
  id: sql`booking.id`,
  open: sql`concat_ws(' ', booking.code, product.name_en, product.name_zh)`,
  names: [
    sql`trim(booking.last_name || ' ' || booking.first_name)`,
    sql`booking.first_name || ' ' || booking.last_name`,
  ],
};

function conditionsOf(staff: StaffActor, search: Omit<DeskSearch, 'language'>, now: string): Expression<SqlBool>[] {
  const until = search.remainingDays === undefined ? null : addMinutes(now, search.remainingDays * 24 * 60);
  const conditions: (Expression<SqlBool> | null)[] = [
    inOffices(staff, 'booking.office_id'),
    search.bookingStatus === undefined ? null : ofStatus(search.bookingStatus),
    search.officeId === undefined ? null : sql<SqlBool>`booking.office_id = ${search.officeId}`,
    search.productId === undefined ? null : sql<SqlBool>`booking.product_id = ${search.productId}`,
    search.expectExamMonth === undefined ? null : sql<SqlBool>`booking.expected_month = ${search.expectExamMonth}`,
    until === null
      ? null
      : sql<SqlBool>`(booking.status = 'Confirming' and booking.pay_end_at between ${now} and ${until})`,
    search.isTakenByMe === true ? sql<SqlBool>`booking.taken_by = ${staff.id}` : null,
    search.keyword === undefined ? null : isFoundBy(staff, search.keyword, findable),
    search.accountId === undefined ? null : sql<SqlBool>`booking.account_id = ${search.accountId}`,
    search.candidateId === undefined
      ? null
      : sql<SqlBool>`booking.person_key in (select person_key from person_of_record where id = ${search.candidateId})`,
  ];
  return conditions.flatMap((condition) => condition ?? []);
}

type Reader = { now: string; language: Language; calendar: BookingView['calendar']; dueAt: string | null };

function presentDeskItem(booking: NamedRow, { now, language, calendar, dueAt }: Reader) {
  return {
    bookingId: booking.id,
    code: booking.code,
    version: booking.version,
    bookingStatus: bookingStatusOf(booking.status, booking.pending),
    processStatus: booking.status,
    pendingPaymentStatus: booking.pending,
    productId: booking.product_id,
    productName: language === 'zh' ? booking.product_zh : booking.product_en,
    officeId: booking.office_id,
    officeName: language === 'zh' ? booking.office_zh : booking.office_en,
    candidateName: nameOf(booking),
    candidateNameZh: openChineseName(booking),
    expectTestDate: booking.expected_date,
    expectExamMonth: booking.expected_month,
    amount: booking.amount,
    payEndDate: booking.pay_end_at,
    remainingPaySeconds: remainingSeconds(booking, now),
    isExpired: isExpired(booking, now),
    takenBy: booking.taken_by_name,
    submittedAt: booking.submitted_at,
    dueAt,
    workingSecondsLeft: dueAt === null ? null : workingSecondsBetween(now, dueAt, calendar),
  };
}

/** One booking as staff work on it. Phones and e-mails are masked. @throws Refusal NOT_FOUND for another office's (T32). */
export async function showDesk(staff: StaffActor, bookingId: string, language: Language): Promise<DeskBooking> {
  const { view, dueAt, ...known } = await inTransaction(async (tx) => {
    const seen = await readBooking(tx, bookingId, inOffices(staff, 'booking.office_id'));
    await openRecords(tx, staff, { kind: 'booking', ids: [bookingId], purpose: 'desk.get' });
    const waiting = await waitingFor(tx, [bookingId]);
    const openProposals = await proposalsAbout(tx, bookingId);
    const { account_id: accountId, candidate_id: candidateId } = seen.booking;
    return {
      view: seen,
      dueAt: waiting.get(bookingId) ?? null,
      openProposals,
      isPriceProposed: openProposals.some(({ kind }) => kind === 'bookingPrice'),
      isWithoutExam: (await bookingsWithoutExam(tx, [bookingId])).has(bookingId),
      registrations: (await applicationsOfBooking(tx, { accountId, bookingId, language })).flatMap(presentRegistration),
      consents: await consentsOf(tx, bookingId),
      candidateId: await idOnList(tx, candidateId),
    };
  });
  return { ...presentDesk(view, language, dueAt), ...known, ...guardiansFor(staff, view) };
}

async function consentsOf(tx: Tx, bookingId: string): Promise<DeskBooking['consents']> {
  return await tx
    .selectFrom('consent')
    .select(['statement_id as statementId', 'version', 'given_at as givenAt', 'guardian_relation as relation'])
    .where('booking_id', '=', bookingId)
    .orderBy('given_at')
    .orderBy('statement_id')
    .execute();
}

type Read = 'candidateId' | 'consents' | 'openProposals' | 'isPriceProposed' | 'isWithoutExam' | 'registrations';
type Presented = Omit<DeskBooking, Read | 'guardian' | 'pickupPerson'>;

type Registration = Awaited<ReturnType<typeof applicationsOfBooking>>[number];

/** None for what only lies in a cart. */
function presentRegistration(row: Registration): DeskBooking['registrations'] {
  const { applicationId, code, subjectName, examDate, applicationStatus, orderId, refundAmount, refundStatus } = row;
  const paper = { id: applicationId, code, subject: subjectName, examDate };
  const status = deskStatuses.find((each) => each === applicationStatusOf(applicationStatus));
  return status === undefined ? [] : [{ ...paper, status, orderId, refundAmount, refundStatus }];
}

/** Who comes for a minor; whole names are for those who may reveal a registration's values. */
function guardiansFor(staff: StaffActor, { people }: BookingView): Pick<DeskBooking, 'guardian' | 'pickupPerson'> {
  const shown = (role: 'Guardian' | 'PickupPerson') => {
    const person = people.find((each) => each.role === role);
    if (!person) return null;
    const presented = masked(presentBooked(person));
    return may(staff, 'applications:reveal') ? presented : { ...presented, name: maskName(presented.name) };
  };
  return { guardian: shown('Guardian'), pickupPerson: shown('PickupPerson') };
}

function presentDesk(view: BookingView, language: Language, dueAt: string | null): Presented {
  const { booking, now, calendar } = view;
  const candidate = presentBooker(booking, { guardian: null, now });
  const current = view.arrangements.find((each) => each.version === booking.arrangement_version);
  const titles = titlesOf(view, language);
  const isOpen = view.dateProposals.some(({ answer }) => answer === null);
  return {
    ...presentDeskItem(booking, { now, language, calendar, dueAt }),
    candidate: { ...candidate, email: maskEmail(candidate.email), mobile: maskMobile(candidate.mobile) },
    leaveAlone: booking.leave_alone,
    templateNumber: booking.template_number,
    templateVersion: booking.template_version,
    registrationForm: openForm(booking),
    draft: draftOf(openDraft(booking)),
    versions: presentVersions(view, language),
    currentPapers: current?.papers.map(asInput) ?? [],
    movableExams: isOpen
      ? []
      : view.movable.map(({ sessionId, paper, examDate, startTime, endTime, cityId, venueId, place }) => ({
          sessionId,
          subject: titles[paper] ?? '',
          examDate,
          startTime,
          endTime,
          cityId,
          venueId,
          place,
        })),
    dateProposals: view.dateProposals.map((proposal) => ({
      ...presentProposal(proposal, { titles, movable: view.movable }),
      proposedBy: proposal.proposed_by_name,
    })),
    isCancelPayRestriction: booking.is_pay_restriction_lifted,
    lastPayMoment: booking.first_exam_date === null ? null : lastPayMoment(calendar, booking.first_exam_date),
    rejectReason: openWords(booking, 'reject_reason'),
    cancelReason: openWords(booking, 'cancel_reason'),
    withdrawReason: booking.withdraw_reason,
    timetable: view.timetable,
    files: [...view.formFiles, ...view.files.filter(({ id }) => id !== booking.timetable_file_id)],
    openOrderId: booking.status === 'Completed' ? null : view.orderId,
    timeline: view.timeline,
    actions: bookingActions.filter((event) => nextBooking(standingOf(booking), event, 'staff') !== null),
  };
}

function asInput(paper: PaperRow) {
  return {
    subject: paper.subject,
    subjectEn: paper.subject_en,
    cityId: paper.city_id,
    venueId: paper.venue_id,
    place: paper.place,
    testDate: paper.exam_date,
    startTime: paper.start_time,
    endTime: paper.end_time,
    localFee: paper.local_fee,
    boardFee: paper.board_fee,
    vat: paper.vat,
  };
}

/** What was kept is what the command's schema let in. */
function draftOf(draft: unknown): DeskBooking['draft'] {
  return typeof draft === 'object' && draft !== null ? (draft as DeskBooking['draft']) : null;
}

function masked<P extends { mobile: string }>(person: P): P {
  return { ...person, mobile: maskMobile(person.mobile) ?? '' };
}

function maskMobile(mobile: string | null): string | null {
  return mobile === null ? null : mobile.replace(/.(?=.{4})/g, '*');
}

function maskEmail(email: string | null): string | null {
  return email === null ? null : email.replace(/^(.).*(?=@)/, '$1***');
}
