import { sql } from 'kysely';
import { randomId, randomToken } from '#platform/chance';
import type { Tx } from '#platform/database';
import { hashSecret, seal, unseal } from '#platform/vault';

const placeOf = (row: string) => ({ table: 'calendar_address', row, column: 'secret' });

/** The secret of an address, and when it was made. */
export type Secret = { token: string; createdAt: string };

/** The secret of an account's address; null where it has none. */
export async function findAddress(tx: Tx, accountId: string): Promise<Secret | null> {
  const row = await tx
    .selectFrom('calendar_address')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? { token: unseal(row.secret_sealed, placeOf(row.id)), createdAt: row.created_at } : null;
}

/** Gives an account an address of 256 random bits in the place of the one it may have. Its account is locked. */
export async function replaceAddress(tx: Tx, accountId: string): Promise<Secret> {
  await deleteAddressOf(tx, accountId);
  const [id, token] = [randomId(), randomToken()];
  const { created_at: createdAt } = await tx
    .insertInto('calendar_address')
    .values({
      id,
      account_id: accountId,
      secret_hash: hashSecret(token),
      secret_sealed: seal(token, placeOf(id)),
      created_at: sql<string>`app_now()`,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return { token, createdAt };
}

/** Ends the address of an account, if it has one: whoever reads it hears from then on that there is none. */
export async function deleteAddressOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('calendar_address').where('account_id', '=', accountId).execute();
}

/** Whose address has this secret: its id and the account's; null for one that is not known. */
export async function holderOf(tx: Tx, token: string): Promise<{ id: string; accountId: string } | null> {
  const row = await tx
    .selectFrom('calendar_address')
    .select(['id', 'account_id as accountId'])
    .where('secret_hash', '=', hashSecret(token))
    .executeTakeFirst();
  return row ?? null;
}
