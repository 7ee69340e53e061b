import * as z from 'zod/mini';
import { city, subject, venue } from './catalogue.ts';
import {
  availability,
  chinaDate,
  clockTime,
  count,
  fen,
  id,
  instant,
  secondAvailability,
  subjectNames,
  text,
} from './scalars.ts';

export const tierFee = z.object({ id, from: count, to: z.nullable(count), localFee: fen });
export const lateEntryCharge = z.object({ id, stage: text(20), fee: fen, startDate: instant, endDate: instant });

/** A paper of a session with its fees. Fees are null while an invitation code is still needed. */
export const sessionSubject = z.object({
  id,
  subjectId: id,
  subject,
  localFee: z.nullable(fen),
  boardFee: z.nullable(fen),
  vat: z.nullable(fen),
  total: z.nullable(fen),
  startTime: clockTime,
  endTime: clockTime,
  isTier: z.boolean(),
  isLateEntryCharge: z.boolean(),
  sessionSubjectTierFees: z.array(tierFee),
  sessionSubjectLateEntryCharges: z.array(lateEntryCharge),
});
export type SessionSubject = z.output<typeof sessionSubject>;

/** A session in the list (9.7). `pin` is never sent and always null. */
export const session = z.object({
  id,
  product: z.object({ id, productName: text(200), nameCn: text(200), nameEn: text(200), code: text(30) }),
  officeName: text(100),
  examDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
  seat: count,
  registered: count,
  publishStartTime: instant,
  publishEndTime: instant,
  canSend: z.boolean(),
  isExclusiveSession: z.boolean(),
  pin: z.null(),
  notice: z.nullable(text(2000)),
  createBy: z.nullable(text(60)),
  status: availability,
  secondStatus: secondAvailability,
  isSendEmail: z.boolean(),
  venue: z.nullable(venue),
  city,
  cityName: text(100),
  totalFee: z.nullable(fen),
  dateSlotPriceList: z.array(z.object({ date: chinaDate, minimum: fen, maximum: fen })),
  feeMatrixSubjectList: z.array(z.object({ subjectId: id, subjectName: subjectNames, total: fen })),
  sessionSubjects: z.array(sessionSubject),
  freeSeats: count,
  isFewLeft: z.boolean(),
  isInvitationVerified: z.boolean(),
  specialNotice: z.nullable(text(2000)),
  lateEntryChargeNow: z.nullable(fen),
});
export type Session = z.output<typeof session>;

/** A day of the month calendar: some session Available, or all closed. */
export const calendarDay = z.object({ date: chinaDate, isAvailable: z.boolean() });
