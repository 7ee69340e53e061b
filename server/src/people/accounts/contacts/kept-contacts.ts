import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { lifetimes } from '#platform/limits/table';

/**
 * Keeps number and address of an account that is being closed from new accounts for ninety days, and to the end of that day in China: their keyed hashes
 * only, and no instant that the messages about the closing have as well.
 */
export async function keepContacts(tx: Tx, keys: readonly (Buffer | null)[]): Promise<void> {
  for (const key of keys)
    if (key !== null)
      await sql`insert into kept_contact (contact_key, free_at)
        values (${key}, (date_trunc('day', (app_now() + make_interval(secs => ${lifetimes.closedContact.seconds})) at time zone 'Asia/Shanghai')
          + interval '1 day') at time zone 'Asia/Shanghai')
        on conflict (contact_key) do update set free_at = excluded.free_at`.execute(tx);
}

/** @returns the instant from which a number or an address may be used again; null when it is not kept. */
export async function keptUntil(tx: Tx, key: Buffer): Promise<string | null> {
  const kept = await tx
    .selectFrom('kept_contact')
    .select('free_at')
    .where('contact_key', '=', key)
    .where('free_at', '>', sql<string>`app_now()`)
    .executeTakeFirst();
  return kept?.free_at ?? null;
}

/** Forgets those that are free again; run by a cron. */
export async function forgetFree(tx: Tx): Promise<void> {
  await sql`delete from kept_contact where free_at <= app_now()`.execute(tx);
}
