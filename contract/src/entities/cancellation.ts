import * as z from 'zod/mini';
import { chinaDate, count, fen, id, instant, refundStatus, subjectNames, text } from './scalars.ts';
import { storedFile } from './file.ts';

/** The rows of the refund policy that a request or a provider's cause can fall under. */
export const refundPolicyRows = ['P0', 'P1', 'P2', 'P3', 'B1', 'B2'] as const;
export const refundPolicyRow = z.enum(refundPolicyRows);

/** Why a refund exists (9.5). */
export const refundCauses = [
  'latePayment',
  'doublePayment',
  'underSubscribed',
  'sessionWithdrawn',
  'sessionMoved',
  'cancellation',
  'gradeChange',
  'withdrawal',
  'outside',
  'rest',
] as const;
export const refundCause = z.enum(refundCauses);

/**
 * What the candidate is told before asking. The whole set is cancelled together, so a booked exam of several papers has
 * several lines; `amount` is their sum. `holdsUntil` is the first moment at which another row of the policy applies.
 */
export const cancellationQuote = z.object({
  policyRow: refundPolicyRow,
  percent: count,
  isDocumentRequired: z.boolean(),
  /** How many working days before the exam the row asks for; 0 for none. */
  workingDaysBefore: count,
  /** Whether the awarding body's fee is part of the amount. */
  isBoardFeeReturned: z.boolean(),
  amount: fen,
  paidAmount: fen,
  calculatedAt: instant,
  holdsUntil: instant,
  /** `holdsUntil` counts working days of a year whose holidays are not announced, and may still move by a day or more. */
  isProvisional: z.boolean(),
  /** What would be given back from then on; null when nothing can be asked for any more. */
  next: z.nullable(
    z.object({ policyRow: refundPolicyRow, percent: count, isDocumentRequired: z.boolean(), amount: fen }),
  ),
  /** The last day to send documents if the request were made now: add(today, 3). */
  documentsDueDate: chinaDate,
  /** This would be the request of that number. */
  attempt: count,
  /** How many more requests may be rejected before none is taken any more. */
  rejectionsLeft: count,
  lines: z.array(
    z.object({
      applicationId: id,
      applicationCode: text(20),
      subjectName: subjectNames,
      candidateName: text(100),
      paidAmount: fen,
      amount: fen,
    }),
  ),
});
export type CancellationQuote = z.output<typeof cancellationQuote>;

/** How a request ended; `Overtaken`: the provider withdrew the registration meanwhile. */
export const cancellationOutcomes = ['Approved', 'Rejected', 'TakenBack', 'Overtaken'] as const;
export const cancellationOutcome = z.enum(cancellationOutcomes);

/** The latest request of an application with its frozen quote (9.1 #10-#13). */
export const cancellation = z.object({
  id,
  attempt: count,
  /** How many more requests may be rejected before none is taken any more. */
  rejectionsLeft: count,
  /** Null while it is undecided. */
  outcome: z.nullable(cancellationOutcome),
  reason: text(500),
  requestedAt: instant,
  policyRow: refundPolicyRow,
  percent: count,
  isDocumentRequired: z.boolean(),
  /** Frozen at the request, fen, for this application. */
  quotedAmount: fen,
  /** Fen; null until approved. */
  approvedAmount: z.nullable(fen),
  documents: z.array(storedFile),
  /** End of the third working day after the request, or later when staff asked for more. */
  documentsDueAt: instant,
  isDocumentsOverdue: z.boolean(),
  /** What staff asked for, in their words; null when they did not. */
  documentsAsked: z.nullable(text(500)),
  decidedAt: z.nullable(instant),
  decisionReason: z.nullable(text(500)),
  /** Everything that is cancelled with this application, itself included. */
  applicationIds: z.array(id),
  canAddDocuments: z.boolean(),
  canTakeBack: z.boolean(),
});
export type Cancellation = z.output<typeof cancellation>;

/** Where the money of an application is (9.5). The person is promised `promisedFrom` to `latestDate`, 4 to 6 weeks. */
export const refundProgress = z.object({
  id,
  status: refundStatus,
  cause: refundCause,
  policyRow: text(10),
  amount: fen,
  serialNumber: text(30),
  submittedAt: instant,
  approvedAt: z.nullable(instant),
  promisedFrom: z.nullable(chinaDate),
  latestDate: z.nullable(chinaDate),
  completedAt: z.nullable(instant),
  /** Paid by staff outside the channel, to an account the person named. */
  isByHand: z.boolean(),
});
export type RefundProgress = z.output<typeof refundProgress>;

/** A refund as the order's page lists it; `applicationCode` is null of money that came late or twice. */
export const orderRefund = z.extend(refundProgress, { applicationCode: z.nullable(text(20)) });
export type OrderRefund = z.output<typeof orderRefund>;
