import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { deviceOfSession, forgetDevice, forgetDevicesOf } from './sign-in/devices.ts';
import { endSessionsOf, liveSession } from './session.ts';

/** A session as its owner sees it. */
export type OwnSession = {
  id: string;
  /** What the browser called itself. */
  device: string;
  /** The network it came from, without the last part of the address. */
  network: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  isCurrent: boolean;
};

/** The live sessions of an account, the one that asks first, then the latest used. */
export async function listSessions(
  tx: Tx,
  { accountId, idHash }: { accountId: string; idHash: Buffer },
): Promise<OwnSession[]> {
  return await tx
    .selectFrom('account_session as session')
    .select(['id', 'device', 'network', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .select('expires_at as expiresAt')
    .select(sql<boolean>`id_hash = ${idHash}`.as('isCurrent'))
    .where('account_id', '=', accountId)
    .where(liveSession)
    .orderBy('isCurrent', 'desc')
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/**
 * Ends one of the account's sessions at once, and with it its device, unless that is the one that asks.
 * @returns whether it was the one that asks.
 * @throws Refusal NOT_FOUND when it is absent, over or another account's (T8).
 */
export async function endOwnSession(
  tx: Tx,
  { accountId, idHash, id }: { accountId: string; idHash: Buffer; id: string },
): Promise<boolean> {
  const ended = await tx
    .updateTable('account_session as session')
    .set({ ended_at: sql<string>`app_now()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(liveSession)
    .returning(['id_hash', 'device_id'])
    .executeTakeFirst();
  if (!ended) return refuse('NOT_FOUND');
  const isOwn = ended.device_id !== null && ended.device_id === (await deviceOfSession(tx, idHash));
  if (ended.device_id !== null && !isOwn) await forgetDevice(tx, { accountId, idHash, id: ended.device_id });
  return ended.id_hash.equals(idHash);
}

/** Ends every other session of the account, and forgets every other device. */
export async function endOtherSessions(tx: Tx, accountId: string, idHash: Buffer): Promise<void> {
  await endSessionsOf(tx, accountId, idHash);
  await forgetDevicesOf(tx, accountId, await deviceOfSession(tx, idHash));
}
