import { inTransaction, reading } from '#platform/database';
import { hashPassword } from '#platform/vault';
import { deviceOfSession, forgetDevicesOf } from '../sign-in/devices.ts';
import { checkNewPassword, type NewPassword, writePassword } from './new-password.ts';
import { provePassword, type Own } from '../sign-in/prove-identity.ts';
import { tellSecurity } from '../security-events.ts';
import { endSessionsOf, renewSession } from '../session.ts';
import { accountById, lockAccount, openContacts } from '../store.ts';
import { endTicketsOf } from '../tickets.ts';

/**
 * Changes the password, with the present one as proof (ASVS 6.2.3). Every other session, device and half-finished sign-in ends, this one gets a new id, and the
 * owner is told by both channels.
 * @throws Refusal FIELDS, PASSWORDS_DIFFER, PASSWORD_COMMON; PASSWORD_WRONG; RATE_LIMITED.
 */
export async function changePassword(given: NewPassword & { originalPassword: string }, own: Own) {
  const account = await reading((tx) => accountById(tx, own.account.id));
  checkNewPassword(given, openContacts(account).phone);
  await provePassword(account, given.originalPassword, 'originalPassword');
  const passwordHash = await hashPassword(given.password);
  return await inTransaction(async (tx) => {
    await lockAccount(tx, account.id);
    const session = await renewSession(tx, own.session.idHash);
    await endSessionsOf(tx, account.id, session.idHash);
    await endTicketsOf(tx, account.id);
    await forgetDevicesOf(tx, account.id, await deviceOfSession(tx, session.idHash));
    await writePassword(tx, account.id, { passwordHash, isByPhone: account.is_password_by_phone });
    await tellSecurity(tx, 'passwordChanged', [account]);
    return { account, session };
  });
}
