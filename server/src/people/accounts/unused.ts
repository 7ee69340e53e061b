import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';

/** SQL: the China date on which somebody was last signed in to an account (`account`): the end of the month of sessions that are gone. */
const lastUse = sql`greatest((account.created_at at time zone 'Asia/Shanghai')::date,
  (account.last_used_month + interval '1 month' - interval '1 day')::date,
  (select max((session.last_seen_at at time zone 'Asia/Shanghai')::date) from account_session session where session.account_id = account.id))`;

/**
 * SQL: what follows `from`: open accounts (`account`) that were last used on a China date (`used.on_day`) or before it, and keep nothing.
 * @param keeping SQL conditions, each of something that an account keeps.
 */
export function lastUsedBy(day: string, keeping: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`account cross join lateral (select ${lastUse} as on_day) used
    where account.closed_at is null and account.last_used_month <= ${day}::date and account.id <> ${nobodysAccount} and used.on_day <= ${day}::date
      and not (${sql.join(keeping, sql` or `)})`;
}

/** Those of some accounts that are open, in the order of their ids. */
export async function openOnesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where id = any(${[...ids]}::uuid[]) and closed_at is null order by id`.execute(tx);
  return rows.map(({ id }) => id);
}
