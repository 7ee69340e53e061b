import { checkPassword } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';

/** A new password typed twice. */
export type NewPassword = { password: string; confirmPassword: string };

/**
 * Checks a new password before anything is spent for it.
 * @param phoneNumber 11 digits, which it may not contain; null or absent where there are none, or the caller must not learn them.
 * @throws Refusal PASSWORDS_DIFFER, PASSWORD_COMMON or FIELDS.
 */
export function checkNewPassword(given: NewPassword, phoneNumber?: string | null): void {
  const [failed] = checkPassword(given.password, phoneNumber ? { phoneNumber } : {});
  const fields = {
    ...(failed && { password: failed }),
    ...(given.password !== given.confirmPassword && { confirmPassword: 'PASSWORDS_DIFFER' }),
  };
  if (failed === 'PASSWORD_COMMON') refuse('PASSWORD_COMMON', undefined, fields);
  if (!failed && given.password !== given.confirmPassword) refuse('PASSWORDS_DIFFER', undefined, fields);
  if (failed) refuseFields(fields);
}

/**
 * Writes the hash of a new password.
 * @param isByPhone whether a code to the phone was all that was proved, on a device that the account does not know (S-19).
 */
export async function writePassword(
  tx: Tx,
  accountId: string,
  { passwordHash, isByPhone }: { passwordHash: string; isByPhone: boolean },
): Promise<void> {
  await sql`update account set password_hash = ${passwordHash}, is_password_by_phone = ${isByPhone} where id = ${accountId}`.execute(
    tx,
  );
}
