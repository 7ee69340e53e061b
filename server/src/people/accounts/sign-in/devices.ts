import { sql } from 'kysely';
import { randomId, randomToken } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { lifetimes } from '#platform/limits/table';
import { networkOf } from '#platform/limits/caller';
import { hashSecret } from '#platform/vault';
import type { Origin } from '../session.ts';

/** A browser that an account signed in from before. Trusted: no second step is asked for there. */
export type KnownDevice = { id: string; isTrusted: boolean };

/** SQL: whether an account still knows its device. */
export const isKnown = sql<boolean>`device.last_seen_at > app_now() - make_interval(secs => ${lifetimes.knownDevice.seconds})`;

/** The account's device with this cookie; null when it has none, and for an account that there is not. */
export async function knownDevice(
  tx: Tx,
  { accountId, token }: { accountId: string | null; token: string | null },
): Promise<KnownDevice | null> {
  const found = await tx
    .selectFrom('account_device as device')
    .select('id')
    .select(sql<boolean>`coalesce(trusted_until > app_now(), false)`.as('isTrusted'))
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hashSecret(token ?? ''))
    .where(isKnown)
    .executeTakeFirst();
  return found ?? null;
}

type Arrival = {
  accountId: string;
  /** What the browser's cookie said. */
  token: string | null;
  origin: Origin;
  /** From now on for 30 days; otherwise trust stays as it was. */
  isTrusted: boolean;
};

/**
 * Notes that an account signed in from a browser. Its cookie gets a new value, for every account that was used there, so that a
 * copy of the old one is worth nothing.
 * @returns the device's id and the cookie's new value.
 */
export async function noteDevice(tx: Tx, { accountId, token, origin, isTrusted }: Arrival) {
  const next = randomToken();
  const hash = hashSecret(next);
  if (token !== null)
    await sql`update account_device set token_hash = ${hash} where token_hash = ${hashSecret(token)}`.execute(tx);
  const until = isTrusted
    ? sql<string>`app_now() + make_interval(secs => ${lifetimes.trustedDevice.seconds})`
    : sql<string | null>`null`;
  const seen = { device: origin.userAgent, network: networkOf(origin.ip), last_seen_at: sql<string>`app_now()` };
  const { id } = await tx
    .insertInto('account_device')
    .values({
      id: randomId(),
      account_id: accountId,
      token_hash: hash,
      created_at: sql<string>`app_now()`,
      trusted_until: until,
      ...seen,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'token_hash']).doUpdateSet({
        ...seen,
        ...(isTrusted && { trusted_until: until }),
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token: next };
}

/** A device as its owner sees it. */
export type OwnDevice = {
  id: string;
  /** What the browser called itself. */
  device: string;
  /** The network it came from, without the last part of the address. */
  network: string;
  createdAt: string;
  lastSeenAt: string;
  /** Null when it is not trusted, or not any more. */
  trustedUntil: string | null;
  isCurrent: boolean;
};

/** The devices that an account signed in from, the one that asks first, then the latest used. */
export async function listDevices(
  tx: Tx,
  { accountId, idHash }: { accountId: string; idHash: Buffer },
): Promise<OwnDevice[]> {
  return await tx
    .selectFrom('account_device as device')
    .select(['id', 'device', 'network', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .select(sql<string | null>`case when trusted_until > app_now() then trusted_until end`.as('trustedUntil'))
    .select(sql<boolean>`id is not distinct from ${deviceOf(idHash)}`.as('isCurrent'))
    .where('account_id', '=', accountId)
    .where(isKnown)
    .orderBy('isCurrent', 'desc')
    .orderBy('last_seen_at', 'desc')
    .execute();
}

/**
 * Forgets one of the account's devices: its trust and its sessions end at once.
 * @returns whether it was the one that asks.
 * @throws Refusal NOT_FOUND when it is absent or another account's (T8).
 */
export async function forgetDevice(
  tx: Tx,
  { accountId, idHash, id }: { accountId: string; idHash: Buffer; id: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('account_device')
    .select(sql<boolean>`id is not distinct from ${deviceOf(idHash)}`.as('isCurrent'))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!found) return refuse('NOT_FOUND');
  await sql`update account_session set ended_at = app_now() where device_id = ${id} and ended_at is null`.execute(tx);
  await sql`delete from account_device where id = ${id} and account_id = ${accountId}`.execute(tx);
  return found.isCurrent;
}

/** Forgets every device of an account but `except`: after a change of phone or password, each has to prove itself again (T5). */
export async function forgetDevicesOf(tx: Tx, accountId: string, except: string | null = null): Promise<void> {
  await sql`delete from account_device where account_id = ${accountId} and id is distinct from ${except}`.execute(tx);
}

/** Ends the trust in a device: it is still known, and asks for the second step again. */
export async function endTrust(tx: Tx, id: string): Promise<void> {
  await sql`update account_device set trusted_until = null where id = ${id}`.execute(tx);
}

/** The device of a session; null for a session that has none. */
export async function deviceOfSession(tx: Tx, idHash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select ${deviceOf(idHash)} as id`.execute(tx);
  return rows[0]?.id ?? null;
}

function deviceOf(idHash: Buffer) {
  return sql<string | null>`(select device_id from account_session where id_hash = ${idHash})`;
}
