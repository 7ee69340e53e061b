import * as z from 'zod/mini';
import { wire } from '../wire.ts';
import { formAttachment, timelineEntry } from './application.ts';
import { maskedCandidate, maskedPerson } from './person.ts';
import {
  applicationStatus,
  chinaDate,
  clockTime,
  count,
  fen,
  id,
  instant,
  month,
  subjectNames,
  text,
} from './scalars.ts';
import { bookingStatuses, dateAnswers } from './values.ts';

/** The states of a booking with the institution and with us (spec 3-domain 9.3). */
export const bookingProcessStatuses = [
  'Initiated',
  'Drafted',
  'Confirming',
  'Processing',
  'Completed',
  'CancelledBeforeArrangement',
  'WithdrawnBeforeArrangement',
] as const;
export const bookingProcessStatus = z.enum(bookingProcessStatuses);
export type BookingProcessStatus = (typeof bookingProcessStatuses)[number];

/** What happened to an arrangement that waits for payment; null: nothing yet. Only in Confirming. */
export const pendingPaymentStatuses = ['Rejected', 'Updated'] as const;
export const pendingPaymentStatus = z.enum(pendingPaymentStatuses);
export type PendingPaymentStatus = (typeof pendingPaymentStatuses)[number];

export const bookingStatus = z.enum(bookingStatuses);
export type BookingStatus = (typeof bookingStatuses)[number];

/** One paper as staff arranged it (subjectInfos). Texts are in the reader's language where we have both. */
export const subjectInfo = z.object({
  subject: text(200),
  city: text(100),
  venue: z.nullable(z.object({ name: text(200), address: text(300) })),
  testDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
  localFee: fen,
  boardFee: fen,
  vat: fen,
  total: fen,
});
export type SubjectInfo = z.output<typeof subjectInfo>;

/** What differs between two versions of an arrangement; `paper` counts from 0, null for the arrangement as a whole. */
export const arrangementChange = z.object({
  field: z.enum([
    'paperAdded',
    'paperRemoved',
    'subject',
    'city',
    'venue',
    'testDate',
    'startTime',
    'endTime',
    'total',
    'payEndDate',
  ]),
  paper: z.nullable(count),
  before: z.nullable(text(300)),
  after: z.nullable(text(300)),
});
export type ArrangementChange = z.output<typeof arrangementChange>;

/** An arrangement that staff issued, newest first in a booking. `changes` are those from the version before. */
export const arrangementVersion = z.object({
  version: count,
  issuedAt: instant,
  payEndDate: instant,
  amount: fen,
  subjectInfos: z.array(subjectInfo),
  note: z.nullable(text(1000)),
  arrangementGranted: z.nullable(text(1000)),
  changes: z.array(arrangementChange),
});
export type ArrangementVersion = z.output<typeof arrangementVersion>;

/** The five steps of the university exam process. */
export const universityStepIds = ['consent', 'submit', 'timetable', 'pay', 'letter'] as const;
export const universityStep = z.object({
  step: z.enum(universityStepIds),
  state: z.enum(['done', 'current', 'upcoming']),
  /** When it was done. */
  at: z.nullable(instant),
  /** By or about when it is due, a China date. */
  due: z.nullable(chinaDate),
});
export type UniversityStep = z.output<typeof universityStep>;

const shared = {
  bookingId: id,
  code: text(20),
  version: count,
  amount: z.nullable(fen),
  bookingStatus,
  processStatus: bookingProcessStatus,
  pendingPaymentStatus: z.nullable(pendingPaymentStatus),
  productEn: text(200),
  productCn: text(200),
  officeEn: text(100),
  officeCn: text(100),
  isExpired: z.boolean(),
  isExpectedExpired: z.boolean(),
  isCancelPayRestriction: z.boolean(),
  payEndDate: z.nullable(instant),
  /** Until when it may be paid: `payEndDate`, or the start of the exam once the restriction is lifted. */
  payUntil: z.nullable(instant),
  remainingPaySeconds: count,
  /** The first exam day as arranged; null before. */
  examDate: z.nullable(chinaDate),
  expectTestDate: chinaDate,
  expectExamMonth: month,
  templateNumber: z.nullable(text(10)),
  haveValidOrder: z.boolean(),
  withdrawReason: z.nullable(text(500)),
  submittedAt: instant,
};

/** A line of "my bookings". */
export const bookingListItem = z.object({
  ...shared,
  firstName: text(60),
  lastName: text(60),
  candidateName: text(130),
  officeName: text(100),
});
export type BookingListItem = z.output<typeof bookingListItem>;

/** An exam of a paid booking and the other time that is proposed for it; dates and times of day in China. */
const redatedPaper = z.object({
  subject: text(200),
  previousDate: chinaDate,
  previousStartTime: clockTime,
  previousEndTime: clockTime,
  examDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
});

/** Another date that is proposed for a paid booking; silence until `answerBy` keeps the date (decision 0044). */
export const dateProposal = z.object({
  id,
  papers: z.array(redatedPaper),
  reason: text(500),
  proposedAt: instant,
  answerBy: instant,
  answer: z.nullable(z.enum(dateAnswers)),
  answeredAt: z.nullable(instant),
  /** A child who is to leave alone is too young for that on the proposed day: the guardian would come. */
  isLeaveReset: z.boolean(),
});
export type DateProposal = z.output<typeof dateProposal>;

/** A booking in full and what its page shows: versions, differences, the process, who may do what. */
export const booking = z.object({
  ...shared,
  productId: id,
  productCode: text(30),
  officeEmail: text(254),
  officePhone: text(40),
  subjectInfos: z.array(subjectInfo),
  candidate: maskedCandidate,
  guardian: z.nullable(maskedPerson),
  [wire.fields.pickupPersonOfBooking]: z.nullable(maskedPerson),
  leaveAlone: z.nullable(z.boolean()),
  registrationForm: z.nullable(
    /** `templateVersion`: the version of the form that was answered. */
    z.object({ templateVersion: count, json: text(65_536), attachments: z.array(formAttachment) }),
  ),
  /** The reason the candidate gave last for sending the arrangement back, or for cancelling. */
  rejectReason: z.nullable(text(500)),
  cancelReason: z.nullable(text(500)),
  versions: z.array(arrangementVersion),
  /** Empty where the product is no university exam. */
  process: z.array(universityStep),
  timeline: z.array(timelineEntry),
  timetable: z.nullable(formAttachment),
  /** The order to pay or already paid; null before the first. */
  orderId: z.nullable(id),
  canPay: z.boolean(),
  canReject: z.boolean(),
  canCancel: z.boolean(),
  /** Another date that the family may agree to now. */
  dateProposal: z.nullable(dateProposal),
});
export type Booking = z.output<typeof booking>;

/** A paper of a booking as "my exams" shows it, for the booking's own page. */
export const bookingApplication = z.object({
  applicationId: id,
  code: text(20),
  subjectName: subjectNames,
  examDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
  cityName: text(100),
  applicationStatus,
  isLetterAvailable: z.boolean(),
});
export type BookingApplication = z.output<typeof bookingApplication>;

/** Whether a date may be asked for. `Full`: the office takes no more on that day. */
export const serviceDateStatuses = ['Available', 'Closed', 'Full'] as const;
export type ServiceDateStatus = (typeof serviceDateStatuses)[number];

/** A day of the service-date calendar; `isSurcharge`: a weekend or holiday, open at a higher fee. */
export const serviceDate = z.object({
  date: chinaDate,
  status: z.enum(serviceDateStatuses),
  isSurcharge: z.boolean(),
});
export type ServiceDate = z.output<typeof serviceDate>;

/** The service dates of a product at an office, earliest to latest date that may be asked for. */
export const serviceDates = z.object({
  chinaNowDate: chinaDate,
  earliestDate: chinaDate,
  latestDate: chinaDate,
  dates: z.array(serviceDate),
});
export type ServiceDates = z.output<typeof serviceDates>;
