import type { OwnPasskey } from '@exam/contract/entities';
import { sql, type Selectable } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import type { PasskeyTable } from '#platform/tables/index';
import { seal, unseal } from '#platform/vault';
import type { Credential } from './webauthn.ts';

type PasskeyRow = Selectable<PasskeyTable>;

const placeOf = (row: string) => ({ table: 'passkey', row, column: 'name' });

function present(row: PasskeyRow): OwnPasskey {
  return {
    id: row.id,
    name: unseal(row.name_sealed, placeOf(row.id)),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isSynced: row.is_synced,
  };
}

/** The passkeys of an account, oldest first, with what the library and the browser need of them. */
export async function passkeysOf(tx: Tx, accountId: string): Promise<PasskeyRow[]> {
  return await tx
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The same as their owner sees them. */
export async function listPasskeys(tx: Tx, accountId: string): Promise<OwnPasskey[]> {
  return (await passkeysOf(tx, accountId)).map((row) => present(row));
}

/** Keeps a checked passkey. @returns null when this credential is known already, whoever's it is. */
export async function insertPasskey(
  tx: Tx,
  owner: { accountId: string; userHandle: Buffer; name: string },
  credential: Credential & { isSynced: boolean },
): Promise<OwnPasskey | null> {
  const id = randomId();
  const row = await tx
    .insertInto('passkey')
    .values({
      id,
      account_id: owner.accountId,
      credential_id: credential.id,
      public_key: credential.publicKey,
      user_handle: owner.userHandle,
      counter: credential.counter,
      transports: credential.transports,
      is_synced: credential.isSynced,
      name_sealed: seal(owner.name, placeOf(id)),
      created_at: sql<string>`app_now()`,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? present(row) : null;
}

/** Renames a passkey of the account; null when it has none of this id. */
export async function namePasskey(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  name: string,
): Promise<OwnPasskey | null> {
  const row = await tx
    .updateTable('passkey')
    .set({ name_sealed: seal(name, placeOf(id)) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  return row ? present(row) : null;
}

/** Removes a passkey of the account for good. @returns whether it had one of this id. */
export async function deletePasskey(tx: Tx, { accountId, id }: { accountId: string; id: string }): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Removes every passkey and open challenge of an account that is being closed. */
export async function deletePasskeysOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('passkey_challenge').where('account_id', '=', accountId).execute();
}

/** The passkey of a credential id, locked until the transaction ends; null when nobody has it. */
export async function lockByCredential(tx: Tx, credentialId: Buffer): Promise<PasskeyRow | null> {
  const row = await tx
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Notes a use: the device's new count, and whether the passkey is kept with other devices by now. */
export async function noteUse(tx: Tx, id: string, use: { counter: number; isSynced: boolean }): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ counter: use.counter, is_synced: use.isSynced, last_used_at: sql<string>`app_now()` })
    .where('id', '=', id)
    .execute();
}
