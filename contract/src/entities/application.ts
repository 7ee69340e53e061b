import * as z from 'zod/mini';
import { cancellation, refundProgress } from './cancellation.ts';
import { place } from './catalogue.ts';
import { maskedCandidate, maskedPerson } from './person.ts';
import { session } from './session.ts';
import { refundOutlook } from './refund-outlook.ts';
import {
  applicationStatus,
  chinaDate,
  clockTime,
  count,
  emailStatus,
  examCategory,
  fen,
  id,
  instant,
  refundStatus,
  subjectNames,
  text,
} from './scalars.ts';

export const applicationStep = z.object({ stepName: text(40), jsonResult: text(65_536) });

/** One paper of an application; a combined set has several. */
export const paper = z.object({
  sessionSubjectId: id,
  subjectId: id,
  subjectName: text(200),
  startTime: clockTime,
  endTime: clockTime,
  localFee: fen,
  boardFee: fen,
  vat: fen,
  total: fen,
});

/** One line of an application's timeline: an event of its state table with its moment. */
export const timelineEntry = z.object({ event: text(40), at: instant, reason: z.nullable(text(500)) });

/** What a timeline tells of the guardian of a minor, beside the events of its state table. */
export type GuardianEvent =
  | 'guardianAsked'
  | 'guardianAgreed'
  | 'guardianTookBack'
  | 'guardianObjected'
  | 'guardianObjectionRefused';

/**
 * A registration that waits for its guardian; `until` is null where only an answer ends it, `isLinkOver` where none can come by the link, or its message did not arrive.
 * `isUpheld`: an objection to it was upheld, and it does not go on; `isWrongNumber`: the number named is known not to be the guardian's;
 * `isFormer`: whoever was named before has until then.
 */
export const guardianWait = z.object({
  until: z.nullable(instant),
  hasObjected: z.boolean(),
  isLinkOver: z.boolean(),
  isUpheld: z.boolean(),
  isWrongNumber: z.boolean(),
  isFormer: z.boolean(),
});
export type GuardianWait = z.output<typeof guardianWait>;

export const letterState = z.object({
  isAvailable: z.boolean(),
  availableFrom: z.nullable(instant),
  /** There is no letter while this waits, whatever its day. */
  guardianWait: z.nullable(guardianWait),
  version: count,
});

export const formAttachment = z.object({ id, fileName: text(255), fileSize: count, fileType: text(100) });

/** What became of the choice after an exam was moved; `Lapsed`: nothing was chosen in time, `Overtaken`: something else ended it. */
export const moveOutcomes = ['Accepted', 'Refunded', 'Lapsed', 'Overtaken'] as const;

/** An application in full. Ids of people are those of the snapshot. */
export const application = z.object({
  id,
  registrationTemplateId: z.nullable(id),
  code: text(20),
  category: examCategory,
  emailStatus,
  leaveAlone: z.nullable(z.boolean()),
  withdrawReason: z.nullable(text(500)),
  cancellationRequestReason: z.nullable(text(500)),
  cancellationRejectReason: z.nullable(text(500)),
  registrationDate: z.nullable(instant),
  status: applicationStatus,
  refundReason: z.nullable(text(500)),
  refundStatus,
  payment: z.nullable(z.object({ orderId: id, orderCode: text(20), paidAt: z.nullable(instant) })),
  amount: fen,
  session: z.extend(session, { officeEmail: text(254) }),
  testInfo: z.object({
    productId: id,
    productCode: text(30),
    productName: text(200),
    registrationTemplateNumber: z.nullable(text(10)),
  }),
  subject: z.object({ id, subjectName: subjectNames, nameEn: subjectNames, nameCn: subjectNames }),
  applicationCandidate: maskedCandidate,
  applicationGuardian: z.nullable(maskedPerson),
  applicationPickupPerson: z.nullable(maskedPerson),
  applicationSteps: z.array(applicationStep),
  user: z.object({ phoneNumber: text(20) }),
  sessionSubject: paper,
  papers: z.array(paper),
  examInfo: z.object({
    productCode: text(30),
    productName: text(200),
    subjectName: subjectNames,
    examDate: chinaDate,
    startTime: clockTime,
    endTime: clockTime,
    specialNoticeCn: z.nullable(text(2000)),
    specialNoticeEn: z.nullable(text(2000)),
    venue: z.nullable(place),
  }),
  testRelatedInfo: z.nullable(
    z.object({
      templateNumber: text(10),
      /** The version of the form that was answered. */
      templateVersion: count,
      json: text(65_536),
      registrationFormAttachments: z.array(formAttachment),
    }),
  ),
  publishStatus: z.enum(['Published', 'Withdrawn', 'Draft']),
  /** The booking it came of; null for another. */
  bookingId: z.nullable(id),
  timeline: z.array(timelineEntry),
  letter: letterState,
  pickupEditableUntil: z.nullable(instant),
  canEditPickup: z.boolean(),
  /**
   * Whether to look again at how a minor leaves, while that can still be changed: the exam has moved since it was chosen (`Asked`), or
   * the choice was not allowed on the new day and the guardian comes (`Reset`), or who leaves alone has no guardian's consent to it, and the
   * guardian comes until there is one (`Doubted`).
   */
  leaveCheck: z.enum(['None', 'Asked', 'Reset', 'Doubted']),
  cancellation: z.nullable(cancellation),
  refund: z.nullable(refundProgress),
  canRequestCancellation: z.boolean(),
  /** Why no cancellation can be asked for, as a refusal code; null when it can. */
  cancellationProblem: z.nullable(text(40)),
  /**
   * How the office last moved its session; null where it never did. While `canChoose`, the candidate may keep the new day or have
   * everything back, until `chooseBy` (9.7); `choice` is what became of that.
   */
  move: z.nullable(
    z.object({
      previousDate: chinaDate,
      previousStartTime: clockTime,
      movedAt: instant,
      chooseBy: z.nullable(instant),
      choice: z.nullable(z.enum(moveOutcomes)),
      canChoose: z.boolean(),
    }),
  ),
  /** What was decided about the special arrangement that was asked for; null while it is open or where there is none. */
  specialArrangement: z.nullable(z.object({ isGranted: z.boolean(), conditions: text(2000), decidedAt: instant })),
  /** What the office told everybody of the session, in the reader's language, the latest first. */
  officeMessages: z.array(z.object({ title: text(100), text: text(2000), sentAt: instant })),
});
export type Application = z.output<typeof application>;

/** A line of "my exams" (application list item). */
export const applicationListItem = z.object({
  applicationId: id,
  category: examCategory,
  code: text(20),
  examDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
  cityName: text(100),
  subjectName: subjectNames,
  productName: text(200),
  candidateName: text(100),
  candidateNameZh: z.nullable(text(20)),
  officeEmail: text(254),
  emailStatus,
  applicationStatus,
  publishStatus: z.enum(['Published', 'Withdrawn', 'Draft']),
  refundAmount: z.nullable(fen),
  refundRejectStatus: z.boolean(),
  refundStatus,
  hasBegun: z.boolean(),
  isPast: z.boolean(),
  isLetterAvailable: z.boolean(),
  guardianWait: z.nullable(guardianWait),
  orderId: z.nullable(id),
  /** The booking it came of; null for another. */
  bookingId: z.nullable(id),
  /** How many registrations are one set with it, which is paid and cancelled as a whole; 1 when it is a set of its own. */
  papersInSet: count,
});
export type ApplicationListItem = z.output<typeof applicationListItem>;

/** Why a cart line cannot be ordered now; null when it can. Words: refusals dictionary. */
export const cartLine = z.object({
  applicationId: id,
  code: text(20),
  productName: text(200),
  subjectName: subjectNames,
  examDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
  cityName: text(100),
  /** Null while staff have named none. */
  venue: z.nullable(place),
  candidateName: text(100),
  applicationStatus,
  publishEndTime: instant,
  problem: z.nullable(text(40)),
  freeSeats: count,
  specialNotice: z.nullable(text(2000)),
  notice: z.nullable(text(2000)),
  originalAmount: fen,
  payAmount: fen,
  lateEntryChargeAmount: fen,
  isPriceChanged: z.boolean(),
  /** A guardian with a number of their own is asked by text message once it is ordered (PIPL 31). */
  asksGuardian: z.boolean(),
});
export type CartLine = z.output<typeof cartLine>;

/** Price of one application inside a choice of applications (5.5, R-94). */
export const priceLine = z.object({
  applicationId: id,
  originalAmount: fen,
  localFeeAmount: fen,
  boardFeeAmount: fen,
  vat: fen,
  tierCount: count,
  tierDiscountAmount: fen,
  lateEntryStage: z.nullable(text(20)),
  lateEntryChargeAmount: fen,
  payAmount: fen,
});

/** Cart discount summary with its lines (S-13). */
export const discountSummary = z.object({
  totalDiscountAmount: fen,
  totalOriginalAmount: fen,
  totalLateEntryChargeAmount: fen,
  totalPayAmount: fen,
  discounts: z.array(
    z.object({ discountProductName: text(200), discountAmount: fen, originalAmount: fen, payAmount: fen }),
  ),
  lines: z.array(priceLine),
  refund: refundOutlook,
});
export type DiscountSummary = z.output<typeof discountSummary>;
