import { addSeconds, earliest } from './china-date.ts';
import type { Instant } from './china-date.ts';
import { seedRefundPolicy } from './refund-policy.ts';
import type { RefundPolicyRow } from './refund-policy.ts';
import type { RefundFacts } from './refund-quote.ts';
import { lastMomentBefore } from './working-days.ts';

/**
 * The first moment at which a candidate's request could be quoted differently: the end of registration or the payment deadline has
 * passed, a limit of working days is reached, or the exam starts.
 */
export function quoteEnd(facts: RefundFacts, policy: readonly RefundPolicyRow[] = seedRefundPolicy): Instant {
  const moments = policy
    .filter(({ cause, origin }) => cause === 'Candidate' && (origin === null || origin === facts.origin))
    .flatMap(({ untilRegistrationEnds, workingDaysBefore }) => [
      // A request at the very end is still in time, so the next millisecond is the first of another row.
      ...(untilRegistrationEnds ? [addSeconds(facts.deadlineAt, 0.001)] : []),
      ...(workingDaysBefore > 0 ? [lastMomentBefore(facts.calendar, facts.examDate, workingDaysBefore)] : []),
    ]);
  const ahead = moments.filter((at) => at > facts.requestedAt && at < facts.examStartAt);
  return earliest(ahead) ?? facts.examStartAt;
}
