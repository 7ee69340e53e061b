import * as z from 'zod/mini';
import {
  arrangementVersion,
  bookingProcessStatus,
  bookingStatus,
  chinaDate,
  clockTime,
  count,
  dateProposal,
  fen,
  formAttachment,
  id,
  instant,
  maskedCandidate,
  maskedPerson,
  month,
  pendingPaymentStatus,
  refundStatus,
  serviceDates,
  subjectNames,
  text,
  timelineEntry,
} from '../../entities/index.ts';
import type { BookingEvent } from '../../machines/index.ts';
import { openProposal } from './approvals.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';
import { deskStatuses } from './registrations.ts';

/** One paper of an arrangement as staff set it. `vat` is stored as given; left out, the helper's is taken. */
const arrangedPaper = z.strictObject({
  /** The title as the institution writes it. */
  subject: text(200),
  /** Its English one; needed where the title is Chinese. */
  subjectEn: z.nullish(text(200)),
  cityId: id,
  venueId: z.nullish(id),
  /** Room or desk: one venue, place and time is given to one booking only. */
  place: z.optional(text(60)),
  testDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
  localFee: fen,
  boardFee: fen,
  vat: z.optional(fen),
});
export type ArrangedPaperInput = z.output<typeof arrangedPaper>;

export const arrangementInput = z.strictObject({
  papers: z.array(arrangedPaper).check(z.minLength(1), z.maxLength(20)),
  payEndDate: instant,
  /** Shown to the candidate. */
  note: z.nullish(text(1000)),
  /** What was granted to a candidate who asked for a special arrangement. */
  arrangementGranted: z.nullish(text(1000)),
  /** Needed when a price differs from the helper's. */
  priceReason: z.nullish(reason),
});
export type ArrangementInput = z.output<typeof arrangementInput>;

/** An unfinished arrangement: anything may be missing. */
const draft = z.strictObject({
  papers: z._default(z.array(z.partial(arrangedPaper)).check(z.maxLength(20)), []),
  payEndDate: z.nullish(instant),
  note: z.nullish(text(1000)),
  arrangementGranted: z.nullish(text(1000)),
  priceReason: z.nullish(text(500)),
});

const deskItem = z.object({
  bookingId: id,
  code: text(20),
  version: count,
  bookingStatus,
  processStatus: bookingProcessStatus,
  pendingPaymentStatus: z.nullable(pendingPaymentStatus),
  productId: id,
  productName: text(200),
  officeId: id,
  officeName: text(100),
  candidateName: text(130),
  candidateNameZh: z.nullable(text(20)),
  expectTestDate: chinaDate,
  expectExamMonth: month,
  amount: z.nullable(fen),
  payEndDate: z.nullable(instant),
  remainingPaySeconds: count,
  isExpired: z.boolean(),
  takenBy: z.nullable(text(80)),
  /** Paid, but each of its exams was cancelled or withdrawn since. */
  isWithoutExam: z.boolean(),
  /** An arrangement at another price than the list's waits for a second person. */
  isPriceProposed: z.boolean(),
  submittedAt: instant,
  /** Until when staff must act: price it, or answer a rejection; null when nothing waits for them. */
  dueAt: z.nullable(instant),
  /** Seconds of working days until then, negative once it is late (decision 0016). */
  workingSecondsLeft: z.nullable(z.int()),
});

/** Events of 9.3 that staff may cause from a booking's page. */
export const bookingActions = [
  'saveDraft',
  'confirm',
  'update',
  'reissue',
  'withdraw',
  'extend',
  'liftRestriction',
] as const satisfies readonly BookingEvent[];

const deskBooking = z.extend(deskItem, {
  /** The saved candidate, whose page has everything of the person; null once the account has deleted it. */
  candidateId: z.nullable(id),
  candidate: maskedCandidate,
  guardian: z.nullable(maskedPerson),
  pickupPerson: z.nullable(maskedPerson),
  leaveAlone: z.nullable(z.boolean()),
  templateNumber: z.nullable(text(10)),
  /** The version of the form that was answered. */
  templateVersion: z.nullable(count),
  /** The answers of the product's form, as JSON. */
  registrationForm: z.nullable(text(65_536)),
  draft: z.nullable(draft),
  versions: z.array(arrangementVersion),
  /** The current papers as a command takes them, to begin an update from. */
  currentPapers: z.array(arrangedPaper),
  isCancelPayRestriction: z.boolean(),
  lastPayMoment: z.nullable(instant),
  rejectReason: z.nullable(text(500)),
  cancelReason: z.nullable(text(500)),
  withdrawReason: z.nullable(text(500)),
  timetable: z.nullable(formAttachment),
  /** What the candidate sent with the form. */
  files: z.array(formAttachment),
  consents: z.array(
    z.object({ statementId: text(40), version: text(40), givenAt: instant, relation: z.nullable(text(40)) }),
  ),
  openOrderId: z.nullable(id),
  timeline: z.array(timelineEntry),
  /** The exams whose date staff may propose to change now, and whose venue they may name, and what was proposed, the newest first (decision 0044). */
  movableExams: z.array(
    z.object({
      sessionId: id,
      subject: text(200),
      examDate: chinaDate,
      startTime: clockTime,
      endTime: clockTime,
      cityId: id,
      venueId: z.nullable(id),
      place: text(60),
    }),
  ),
  dateProposals: z.array(z.extend(dateProposal, { proposedBy: text(80) })),
  openProposals: z.array(openProposal),
  /** The exams that came of its orders, those of an earlier arrangement last. */
  registrations: z.array(
    z.object({
      id,
      code: text(20),
      subject: subjectNames,
      examDate: chinaDate,
      status: z.enum(deskStatuses),
      orderId: z.nullable(id),
      refundAmount: z.nullable(fen),
      refundStatus,
    }),
  ),
  /** Those that staff may cause now. */
  actions: z.array(z.enum(bookingActions)),
});
export type DeskBooking = z.output<typeof deskBooking>;

const proposedPrice = z.object({
  localFee: fen,
  boardFee: fen,
  vat: fen,
  total: fen,
  isHoliday: z.boolean(),
  isWeekend: z.boolean(),
  isLate: z.boolean(),
});

const serviceRange = z.object({
  id,
  officeId: id,
  productId: z.nullable(id),
  from: chinaDate,
  to: chinaDate,
  isOpen: z.boolean(),
  note: z.nullable(text(200)),
});

const named = { id, nameEn: text(200), nameZh: text(200) };

const params = z.object({ id });
const read = { permission: 'bookings:read' } as const;
const write = { permission: 'bookings:write', params, reply: deskBooking } as const;
/** The version the member of staff looked at; 409 when somebody else changed the booking since. */
const version = count;

/** The desk for bookings: of the offices that the member of staff sees, another's is absent. */
export const bookingsStaffCalls = defineStaffCalls({
  /** For filters and forms: the products that offices of the reader arrange, and those offices. */
  'bookings.choices': {
    ...read,
    reply: z.object({
      products: z.array(z.object({ ...named, officeIds: z.array(id) })),
      offices: z.array(z.object(named)),
    }),
  },
  /** `remainingDays`: how many days are left to pay. */
  'bookings.search': {
    ...read,
    body: listQuery(['submittedAt', 'expectTestDate', 'payEndDate'], {
      bookingStatus,
      officeId: id,
      productId: id,
      expectExamMonth: month,
      remainingDays: z.int().check(z.minimum(0), z.maximum(365)),
      isTakenByMe: z.boolean(),
      keyword: text(100),
      accountId: id,
      /** The person whom a saved candidate is, by the document, in whichever account. */
      candidateId: id,
    }),
    reply: listReply(deskItem),
  },
  'bookings.get': { ...read, params, reply: deskBooking },
  'bookings.take': { ...write, body: z.strictObject({ version }) },
  'bookings.saveDraft': { ...write, body: z.strictObject({ version, draft }) },
  /** At another price than the list's these three ask a second person, and nothing changes until then: the reply has it in `openProposals` (decision 0096). */
  'bookings.confirm': {
    ...write,
    body: z.strictObject({ version, arrangement: arrangementInput }),
    isIdempotent: true,
  },
  'bookings.update': { ...write, body: z.strictObject({ version, arrangement: arrangementInput }), isIdempotent: true },
  /** Answers a candidate who sent the arrangement back. */
  'bookings.reissue': {
    ...write,
    body: z.strictObject({ version, arrangement: arrangementInput }),
    isIdempotent: true,
  },
  'bookings.extend': { ...write, reason: true, body: z.strictObject({ version, payEndDate: instant, reason }) },
  /** Another date for a paid booking: nothing changes until the family agrees (decision 0044). Each exam still to be sat is named once. */
  'bookings.proposeDate': {
    ...write,
    reason: true,
    body: z.strictObject({
      version,
      reason,
      papers: z
        .array(z.strictObject({ sessionId: id, examDate: chinaDate, startTime: clockTime, endTime: clockTime }))
        .check(z.minLength(1), z.maxLength(20)),
    }),
  },
  /** The venues of a paid booking's exams that are still to be sat, where none was named or another is needed: at once, letters follow. */
  'bookings.nameVenues': {
    ...write,
    body: z.strictObject({
      version,
      papers: z
        .array(z.strictObject({ sessionId: id, venueId: id, place: z.optional(text(60)) }))
        .check(z.minLength(1), z.maxLength(20)),
    }),
  },
  'bookings.takeBackDate': { ...write, body: z.strictObject({ version }) },
  'bookings.liftRestriction': { ...write, reason: true, body: z.strictObject({ version, reason }) },
  'bookings.withdraw': { ...write, reason: true, body: z.strictObject({ version, reason }) },
  /** Makes a file that the member of staff uploaded the timetable that the candidate reads; it takes the place of an earlier one. */
  'bookings.attachTimetable': { ...write, body: z.strictObject({ version, fileId: id }) },
  /** The timetable, or a file that the candidate sent, for a reason (refused without: `BOOKING_REASON`). */
  'bookings.file': {
    ...read,
    isFresh: true,
    params: z.object({ id, fileId: id }),
    body: z.strictObject({ reason: z.optional(reason) }),
    reply: null,
    file: 'application/octet-stream',
  },
  /** The cities of the booking's office with the venues in use there. */
  'bookings.places': {
    ...read,
    params,
    reply: z.object({ cities: z.array(z.object({ ...named, venues: z.array(z.object(named)) })) }),
  },
  /** What the price helper proposes for a paper, and when it would have to be paid at the latest. */
  'bookings.proposePrice': {
    ...read,
    params,
    body: z.strictObject({ testDate: chinaDate, startTime: clockTime, endTime: clockTime }),
    reply: z.extend(proposedPrice, { lastPayMoment: instant }),
  },
  /** The calendar that a candidate sees of an office's product, day by day. */
  'bookings.serviceCalendar': {
    ...read,
    body: z.strictObject({ officeId: id, productId: id }),
    reply: serviceDates,
  },
  'bookings.serviceRanges': {
    ...read,
    body: z.strictObject({ officeId: z.optional(id), productId: z.optional(id) }),
    reply: z.object({ list: z.array(serviceRange) }),
  },
  /** Opens or closes days of an office, for one product or all; the latest of overlapping ranges counts. */
  'bookings.addServiceRange': {
    permission: 'bookings:write',
    body: z.strictObject({
      officeId: id,
      productId: z.nullish(id),
      from: chinaDate,
      to: chinaDate,
      isOpen: z.boolean(),
      note: z.nullish(text(200)),
    }),
    reply: serviceRange,
  },
  'bookings.removeServiceRange': {
    permission: 'bookings:write',
    params,
    body: z.nullish(z.strictObject({})),
    reply: null,
  },
});
