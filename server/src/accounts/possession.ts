import { checkEmail, chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNowAlone } from '#platform/clock';
import { inTransaction, reading } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { readBirthDate } from './birth-date.ts';
import { countTry, endClaim, handToStaff } from './claims.ts';
import { enter, type Entered } from './enter.ts';
import { proveCode } from './prove-code.ts';
import { provePassword } from './prove-identity.ts';
import type { SecondFactorCaller } from './second-factor.ts';
import { emailKeyOf, lockAccount, type AccountRow } from './store.ts';
import { accountOfTicket, spendTicket } from './tickets.ts';

/** A proof as it stands on the wire: a password, an address with a code, or a date of birth; one of the three. */
export type PossessionProof = {
  password?: string | undefined;
  email?: string | undefined;
  verificationCode?: string | undefined;
  dateOfBirth?: string | undefined;
  isDeviceTrusted?: boolean | undefined;
};

/**
 * Shows that the account with one's number is one's own, and signs in (S-19): by its password, by a Login code to its e-mail
 * address, or by its date of birth, which may be tried three times; then staff are told.
 * @throws Refusal SIGN_IN_OVER without a ticket of the last ten minutes; FIELDS when none or several are given; PASSWORD_WRONG;
 * CODE_WRONG, also for another address; BIRTH_DATE_WRONG with `left`; ASK_STAFF; RATE_LIMITED.
 */
export async function provePossession(given: PossessionProof, caller: SecondFactorCaller): Promise<Entered> {
  await takeLimit('signIn.ip', caller.origin.ip);
  const account = (await reading((tx) => accountOfTicket(tx, caller.ticket, 'possession'))) ?? refuse('SIGN_IN_OVER');
  await prove(account, given, caller.visitId);
  return await inTransaction(async (tx) => {
    await spendTicket(tx, caller.ticket);
    const locked = await lockAccount(tx, account.id);
    await endClaim(tx, locked.id, 'Proved');
    await sql`update account set is_password_by_phone = false where id = ${locked.id}`.execute(tx);
    return await enter(tx, locked, { ...caller, isDeviceTrusted: given.isDeviceTrusted });
  });
}

async function prove(account: AccountRow, given: PossessionProof, visitId: string): Promise<void> {
  const { password, email, verificationCode, dateOfBirth } = given;
  const isMixed = [password, email, dateOfBirth].filter((each) => each !== undefined).length !== 1;
  if (isMixed) refuseFields({ password: 'REQUIRED_FIELD' });
  if (password !== undefined) await proveByPassword(account, password);
  else if (email !== undefined) await proveByEmail(account, { email, code: verificationCode ?? '', visitId });
  else await proveByBirthDate(account, dateOfBirth ?? '');
}

async function proveByPassword(account: AccountRow, password: string): Promise<void> {
  if (account.is_password_by_phone) refuse('ILLEGAL_STATE');
  await provePassword(account, password, 'password');
}

/** Of another address than the account's the code was never sent; it could only be guessed. */
async function proveByEmail(account: AccountRow, given: { email: string; code: string; visitId: string }) {
  const checked = checkEmail(given.email);
  if (!checked.ok) return refuseFields({ email: checked.code });
  if (!given.code.trim()) return refuseFields({ verificationCode: 'REQUIRED_FIELD' });
  const targetKey = emailKeyOf(checked.email);
  await proveCode({ purpose: 'Login', targetKey, visitId: given.visitId }, given.code);
  if (!account.email_key?.equals(targetKey)) refuse('CODE_WRONG', undefined, { verificationCode: 'CODE_WRONG' });
}

/** The try is counted, and staff told of the last, before anything is answered. */
async function proveByBirthDate(account: AccountRow, typed: string): Promise<void> {
  const read = readBirthDate(typed, chinaDateOf(await readNowAlone()));
  if (!read.ok && read.code !== 'UNDER_AGE') refuseFields({ dateOfBirth: read.code });
  const isRight = read.ok && read.dateOfBirth === account.date_of_birth;
  const left = await inTransaction(async (tx) => {
    const tried = await countTry(tx, account.id);
    if (!isRight && (tried === null || tried === 0)) await handToStaff(tx, account.id);
    return tried;
  });
  if (left === null || (left === 0 && !isRight)) refuse('ASK_STAFF', undefined, { dateOfBirth: 'ASK_STAFF' });
  if (!isRight) refuse('BIRTH_DATE_WRONG', { left }, { dateOfBirth: 'BIRTH_DATE_WRONG' });
}
