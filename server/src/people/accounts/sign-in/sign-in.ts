import { bareNumber, checkEmail, normaliseMainlandMobile } from '@exam/contract/rules';
import { inTransaction, reading } from '#platform/database';
import { Refusal, refuse, refuseFields } from '#platform/errors';
import { clearLimit, isLimitReached, noteTake, takeLimit } from '#platform/limits';
import { networkOf } from '#platform/limits/caller';
import { isCrowded, isPasswordRight } from '#platform/vault';
import { issueCode, spendCaptcha } from '#people/verification';
import { knownDevice, type KnownDevice } from './devices.ts';
import { askPossession, askSecondFactor, enter, isStranger, type Arrived, type Arriving } from './enter.ts';
import { proveCode } from './prove-code.ts';
import { lockProved, type ProvedBy } from './lock-proved.ts';
import { emailKeyOf, findAccount, phoneKeyOf, type AccountRow } from '../store.ts';

/** A sign-in on the wire. */
export type SignIn = {
  loginType: 'VerificationCode' | 'Password';
  mobile?: string | null;
  mobileOrEmail?: string | null;
  password?: string | null;
  verificationCode?: string | null;
  captchaVerifyId?: string | null;
  isDeviceTrusted?: boolean | undefined;
};

type Caller = Arriving & { visitId: string };

/**
 * Signs in by a code to the phone or to the bound e-mail address, or by password. Always a new session; the one the browser had ends
 * (T5). A password asks for a second step on a device that is not trusted, and after three wrong ones in a day; so does a code by
 * e-mail, which does not prove the phone. A code by SMS asks for more only where a new holder of the number could
 * otherwise get into another person's account (S-19).
 * @throws Refusal CODE_WRONG; ACCOUNT_NEW after a right code to a number without an account; SIGN_IN_FAILED; CAPTCHA_REQUIRED after three wrong passwords, while a crowd of strangers waits for theirs to be
 * compared, or after ten codes where none was sent;
 * RATE_LIMITED; FIELDS for what is missing or misspelt. Nothing tells whether there is an account: the work, the limits and the answers
 * are those of the identifier
 * that was typed (T4).
 */
export async function signIn(given: SignIn, caller: Caller): Promise<Arrived> {
  const proved = given.loginType === 'Password' ? await byPassword(given, caller) : await byCode(given, caller);
  return await inTransaction(async (tx) => {
    const account = await lockProved(tx, proved.account, proved.by);
    if (!account) return proved.refuse();
    if (proved.isSecondStepDue) return await askSecondFactor(tx, account);
    if (proved.isByPhone && (await isStranger(tx, account, caller.deviceToken)))
      return await askPossession(tx, account);
    return await enter(tx, account, { ...caller, isDeviceTrusted: given.isDeviceTrusted });
  });
}

type Proved = {
  account: AccountRow;
  by: readonly ProvedBy[];
  isByPhone: boolean;
  isSecondStepDue: boolean;
  /** As for what is wrong, when the account changed while it was compared. */
  refuse: () => never;
};

async function byCode(given: SignIn, { visitId, origin, deviceToken }: Caller): Promise<Proved> {
  const { who, code } = readCode(given);
  await takeLimit('signIn.ip', origin.ip);
  await proveCode({ purpose: 'Login', targetKey: who.targetKey, visitId, deviceToken }, code, 'verificationCode', () =>
    askForCaptcha('signIn.blind', origin.ip, { verifyId: given.captchaVerifyId ?? null, visitId }),
  );
  const account = await reading((tx) => findAccount(tx, who.by));
  const isByPhone = 'phone' in who.by;
  if (!account) return isByPhone ? await leadToRegister({ targetKey: who.targetKey, visitId, code }) : refuseCode();
  const isSecondStepDue = !isByPhone && (await lacksPhoneProof(account, deviceToken));
  return { account, by: [columnOf(who)], isByPhone, isSecondStepDue, refuse: refuseCode };
}

/**
 * Whoever holds a number that has no account is led to open one, and the code they have proved it with serves there too: nobody types
 * a second one.
 * @throws Refusal ACCOUNT_NEW
 */
async function leadToRegister({ code, ...to }: { targetKey: Buffer; visitId: string; code: string }): Promise<never> {
  await inTransaction((tx) => issueCode(tx, { purpose: 'Register', ...to }, bareNumber(code)));
  return refuse('ACCOUNT_NEW');
}

const refuseCode = () => refuse('CODE_WRONG', undefined, { verificationCode: 'CODE_WRONG' });
const refusePassword = () => refuse('SIGN_IN_FAILED');
const columnOf = ({ by }: Identifier): ProvedBy => ('phone' in by ? 'phone_key' : 'email_key');

function readCode({ mobile, mobileOrEmail, verificationCode }: SignIn): { who: Identifier; code: string } {
  const who = identifierOf(mobile ?? mobileOrEmail ?? '');
  const code = verificationCode?.trim();
  if (who && code) return { who, code };
  const isAddress = mobileOrEmail?.includes('@') === true;
  return refuseFields({
    ...(!who && isAddress && { mobileOrEmail: 'INVALID_FORMAT' }),
    ...(!who && !isAddress && { mobile: 'PHONE_INVALID' }),
    ...(!code && { verificationCode: 'REQUIRED_FIELD' }),
  });
}

/** A mailbox alone opens no account that has a phone, as it does not by a new password (R-17, ASVS 6.3.4). */
async function lacksPhoneProof(account: AccountRow, token: string | null): Promise<boolean> {
  if (account.phone_key === null) return false;
  const device = await reading((tx) => knownDevice(tx, { accountId: account.id, token }));
  return device?.isTrusted !== true;
}

async function byPassword(given: SignIn, { visitId, origin, deviceToken }: Caller): Promise<Proved> {
  const { who, password } = readPassword(given);
  checkCrowd(given, deviceToken);
  await takeLimit('signIn.ip', origin.ip);
  const account = await reading((tx) => findAccount(tx, who.by));
  const accountId = account && account.id;
  const device = await reading((tx) => knownDevice(tx, { accountId, token: deviceToken }));
  const from = { key: who.key, network: `${who.key}\n${networkOf(origin.ip)}`, device };
  await takeTry(from, { verifyId: given.captchaVerifyId ?? null, visitId });
  const isRight = await isPasswordRight(password, account?.password_hash ?? null, device !== null);
  // Counted by what was typed where there is no account, so that the work is the same (T4).
  const wrongOf = accountId ?? who.key;
  if (!isRight) await noteTake('signIn.wrong', wrongOf);
  if (!account || !isRight) return refusePassword();
  await giveTriesBack(from);
  const isTrusted = device?.isTrusted === true && !(await isLimitReached('signIn.wrong', wrongOf));
  const by = ['password_hash', columnOf(who)] as const;
  return { account, by, isByPhone: false, isSecondStepDue: !isTrusted, refuse: refusePassword };
}

/** Before the database is asked anything: in a crowd whoever brings neither a device nor a captcha costs nothing (T3). */
function checkCrowd({ captchaVerifyId }: SignIn, deviceToken: string | null): void {
  if (isCrowded() && deviceToken === null && !captchaVerifyId) refuse('CAPTCHA_REQUIRED');
}

function readPassword({ mobileOrEmail, mobile, password }: SignIn): { who: Identifier; password: string } {
  const who = identifierOf(mobileOrEmail ?? mobile ?? '');
  if (who && password) return { who, password };
  return refuseFields({
    ...(!who && { mobileOrEmail: 'INVALID_FORMAT' }),
    ...(!password && { password: 'REQUIRED_FIELD' }),
  });
}

type Captcha = { verifyId: string | null; visitId: string };

/** What was typed as account, the same with the caller's network, and the device where the account knows it. */
type Trying = { key: string; network: string; device: KnownDevice | null };

/**
 * The owner on a device that the account knows is not held up by what others try elsewhere, nor by a single stranger on any other: the wait that grows
 * is that of the network from which the wrong ones come (T3, decision 0066).
 */
async function takeTry({ key, network, device }: Trying, captcha: Captcha): Promise<void> {
  if (device) return await takeLimit('signIn.device', device.id);
  await askForCaptcha('signIn.plain', key, captcha);
  await takeLimit('signIn.network', network);
  await takeLimit('signIn.account', key);
}

async function giveTriesBack({ key, network, device }: Trying): Promise<void> {
  if (device) return await clearLimit('signIn.device', device.id);
  await clearLimit('signIn.network', network);
  await clearLimit('signIn.account', key);
  await clearLimit('signIn.plain', key);
}

type Identifier = { by: { phone: string } | { email: string }; targetKey: Buffer; key: string };

function identifierOf(typed: string): Identifier | null {
  const phone = normaliseMainlandMobile(typed);
  if (phone !== null) return identifiedBy({ phone }, phoneKeyOf(phone));
  const email = checkEmail(typed);
  return email.ok ? identifiedBy({ email: email.email }, emailKeyOf(email.email)) : null;
}

function identifiedBy(by: Identifier['by'], targetKey: Buffer): Identifier {
  return { by, targetKey, key: targetKey.toString('hex') };
}

/** The first tries of a key are free, unless there is a crowd; after them each needs a captcha, whatever browser they come from (T3). */
async function askForCaptcha(name: 'signIn.plain' | 'signIn.blind', key: string, captcha: Captcha): Promise<void> {
  const { verifyId, visitId } = captcha;
  if (verifyId !== null && (await inTransaction((tx) => spendCaptcha(tx, { verifyId, visitId })))) return;
  if (name === 'signIn.plain' && isCrowded()) refuse('CAPTCHA_REQUIRED');
  try {
    await takeLimit(name, key);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'RATE_LIMITED') refuse('CAPTCHA_REQUIRED');
    throw error;
  }
}
