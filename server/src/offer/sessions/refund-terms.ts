import { type RefundTermsNow, refundTermsNow } from '@exam/contract/rules';
import { refundTermsAt } from '#offer/catalogue';
import { readWorkingCalendar } from '#office/working-days';
import type { Tx } from '#platform/database';

/** A session that is sold, with what decides its refunds: instants but for `examDate`, a China date. */
export type Refunding = {
  id: string;
  productId: string;
  origin: 'Public' | 'Booking';
  /** The end of registration, of a booked exam its payment deadline. */
  deadlineAt: string;
  examDate: string;
  startsAt: string;
};

/** By which terms each of these sessions gives money back to whoever registers at `now`, by its id; null where nothing comes back. */
export async function refundTermsFor(
  tx: Tx,
  sessions: readonly Refunding[],
  now: string,
): Promise<ReadonlyMap<string, RefundTermsNow | null>> {
  if (sessions.length === 0) return new Map();
  const calendar = await readWorkingCalendar(tx);
  const terms = new Map<string, Awaited<ReturnType<typeof refundTermsAt>>>();
  for (const id of new Set(sessions.map(({ productId }) => productId))) terms.set(id, await refundTermsAt(tx, id, now));
  return new Map(
    sessions.map(({ id, productId, origin, deadlineAt, examDate, startsAt }) => {
      const { policy, boardFeeRefundable = false } = terms.get(productId) ?? {};
      const dates = { requestedAt: now, deadlineAt, examDate, examStartAt: startsAt };
      return [id, refundTermsNow({ origin, ...dates, boardFeeRefundable, calendar }, policy)];
    }),
  );
}
