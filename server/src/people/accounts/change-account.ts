import { checkEmail, normaliseMainlandMobile } from '@exam/contract/rules';
import { sql } from 'kysely';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { seal } from '#platform/vault';
import type { Purpose } from '#people/verification';
import { deviceOfSession, forgetDevicesOf } from './sign-in/devices.ts';
import { keptUntil } from './contacts/kept-contacts.ts';
import { proveCode } from './sign-in/prove-code.ts';
import type { Own } from './sign-in/prove-identity.ts';
import { checkChannels } from './save-information.ts';
import { tellSecurity } from './security-events.ts';
import { checkFreshProof, endSessionsOf, renewSession } from './session.ts';
import { accountById, emailKeyOf, holderOf, lockAccount, phoneKeyOf, type AccountRow } from './store.ts';

/** A change of phone or e-mail on the wire; `verificationCode` came to the new number or address. */
export type AccountChange = {
  userNameType: 'PhoneNumber' | 'Email';
  verificationCodeType: Purpose;
  account: string;
  verificationCode: string;
  isReceiveMessage?: boolean;
};

type Target = { purpose: Purpose; by: { phone: string } | { email: string }; key: Buffer };

/**
 * Moves an account to another phone (ModifyUserName), binds an e-mail address (BindEmail) or changes it (ModifyEmail), with a
 * code to the new one and a fresh proof of identity (R-22, R-96, ASVS 7.5.1). The session gets a new id; with the phone every
 * other session and device ends. Old and new number or address are told.
 * @throws Refusal REAUTH (403) without a proof of the last five minutes; FIELDS; ILLEGAL_STATE when there is an address to bind
 * over, none to change, or another account took it meanwhile; CODE_WRONG; RECEIVE_CHANNEL_REQUIRED; RATE_LIMITED.
 */
export async function changeAccount(given: AccountChange, own: Own) {
  await reading((tx) => checkFreshProof(tx, own.session.idHash));
  const target = targetOf(given);
  checkPurpose(await reading((tx) => accountById(tx, own.account.id)), target);
  await proveCode({ purpose: target.purpose, targetKey: target.key, visitId: own.visitId }, given.verificationCode);
  return await inTransaction(async (tx) => {
    const before = await lockAccount(tx, own.account.id);
    checkPurpose(before, target);
    await writeContact(tx, before, target, given.isReceiveMessage);
    const account = await accountById(tx, before.id);
    checkChannels(account);
    const session = await renewSession(tx, own.session.idHash);
    const isPhone = 'phone' in target.by;
    if (isPhone) {
      await endSessionsOf(tx, account.id, session.idHash);
      await forgetDevicesOf(tx, account.id, await deviceOfSession(tx, session.idHash));
    }
    await tellSecurity(tx, isPhone ? 'phoneChanged' : 'emailChanged', [before, account]);
    return { account, session };
  });
}

function targetOf({ userNameType, verificationCodeType: purpose, account }: AccountChange): Target {
  if (userNameType === 'PhoneNumber') {
    if (purpose !== 'ModifyUserName') return refuseFields({ verificationCodeType: 'INVALID_FORMAT' });
    const phone = normaliseMainlandMobile(account) ?? refuseFields({ account: 'PHONE_INVALID' });
    return { purpose, by: { phone }, key: phoneKeyOf(phone) };
  }
  if (purpose !== 'BindEmail' && purpose !== 'ModifyEmail')
    return refuseFields({ verificationCodeType: 'INVALID_FORMAT' });
  const checked = checkEmail(account);
  if (!checked.ok) return refuseFields({ account: checked.code });
  return { purpose, by: { email: checked.email }, key: emailKeyOf(checked.email) };
}

function checkPurpose(account: AccountRow, { purpose }: Target): void {
  const isBound = account.email_key !== null;
  if ((purpose === 'BindEmail' && isBound) || (purpose === 'ModifyEmail' && !isBound)) refuse('ILLEGAL_STATE');
}

/**
 * Writes the number or address of an account that is locked. To one that is taken or kept no code was ever sent (T4); only two owners
 * of one mailbox can meet here, or staff who were told of it.
 * @throws Refusal ILLEGAL_STATE when it is taken or kept.
 */
export async function writeContact(
  tx: Tx,
  { id: row }: Pick<AccountRow, 'id'>,
  { by, key }: Pick<Target, 'by' | 'key'>,
  isReceiving?: boolean,
): Promise<void> {
  await checkFree(tx, { id: row }, { by, key });
  const place = { table: 'account', row };
  const set =
    'phone' in by
      ? {
          phone_key: key,
          phone_sealed: seal(by.phone, { ...place, column: 'phone' }),
          ...(isReceiving !== undefined && { is_phone_receiving: isReceiving }),
        }
      : {
          email_key: key,
          email_sealed: seal(by.email, { ...place, column: 'email' }),
          ...(isReceiving !== undefined && { is_email_receiving: isReceiving }),
        };
  await tx.updateTable('account').set(set).where('id', '=', row).execute();
}

/** Nobody else takes the number or address until the transaction ends. @throws Refusal ILLEGAL_STATE when it is taken or kept. */
export async function checkFree(
  tx: Tx,
  account: Pick<AccountRow, 'id'>,
  { by, key }: Pick<Target, 'by' | 'key'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key.toString('hex')}, 2))`.execute(tx);
  const holder = await holderOf(tx, by);
  if ((holder && holder.id !== account.id) || (await keptUntil(tx, key)) !== null) refuse('ILLEGAL_STATE');
}
