import { checkEmail, normaliseMainlandMobile } from '@exam/contract/rules';
import { inTransaction, reading } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { hashPassword } from '#platform/vault';
import { endTrust, forgetDevicesOf, knownDevice } from '../sign-in/devices.ts';
import { checkNewPassword, type NewPassword, writePassword } from './new-password.ts';
import { proveCode } from '../sign-in/prove-code.ts';
import { tellSecurity } from '../security-events.ts';
import { endSessionsOf } from '../session.ts';
import { emailKeyOf, findAccount, openContacts, phoneKeyOf } from '../store.ts';
import { endTicketsOf } from '../tickets.ts';

/** A forgotten password on the wire. */
export type PasswordReset = NewPassword & {
  forgetPasswordType: 'PhoneNumber' | 'Email';
  userName: string;
  verificationCode: string;
};

type Caller = { visitId: string; ip: string; deviceToken: string | null };

/**
 * Sets a new password for the owner of a phone or an address (T2, T4). Every session and the trust in every
 * device end and nobody is signed in, so that whatever a sign-in by password asks for beside it is still asked for (ASVS 6.3.4).
 * With a code to the phone on a device that the account does not know, the new password proves no more than the phone (S-19). The owner is told by both channels.
 * @throws Refusal FIELDS, PASSWORDS_DIFFER, PASSWORD_COMMON; CODE_WRONG, also where there is no account; RATE_LIMITED.
 */
export async function resetPassword(given: PasswordReset, caller: Caller): Promise<void> {
  const who = identify(given);
  checkNewPassword(given, 'phone' in who.by ? who.by.phone : undefined);
  await takeLimit('reset.ip', caller.ip);
  const proof = {
    purpose: 'ForgetPassword' as const,
    targetKey: who.key,
    visitId: caller.visitId,
    deviceToken: caller.deviceToken,
  };
  await proveCode(proof, given.verificationCode);
  const account = await reading((tx) => findAccount(tx, who.by));
  // For a number without an account the code was never sent; it could only be guessed.
  if (!account) refuse('CODE_WRONG', undefined, { verificationCode: 'CODE_WRONG' });
  checkNewPassword(given, openContacts(account).phone);
  const passwordHash = await hashPassword(given.password);
  await inTransaction(async (tx) => {
    const device = await knownDevice(tx, { accountId: account.id, token: caller.deviceToken });
    await writePassword(tx, account.id, { passwordHash, isByPhone: 'phone' in who.by && device === null });
    await endSessionsOf(tx, account.id);
    await endTicketsOf(tx, account.id);
    await forgetDevicesOf(tx, account.id, device && device.id);
    if (device) await endTrust(tx, device.id);
    await tellSecurity(tx, 'passwordChanged', [account]);
  });
}

function identify({ forgetPasswordType, userName }: PasswordReset) {
  if (forgetPasswordType === 'PhoneNumber') {
    const phone = normaliseMainlandMobile(userName) ?? refuseFields({ userName: 'PHONE_INVALID' });
    return { by: { phone }, key: phoneKeyOf(phone) };
  }
  const checked = checkEmail(userName);
  if (!checked.ok) return refuseFields({ userName: checked.code });
  return { by: { email: checked.email }, key: emailKeyOf(checked.email) };
}
