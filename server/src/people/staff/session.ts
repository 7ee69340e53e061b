import { permissionsOf } from '@exam/contract/staff';
import { sql } from 'kysely';
import { randomToken } from '#platform/chance';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { lifetimes } from '#platform/limits/table';
import { networkOf } from '#platform/limits/caller';
import type { StaffIdentity } from '#platform/staff-http';
import { hashSecret } from '#platform/vault';
import { officesOfStaff, rolesOf } from './store.ts';

/** A session's last use is written at most this often. */
const seenSeconds = 60;

/** Neither ended nor 12 hours old nor unused for 30 minutes (T5); the table is called `session`. */
export const liveSession = sql<boolean>`session.ended_at is null and session.expires_at > app_now()
  and session.last_seen_at > app_now() - make_interval(secs => ${lifetimes.idleSession.seconds})`;

/** Where a session was begun. */
export type Origin = { ip: string; userAgent: string };

/** Until when the proof of a session counts as fresh; null when it does not now. */
const freshUntil = sql<string | null>`
  case when session.proved_at > app_now() - make_interval(secs => ${lifetimes.freshProof.seconds})
    then session.proved_at + make_interval(secs => ${lifetimes.freshProof.seconds}) end`;

/**
 * Begins a session of the console for somebody who has just proved who they are: 256 random bits for the cookie, their hash in
 * the database (S-2, T5).
 * @returns the cookie's value.
 */
export async function beginStaffSession(tx: Tx, staffId: string, origin: Origin): Promise<string> {
  const token = randomToken();
  await sql`
    insert into staff_session (id_hash, staff_id, created_at, last_seen_at, expires_at, proved_at, device, network)
    values (${hashSecret(token)}, ${staffId}, app_now(), app_now(), app_now() + make_interval(secs => ${lifetimes.session.seconds}),
      app_now(), ${origin.userAgent}, ${networkOf(origin.ip)})`.execute(tx);
  await sql`update staff_account set last_sign_in_at = app_now() where id = ${staffId}`.execute(tx);
  return token;
}

/**
 * Gives a live session a new id and notes the proof: after every rise of trust the old cookie is worth nothing (T5).
 * @returns the cookie's new value.
 * @throws Refusal UNAUTHENTICATED when it ended, or a parallel call renewed it.
 */
export async function renewSession(tx: Tx, idHash: Buffer): Promise<string> {
  const token = randomToken();
  const renewed = await tx
    .updateTable('staff_session')
    .set({ id_hash: hashSecret(token), proved_at: sql<string>`app_now()` })
    .where('id_hash', '=', idHash)
    .where('ended_at', 'is', null)
    .returning('id_hash')
    .executeTakeFirst();
  return renewed ? token : refuse('UNAUTHENTICATED');
}

/** Ends one session at once. */
export async function endSession(tx: Tx, idHash: Buffer): Promise<void> {
  await sql`update staff_session set ended_at = app_now() where id_hash = ${idHash} and ended_at is null`.execute(tx);
}

/** Ends every session of a person, or every other one than `except`. @returns how many. */
export async function endSessionsOf(tx: Tx, staffId: string, except: Buffer | null = null): Promise<number> {
  const { numAffectedRows } = await sql`update staff_session set ended_at = app_now()
    where staff_id = ${staffId} and ended_at is null and id_hash is distinct from ${except}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Whose session a cookie is: null when it is unknown, ended, 12 hours old or was not used for 30 minutes, or the account is
 * locked. Rights are read again each time, so that a change holds at once. Counts as a use.
 */
export async function identifyStaff(token: string): Promise<StaffIdentity | null> {
  const idHash = hashSecret(token);
  const found = await reading((tx) =>
    tx
      .selectFrom('staff_session as session')
      .innerJoin('staff_account as staff', 'staff.id', 'session.staff_id')
      .select(['staff.id', 'staff.name', 'staff.language', 'staff.roles', 'staff.is_all_offices'])
      .select(officesOfStaff.as('offices'))
      .select(freshUntil.as('freshUntil'))
      .select(sql<boolean>`session.last_seen_at <= app_now() - make_interval(secs => ${seenSeconds})`.as('isToBeSeen'))
      .where('session.id_hash', '=', idHash)
      .where(liveSession)
      .where('staff.status', '=', 'Active')
      .executeTakeFirst(),
  );
  if (!found) return null;
  if (found.isToBeSeen) await inTransaction((tx) => noteUse(tx, idHash));
  const { id, name, language, is_all_offices, offices } = found;
  return {
    staff: {
      id,
      name,
      language,
      permissions: permissionsOf(rolesOf(found.roles)),
      offices: is_all_offices ? 'all' : offices,
    },
    isFresh: found.freshUntil !== null,
  };
}

async function noteUse(tx: Tx, idHash: Buffer): Promise<void> {
  await sql`update staff_session set last_seen_at = app_now() where id_hash = ${idHash} and ended_at is null`.execute(
    tx,
  );
}

/** A person's live sessions, the newest first; `idHash` is the one that asks. */
export async function listSessions(tx: Tx, staffId: string, idHash: Buffer) {
  const rows = await tx
    .selectFrom('staff_session as session')
    .select(['device', 'network', 'created_at', 'last_seen_at', 'expires_at', 'id_hash'])
    .where('staff_id', '=', staffId)
    .where(liveSession)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  const list = rows.map(({ device, network, created_at, last_seen_at, expires_at, id_hash }) => ({
    device,
    network,
    createdAt: created_at,
    lastSeenAt: last_seen_at,
    expiresAt: expires_at,
    isCurrent: id_hash.equals(idHash),
  }));
  return { list };
}

/** The ends of a session: of itself, and of the freshness of its proof. */
export async function readSession(tx: Tx, idHash: Buffer): Promise<{ expiresAt: string; freshUntil: string | null }> {
  const row = await tx
    .selectFrom('staff_session as session')
    .select('session.expires_at')
    .select(freshUntil.as('freshUntil'))
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row ? { expiresAt: row.expires_at, freshUntil: row.freshUntil } : refuse('UNAUTHENTICATED');
}
