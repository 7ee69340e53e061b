import { checkEmail, chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNowAlone } from '#platform/clock';
import { inTransaction, reading } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { readBirthDate } from '../register/birth-date.ts';
import { countTry, endClaim, handToStaff } from '../contacts/claims.ts';
import { enter, type Entered } from './enter.ts';
import { proveCode } from './prove-code.ts';
import { provePassword } from './prove-identity.ts';
import type { SecondFactorCaller } from './second-factor.ts';
import { lockProved, type ProvedBy } from './lock-proved.ts';
import { birthDateOf, emailKeyOf, type AccountRow } from '../store.ts';
import { accountOfTicket, spendTicket } from '../tickets.ts';

/** A proof on the wire: a password, an address with a code, or a date of birth; one of the three. */
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
 * @throws Refusal SIGN_IN_OVER without a ticket of the last ten minutes, or when the account changed meanwhile; FIELDS when none or several are given; PASSWORD_WRONG;
 * CODE_WRONG, also for another address; BIRTH_DATE_WRONG with `left`; ASK_STAFF; RATE_LIMITED.
 */
export async function provePossession(given: PossessionProof, caller: SecondFactorCaller): Promise<Entered> {
  await takeLimit('signIn.ip', caller.origin.ip);
  const account = (await reading((tx) => accountOfTicket(tx, caller.ticket, 'possession'))) ?? refuse('SIGN_IN_OVER');
  const by = await prove(account, given, caller.visitId);
  return await inTransaction(async (tx) => {
    // The account first: staff who lock it end its tickets afterwards.
    const locked = (await lockProved(tx, account, ['phone_key', by])) ?? refuse('SIGN_IN_OVER');
    await spendTicket(tx, caller.ticket);
    await endClaim(tx, locked.id, 'Proved');
    await sql`update account set is_password_by_phone = false where id = ${locked.id}`.execute(tx);
    return await enter(tx, locked, { ...caller, isDeviceTrusted: given.isDeviceTrusted });
  });
}

async function prove(account: AccountRow, given: PossessionProof, visitId: string): Promise<ProvedBy> {
  const { password, email, verificationCode, dateOfBirth } = given;
  const isMixed = [password, email, dateOfBirth].filter((each) => each !== undefined).length !== 1;
  if (isMixed) refuseFields({ password: 'REQUIRED_FIELD' });
  if (password !== undefined) return await proveByPassword(account, password);
  if (email !== undefined) return await proveByEmail(account, { email, code: verificationCode ?? '', visitId });
  return await proveByBirthDate(account, dateOfBirth ?? '');
}

async function proveByPassword(account: AccountRow, password: string): Promise<ProvedBy> {
  if (account.is_password_by_phone) refuse('ILLEGAL_STATE');
  await provePassword(account, password, 'password', 'possession.account');
  return 'password_hash';
}

/** No code was ever sent to an address other than the account's; it could only be guessed. */
async function proveByEmail(
  account: AccountRow,
  given: { email: string; code: string; visitId: string },
): Promise<ProvedBy> {
  const checked = checkEmail(given.email);
  if (!checked.ok) return refuseFields({ email: checked.code });
  if (!given.code.trim()) return refuseFields({ verificationCode: 'REQUIRED_FIELD' });
  const targetKey = emailKeyOf(checked.email);
  await proveCode({ purpose: 'Login', targetKey, visitId: given.visitId }, given.code);
  if (!account.email_key?.equals(targetKey)) refuse('CODE_WRONG', undefined, { verificationCode: 'CODE_WRONG' });
  return 'email_key';
}

/** The try is counted, and staff told of the last, before anything is answered. */
async function proveByBirthDate(account: AccountRow, typed: string): Promise<ProvedBy> {
  const read = readBirthDate(typed, chinaDateOf(await readNowAlone()));
  if (!read.ok && read.code !== 'UNDER_AGE') refuseFields({ dateOfBirth: read.code });
  const isRight = read.ok && read.dateOfBirth === birthDateOf(account);
  const left = await inTransaction(async (tx) => {
    const tried = await countTry(tx, account.id);
    if (!isRight && (tried === null || tried === 0)) await handToStaff(tx, account.id);
    return tried;
  });
  if (left === null || (left === 0 && !isRight)) refuse('ASK_STAFF', undefined, { dateOfBirth: 'ASK_STAFF' });
  if (!isRight) refuse('BIRTH_DATE_WRONG', { left }, { dateOfBirth: 'BIRTH_DATE_WRONG' });
  return 'date_of_birth_sealed';
}
