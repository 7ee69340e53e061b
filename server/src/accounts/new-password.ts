import { checkPassword } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';

/** A new password typed twice. */
export type NewPassword = { password: string; confirmPassword: string };

/**
 * Checks a new password before anything is spent for it.
 * @param phoneNumber 11 digits, which it may not contain; absent where the caller must not learn them.
 * @throws Refusal PASSWORDS_DIFFER, PASSWORD_COMMON or FIELDS.
 */
export function checkNewPassword(given: NewPassword, phoneNumber?: string): void {
  const [failed] = checkPassword(given.password, phoneNumber === undefined ? {} : { phoneNumber });
  const fields = {
    ...(failed && { password: failed }),
    ...(given.password !== given.confirmPassword && { confirmPassword: 'PASSWORDS_DIFFER' }),
  };
  if (failed === 'PASSWORD_COMMON') refuse('PASSWORD_COMMON', undefined, fields);
  if (!failed && given.password !== given.confirmPassword) refuse('PASSWORDS_DIFFER', undefined, fields);
  if (failed) refuseFields(fields);
}

/** Writes the hash of a new password. */
export async function writePassword(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await sql`update account set password_hash = ${passwordHash} where id = ${accountId}`.execute(tx);
}
