import type { Tx } from '#platform/database';
import { type AccountRow, lockAccount } from '../store.ts';

/** What somebody proved themselves by: the column that it was compared with. */
export type ProvedBy = 'password_hash' | 'phone_key' | 'email_key' | 'date_of_birth_sealed';

/**
 * Locks the account of somebody who has just proved themselves. A password or a code is compared before any row is locked, because that
 * takes long; what was compared may have changed meanwhile.
 * @param proved the account as it was when the proof was compared with it
 * @returns null when it may not be used any more, or the proof is of what it was and not of what it is.
 */
export async function lockProved(tx: Tx, proved: AccountRow, by: readonly ProvedBy[]): Promise<AccountRow | null> {
  const account = await lockAccount(tx, proved.id);
  const isSame = by.every((column) => isEqual(account[column], proved[column]));
  return account.status === 'Active' && isSame ? account : null;
}

function isEqual(one: Buffer | string | null, other: Buffer | string | null): boolean {
  return one instanceof Buffer && other instanceof Buffer ? one.equals(other) : one === other;
}
