import { addSeconds, chinaDateOf, earliest } from './china-date.ts';
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
  const moments = rowsAskedFor(facts, policy).flatMap(({ untilRegistrationEnds, workingDaysBefore }) => [
    // A request at the very end is still in time, so the next millisecond is the first of another row.
    ...(untilRegistrationEnds ? [addSeconds(facts.deadlineAt, 0.001)] : []),
    ...(workingDaysBefore > 0 ? [lastMomentBefore(facts.calendar, facts.examDate, workingDaysBefore)] : []),
  ]);
  const ahead = moments.filter((at) => at > facts.requestedAt && at < facts.examStartAt);
  return earliest(ahead) ?? facts.examStartAt;
}

/**
 * Whether `quoteEnd` may still move because it counts working days of a year whose holidays are not announced (3-domain 5.2). A deadline that was
 * given to somebody, like that of a payment, stays as it was given.
 */
export function isQuoteEndProvisional(
  facts: RefundFacts,
  policy: readonly RefundPolicyRow[] = seedRefundPolicy,
): boolean {
  const end = quoteEnd(facts, policy);
  const { calendar, examDate } = facts;
  const isCounted = rowsAskedFor(facts, policy).some(
    ({ workingDaysBefore }) => workingDaysBefore > 0 && lastMomentBefore(calendar, examDate, workingDaysBefore) === end,
  );
  return isCounted && !calendar.isAnnounced(chinaDateOf(end), examDate);
}

/** What a candidate's own wish may fall under. */
function rowsAskedFor({ origin }: RefundFacts, policy: readonly RefundPolicyRow[]): RefundPolicyRow[] {
  return policy.filter((row) => row.cause === 'Candidate' && (row.origin === null || row.origin === origin));
}
