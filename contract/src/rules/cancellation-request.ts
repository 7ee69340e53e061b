import { isOfLength } from './writing.ts';

/** Limits of a request to cancel: characters of the reason, documents, days for them, rejections. */
export const cancellationLimits = {
  reason: { min: 5, max: 500 },
  documents: 10,
  documentDays: 3,
  rejections: 3,
} as const;

/** What is wrong with a reason, blanks around it left out; null when it may be sent (9.1 #10). */
export function cancellationReasonProblem(reason: string): 'CANCELLATION_REASON_LENGTH' | null {
  return isOfLength(reason.trim(), cancellationLimits.reason) ? null : 'CANCELLATION_REASON_LENGTH';
}
