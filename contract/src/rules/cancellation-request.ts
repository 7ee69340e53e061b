import { cancellableStates } from '../machines/application.ts';
import { earliest, type Instant } from './china-date.ts';
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

/** What decides whether a registration may be asked to be cancelled, with those that were bought with it as one. */
export type CancellationFacts = {
  /** The states of all registrations of the set. */
  states: readonly string[];
  isRequestOpen: boolean;
  /** Its session was moved and the family may still choose: then everything can be had back at once (9.7). */
  isMoveOpen: boolean;
  rejections: number;
  starts: readonly Instant[];
  now: Instant;
};

/** Why cancelling cannot be asked for now, as the code of the refusal; null when it can (9.1 #10, R-72, R-77). */
export function cancellationProblem(facts: CancellationFacts) {
  const { states, isRequestOpen, isMoveOpen, rejections, starts, now } = facts;
  const isCancellable = states.every((state) => cancellableStates.some((each) => each === state));
  if (isRequestOpen || !isCancellable) return 'CANCELLATION_NOT_POSSIBLE';
  if (isMoveOpen) return 'MOVE_CHOICE_OPEN';
  if (rejections >= cancellationLimits.rejections) return 'CANCELLATION_ATTEMPTS_USED';
  return now >= (earliest(starts) ?? '') ? 'CANCELLATION_CLOSED' : null;
}
