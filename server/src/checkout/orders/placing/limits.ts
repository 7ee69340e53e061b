import { sql } from 'kysely';
import type { SessionForSale } from '#offer/sessions';
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
  return (await lockOrdersOf(tx, [accountId])).now;
}

/**
 * The same for several accounts, in ascending id. The plans of what the transaction asks from now on are made once for any values: orders
 * ask by key only, and PostgreSQL would take as long to plan each of them again as to run it.
 * @param mayWait false where accounts that somebody else orders for just now are to be left out of `held`.
 */
export async function lockOrdersOf(
  tx: Tx,
  accountIds: readonly string[],
  { mayWait = true }: { mayWait?: boolean } = {},
): Promise<{ now: string; held: Set<string> }> {
  const key = sql`hashtextextended(id, 1)`;
  const lock = mayWait ? sql`pg_advisory_xact_lock(${key})::text is not null` : sql`pg_try_advisory_xact_lock(${key})`;
  const { rows } = await sql<{ now: string; id: string; isHeld: boolean }>`
    select app_now() as now, id, ${lock} as "isHeld", set_config('plan_cache_mode', 'force_generic_plan', true)
    from unnest(${[...accountIds].toSorted()}::text[]) as account (id)`.execute(tx);
  const [first] = rows;
  if (!first) throw new Error('No account was to be locked.');
  return { now: first.now, held: new Set(rows.flatMap(({ id, isHeld }) => (isHeld ? [id] : []))) };
}

/** @throws Refusal ORDER_LINES_LIMIT when one order would hold too many applications. */
export function checkLineLimit(lines: number): void {
  if (lines > holdingLimits.linesPerOrder) refuse('ORDER_LINES_LIMIT', { limit: holdingLimits.linesPerOrder });
}

/** Whether S-15's stricter rules hold for a session now. */
export function isHot(session: Pick<SessionForSale, 'isHot' | 'isExclusive'>): boolean {
  return session.isHot && !session.isExclusive;
}

/** Minutes to pay: fewer where one of the sessions is hot. */
export function payMinutesFor(sessions: readonly SessionForSale[], usual: number): number {
  return sessions.some(isHot) ? Math.min(usual, holdingLimits.hotPayMinutes) : usual;
}

/** What an order wants of one session: its papers, and for whom. */
type Wanted = { session: SessionForSale; papers: readonly unknown[]; personKey: Buffer };

/** What accounts hold unpaid: orders, and seats of hot sessions. */
export type Holdings = {
  orders: (accountId: string) => number;
  seats: (accountId: string, sessionId: string) => number;
};

/** Reads what these accounts hold of what counts against the limits (S-15): the seats of those sessions that are hot, as the session counts them. */
export async function holdingsOf(
  tx: Tx,
  accountIds: readonly string[],
  sessions: readonly SessionForSale[],
): Promise<Holdings> {
  const hot = sessions.filter(isHot).map(({ id }) => id);
  const { rows } = await sql<{ account_id: string; session_id: string | null; count: number }>`
    select account_id, null::uuid as session_id, count(*)::integer as count from exam_order
    where account_id = any(${[...accountIds]}::uuid[]) and status = 'PaymentPending' and category <> 'Booking'
    group by account_id
    union all
    select placed.account_id, held.session_id, sum(held.weight)::integer from exam_order placed
    join seat_allocation held on held.order_id = placed.id and held.state = 'Held'
    where placed.account_id = any(${[...accountIds]}::uuid[]) and placed.status = 'PaymentPending'
      and held.session_id = any(${hot}::uuid[])
    group by placed.account_id, held.session_id`.execute(tx);
  const counts = new Map(rows.map((row) => [`${row.account_id} ${row.session_id ?? ''}`, row.count]));
  const of = (accountId: string, sessionId: string) => counts.get(`${accountId} ${sessionId}`) ?? 0;
  return { orders: (accountId) => of(accountId, ''), seats: of };
}

/**
 * Checks what the account already holds unpaid (S-15).
 * @throws Refusal ORDER_LIMIT, SESSION_SEAT_LIMIT
 */
export function checkHoldings(
  holdings: Holdings,
  { accountId, wanted }: { accountId: string; wanted: readonly Wanted[] },
): void {
  if (holdings.orders(accountId) >= holdingLimits.unpaidOrders)
    refuse('ORDER_LIMIT', { limit: holdingLimits.unpaidOrders });
  const limit = holdingLimits.unpaidSeatsPerHotSession;
  const hot = wanted.filter(({ session }) => isHot(session));
  for (const [id, lines] of Map.groupBy(hot, ({ session }) => session.id))
    if (holdings.seats(accountId, id) + seatsOf(lines) > limit) refuse('SESSION_SEAT_LIMIT', { limit });
}

/** Seats that lines of one session count for. */
function seatsOf(lines: readonly Wanted[]): number {
  if (lines[0]?.session.seatPer === 'Candidate')
    return new Set(lines.map(({ personKey }) => personKey.toString('hex'))).size;
  return lines.reduce((sum, { papers }) => sum + papers.length, 0);
}
