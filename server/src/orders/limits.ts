import { sql } from 'kysely';
import type { SessionForSale } from '#sessions';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

/** Holding limits of one account (S-15). */
const holdingLimits = {
  unpaidOrders: 5,
  linesPerOrder: 50,
  /** Only while staff have marked the session as hot, and not behind an invitation code. */
  unpaidSeatsPerHotSession: 5,
  hotPayMinutes: 15,
} as const;

/**
 * One order of an account at a time until the transaction ends, so that two parallel ones cannot both be the fifth.
 * @returns the moment that prices and deadlines are decided by.
 */
export async function lockAccountOrders(tx: Tx, accountId: string): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    select app_now() as now, pg_advisory_xact_lock(hashtextextended(${accountId}, 1))::text`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('app_now() gave nothing');
  return row.now;
}

/** @throws Refusal ORDER_LINES_LIMIT when one order would hold too many applications. */
export function checkLineLimit(lines: number): void {
  if (lines > holdingLimits.linesPerOrder) refuse('ORDER_LINES_LIMIT', { limit: holdingLimits.linesPerOrder });
}

/** Whether S-15's stricter rules hold for a session now. */
function isHot(session: Pick<SessionForSale, 'isHot' | 'isExclusive'>): boolean {
  return session.isHot && !session.isExclusive;
}

/** Minutes to pay: fewer where one of the sessions is hot. */
export function payMinutesFor(sessions: readonly SessionForSale[], usual: number): number {
  return sessions.some(isHot) ? Math.min(usual, holdingLimits.hotPayMinutes) : usual;
}

/** What an order wants of one session: its papers, and for whom. */
type Wanted = { session: SessionForSale; papers: readonly unknown[]; personKey: Buffer };

/**
 * Checks what the account already holds unpaid (S-15): orders, and seats of hot sessions as the session counts them.
 * @throws Refusal ORDER_LIMIT, SESSION_SEAT_LIMIT
 */
export async function checkHoldings(tx: Tx, { accountId, wanted }: { accountId: string; wanted: readonly Wanted[] }) {
  const hot = wanted.filter(({ session }) => isHot(session));
  const { rows } = await sql<{ session_id: string | null; count: number }>`
    select null::uuid as session_id, count(*)::integer as count from exam_order
    where account_id = ${accountId} and status = 'PaymentPending' and category <> 'Booking'
    union all
    select held.session_id, sum(held.weight)::integer from exam_order placed
    join seat_allocation held on held.order_id = placed.id and held.state = 'Held'
    where placed.account_id = ${accountId} and placed.status = 'PaymentPending'
      and held.session_id = any(${hot.map(({ session }) => session.id)}::uuid[])
    group by held.session_id`.execute(tx);
  const held = (sessionId: string | null) => rows.find((row) => row.session_id === sessionId)?.count ?? 0;
  if (held(null) >= holdingLimits.unpaidOrders) refuse('ORDER_LIMIT', { limit: holdingLimits.unpaidOrders });
  const limit = holdingLimits.unpaidSeatsPerHotSession;
  for (const [id, lines] of Map.groupBy(hot, ({ session }) => session.id))
    if (held(id) + seatsOf(lines) > limit) refuse('SESSION_SEAT_LIMIT', { limit });
}

/** Seats that lines of one session count for. */
function seatsOf(lines: readonly Wanted[]): number {
  if (lines[0]?.session.seatPer === 'Candidate')
    return new Set(lines.map(({ personKey }) => personKey.toString('hex'))).size;
  return lines.reduce((sum, { papers }) => sum + papers.length, 0);
}
