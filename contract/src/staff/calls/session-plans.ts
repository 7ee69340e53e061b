import * as z from 'zod/mini';
import { chinaDate, clockTime, count, fen, id, instant, text } from '../../entities/index.ts';
import { lateStages } from '../../rules/session-plan.ts';

export const seatPer = z.enum(['Candidate', 'Subject']);
export const seats = z.int().check(z.minimum(0), z.maximum(10_000));

export const tierFee = z.strictObject({
  from: z.int().check(z.minimum(1), z.maximum(1000)),
  to: z.nullable(count),
  localFee: fen,
});
export const lateCharge = z.strictObject({ stage: z.enum(lateStages), fee: fen, startAt: instant, endAt: instant });

export const fees = {
  localFee: fen,
  boardFee: fen,
  vat: fen,
  tierFees: z._default(z.array(tierFee).check(z.maxLength(10)), []),
};
const patternPaper = z.strictObject({ subjectId: id, startTime: clockTime, endTime: clockTime, ...fees });
export const lateCharges = z._default(z.array(lateCharge).check(z.maxLength(4)), []);
const paper = z.extend(patternPaper, { lateCharges });

const about = {
  seat: seats,
  seatPer: z._default(seatPer, 'Subject'),
  /** Stricter holding limits while many want the same session (S-15). */
  isHot: z._default(z.boolean(), false),
  noticeEn: z.nullish(text(1000)),
  noticeZh: z.nullish(text(1000)),
};

/** A session as staff plan it; the office follows from the venue's city. */
export const plan = z.strictObject({
  productId: id,
  venueId: id,
  examDate: chinaDate,
  publishStartAt: instant,
  publishEndAt: instant,
  papers: z.array(paper).check(z.minLength(1), z.maxLength(30)),
  ...about,
  /** Makes it a session for those who have the code; never answered again. */
  invitationCode: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9-]{6,20}$/))),
});
export type SessionPlanInput = z.output<typeof plan>;

const days = z.int().check(z.minimum(0), z.maximum(400));

export const pattern = z.strictObject({
  productId: id,
  from: chinaDate,
  to: chinaDate,
  weekdays: z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.minLength(1), z.maxLength(7)),
  venueIds: z.array(id).check(z.minLength(1), z.maxLength(50)),
  skipsHolidays: z._default(z.boolean(), true),
  opensDaysBefore: days,
  opensAt: clockTime,
  closesDaysBefore: days,
  closesAt: clockTime,
  late: z._default(z.nullable(z.strictObject({ daysBefore: days, fee: fen })), null),
  papers: z.array(patternPaper).check(z.minLength(1), z.maxLength(30)),
  ...about,
});
export type SessionPatternInput = z.output<typeof pattern>;

/** A row of a dry run: nothing is made yet. `plan` is null where the row cannot even be read. */
const previewRow = z.object({
  /** Its number in the file, or in the pattern's order. */
  row: count,
  plan: z.nullable(plan),
  examDate: text(30),
  venueName: text(120),
  subjectCodes: text(200),
  /** Codes of refusals by field; empty: it can be made. */
  problems: z.array(z.object({ field: text(80), code: text(60), message: text(300) })),
});
export type SessionPreviewRow = z.output<typeof previewRow>;
export const preview = z.object({ rows: z.array(previewRow), good: count, faulty: count });
