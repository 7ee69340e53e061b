import { sql } from 'kysely';
import { randomToken } from '#platform/chance';
import { inTransaction, reading, type Tx } from '#platform/database';
import type { Account } from '#platform/http';
import { lifetimes } from '#platform/limit-table';
import { networkOf } from '#platform/limits';
import { hashSecret } from '#platform/vault';
import { languageOfMessages } from './store.ts';

/** A session's last use is written at most this often. */
const seenSeconds = 60;

/** Where a session was begun: what the list of devices will show. */
export type Origin = { ip: string; userAgent: string };

/**
 * Begins a session: 256 random bits for the cookie, their hash in the database (S-2, T5).
 * @returns the cookie's value and the instant of its end, 12 hours on.
 */
export async function beginSession(
  tx: Tx,
  { accountId, origin }: { accountId: string; origin: Origin },
): Promise<{ token: string; expiresAt: string }> {
  const token = randomToken();
  const { expires_at } = await tx
    .insertInto('account_session')
    .values({
      id_hash: hashSecret(token),
      account_id: accountId,
      created_at: sql<string>`app_now()`,
      last_seen_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${lifetimes.session.seconds})`,
      device: origin.userAgent,
      network: networkOf(origin.ip),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { token, expiresAt: expires_at };
}

/** Ends a session at once; it never lives again. */
export async function endSession(tx: Tx, idHash: Buffer): Promise<void> {
  await tx
    .updateTable('account_session')
    .set({ ended_at: sql<string>`app_now()` })
    .where('id_hash', '=', idHash)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends every session of an account, or every other one than `except`. */
export async function endSessionsOf(tx: Tx, accountId: string, except: Buffer | null = null): Promise<void> {
  await sql`update account_session set ended_at = app_now()
    where account_id = ${accountId} and ended_at is null and id_hash is distinct from ${except}`.execute(tx);
}

/**
 * The account of a session cookie: null when the session is unknown, ended, 12 hours old or was not used for 30 minutes, or
 * the account may not be used (R-23, T5). Counts as a use.
 */
export async function identify(token: string): Promise<Account | null> {
  const idHash = hashSecret(token);
  const found = await reading((tx) =>
    tx
      .selectFrom('account_session as session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select(['account.id', 'account.message_language'])
      .select(sql<boolean>`session.last_seen_at <= app_now() - make_interval(secs => ${seenSeconds})`.as('isToBeSeen'))
      .where('session.id_hash', '=', idHash)
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', sql<string>`app_now()`)
      .where(
        'session.last_seen_at',
        '>',
        sql<string>`app_now() - make_interval(secs => ${lifetimes.idleSession.seconds})`,
      )
      .where('account.status', '=', 'Active')
      .executeTakeFirst(),
  );
  if (!found) return null;
  if (found.isToBeSeen) await inTransaction((tx) => noteUse(tx, idHash));
  return { id: found.id, language: languageOfMessages(found) };
}

async function noteUse(tx: Tx, idHash: Buffer): Promise<void> {
  await tx
    .updateTable('account_session')
    .set({ last_seen_at: sql<string>`app_now()` })
    .where('id_hash', '=', idHash)
    .where('ended_at', 'is', null)
    .execute();
}
