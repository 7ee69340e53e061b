import { type Selectable, sql } from 'kysely';
import { randomId, randomToken } from '#platform/chance';
import { inTransaction, readingRows, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Account } from '#platform/http';
import { lifetimes } from '#platform/limits/table';
import { networkOf } from '#platform/limits/caller';
import type { AccountTable } from '#platform/tables/index';
import { hashSecret } from '#platform/vault';
import { languageOfMessages } from './store.ts';

/** A session's last use is written at most this often. */
const seenSeconds = 60;

/** Neither ended nor 12 hours old nor unused for 30 minutes; the table is called `session`. */
export const liveSession = sql<boolean>`session.ended_at is null and session.expires_at > app_now()
  and session.last_seen_at > app_now() - make_interval(secs => ${lifetimes.idleSession.seconds})`;

/** Where a session was begun: what the list of devices will show. */
export type Origin = { ip: string; userAgent: string };

/**
 * Begins a session: 256 random bits for the cookie, their hash in the database (S-2, T5).
 * @returns the cookie's value and the instant of its end, 12 hours on.
 */
export async function beginSession(
  tx: Tx,
  { accountId, origin, deviceId = null }: { accountId: string; origin: Origin; deviceId?: string | null },
): Promise<{ token: string; expiresAt: string }> {
  const token = randomToken();
  const { expires_at } = await tx
    .insertInto('account_session')
    .values({
      id_hash: hashSecret(token),
      id: randomId(),
      proved_at: sql<string>`app_now()`,
      account_id: accountId,
      created_at: sql<string>`app_now()`,
      last_seen_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${lifetimes.session.seconds})`,
      device: origin.userAgent,
      network: networkOf(origin.ip),
      device_id: deviceId,
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

/**
 * Gives a live session a new id and notes that its owner has just proved who they are: after every rise of trust the old cookie
 * is worth nothing (T5). It does not live longer for it.
 * @returns the cookie's new value, its hash, and the instant of the session's end.
 * @throws Refusal UNAUTHENTICATED when it ended, or a parallel call renewed it.
 */
export async function renewSession(
  tx: Tx,
  idHash: Buffer,
): Promise<{ token: string; idHash: Buffer; expiresAt: string }> {
  const token = randomToken();
  const renewed = await tx
    .updateTable('account_session')
    .set({ id_hash: hashSecret(token), proved_at: sql<string>`app_now()` })
    .where('id_hash', '=', idHash)
    .where('ended_at', 'is', null)
    .returning(['id_hash', 'expires_at'])
    .executeTakeFirst();
  if (!renewed) return refuse('UNAUTHENTICATED');
  return { token, idHash: renewed.id_hash, expiresAt: renewed.expires_at };
}

/** @throws Refusal REAUTH (403) when the owner of a session did not prove who they are in the last five minutes (ASVS 7.5.1). */
export async function checkFreshProof(tx: Tx, idHash: Buffer): Promise<void> {
  const fresh = await tx
    .selectFrom('account_session')
    .select('id')
    .where('id_hash', '=', idHash)
    .where('proved_at', '>', sql<string>`app_now() - make_interval(secs => ${lifetimes.freshProof.seconds})`)
    .executeTakeFirst();
  if (!fresh) refuse('REAUTH');
}

/** Ends every session of an account, or every other one than `except`. */
export async function endSessionsOf(tx: Tx, accountId: string, except: Buffer | null = null): Promise<void> {
  await sql`update account_session set ended_at = app_now()
    where account_id = ${accountId} and ended_at is null and id_hash is distinct from ${except}`.execute(tx);
}

type Identified = Pick<Selectable<AccountTable>, 'id' | 'message_language'> & { isToBeSeen: boolean };

/**
 * The account of a session cookie: null when the session is unknown, ended, 12 hours old or was not used for 30 minutes, or
 * the account may not be used (R-23, T5). Counts as a use.
 */
export async function identify(token: string): Promise<Account | null> {
  const idHash = hashSecret(token);
  // Every call of somebody signed in asks this: a statement that need not be put together first.
  const [found] = await readingRows(sql<Identified>`
    select account.id, account.message_language,
      session.last_seen_at <= app_now() - make_interval(secs => ${seenSeconds}) as "isToBeSeen"
    from account_session session join account on account.id = session.account_id
    where session.id_hash = ${idHash} and ${liveSession} and account.status = 'Active'`);
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
