import { checkEmail, normaliseMainlandMobile } from '@exam/contract/rules';
import { inTransaction, reading } from '#platform/database';
import { Refusal, refuse, refuseFields } from '#platform/errors';
import { clearLimit, isLimitReached, noteTake, takeLimit } from '#platform/limits';
import { isPasswordRight } from '#platform/vault';
import { spendCaptcha } from '#verification';
import { knownDevice, type KnownDevice } from './devices.ts';
import { askPossession, askSecondFactor, enter, isStranger, type Arrived, type Arriving } from './enter.ts';
import { proveCode } from './prove-code.ts';
import { emailKeyOf, findAccount, lockAccount, phoneKeyOf, type AccountRow } from './store.ts';

/** A sign-in as it stands on the wire. */
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
 * Signs in by a code or by password. Always a new session; the one the browser had ends (T5). A password asks for a second step on
 * a device that is not trusted, and after three wrong ones in a day; a code asks for more only where a new holder of the
 * number could stand before another person's account (S-19).
 * @throws Refusal CODE_WRONG; SIGN_IN_FAILED; CAPTCHA_REQUIRED after three wrong passwords; RATE_LIMITED; FIELDS for what is missing
 * or misspelt. Nothing tells whether there is an account: the work, the limits and the answers are those of the identifier
 * that was typed (T4).
 */
export async function signIn(given: SignIn, caller: Caller): Promise<Arrived> {
  const isByPassword = given.loginType === 'Password';
  const proved = isByPassword ? await byPassword(given, caller) : await byCode(given, caller);
  return await inTransaction(async (tx) => {
    const account = await lockAccount(tx, proved.account.id);
    if (isByPassword && !proved.isTrusted) return await askSecondFactor(tx, account);
    if (!isByPassword && (await isStranger(tx, account, caller.deviceToken))) return await askPossession(tx, account);
    return await enter(tx, account, { ...caller, isDeviceTrusted: given.isDeviceTrusted });
  });
}

type Proved = { account: AccountRow; isTrusted: boolean };

async function byCode(given: SignIn, { visitId, origin }: Caller): Promise<Proved> {
  const phone = normaliseMainlandMobile(given.mobile ?? given.mobileOrEmail ?? '');
  const fields = {
    ...(phone === null && { mobile: 'PHONE_INVALID' }),
    ...(!given.verificationCode?.trim() && { verificationCode: 'REQUIRED_FIELD' }),
  };
  if (phone === null || !given.verificationCode?.trim()) refuseFields(fields);
  await takeLimit('signIn.ip', origin.ip);
  await proveCode({ purpose: 'Login', targetKey: phoneKeyOf(phone), visitId }, given.verificationCode);
  const account = await reading((tx) => findAccount(tx, { phone }));
  // For a number without an account the code was never sent; it could only be guessed.
  if (!account) return refuse('CODE_WRONG', undefined, { verificationCode: 'CODE_WRONG' });
  return { account, isTrusted: true };
}

async function byPassword(given: SignIn, { visitId, origin, deviceToken }: Caller): Promise<Proved> {
  const { who, password } = readPassword(given);
  await takeLimit('signIn.ip', origin.ip);
  const account = await reading((tx) => findAccount(tx, who.by));
  const accountId = account && account.id;
  const device = await reading((tx) => knownDevice(tx, { accountId, token: deviceToken }));
  await takeTry(who.key, device, { verifyId: given.captchaVerifyId ?? null, visitId });
  const isRight = await isPasswordRight(password, account?.password_hash ?? null);
  // Counted by what was typed where there is no account, so that the work is the same (T4).
  const wrongOf = accountId ?? who.key;
  if (!isRight) await noteTake('signIn.wrong', wrongOf);
  if (!account || !isRight) refuse('SIGN_IN_FAILED');
  await giveTriesBack(who.key, device);
  return { account, isTrusted: device?.isTrusted === true && !(await isLimitReached('signIn.wrong', wrongOf)) };
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

/** The owner on a device that the account knows is not held up by what others try elsewhere (T3). */
async function takeTry(key: string, device: KnownDevice | null, captcha: Captcha): Promise<void> {
  if (device) return await takeLimit('signIn.device', device.id);
  await askForCaptcha(key, captcha);
  await takeLimit('signIn.account', key);
}

async function giveTriesBack(key: string, device: KnownDevice | null): Promise<void> {
  if (device) return await clearLimit('signIn.device', device.id);
  await clearLimit('signIn.account', key);
  await clearLimit('signIn.plain', key);
}

type Identifier = { by: { phone: string } | { email: string }; key: string };

function identifierOf(typed: string): Identifier | null {
  const phone = normaliseMainlandMobile(typed);
  if (phone !== null) return { by: { phone }, key: phoneKeyOf(phone).toString('hex') };
  const email = checkEmail(typed);
  return email.ok ? { by: { email: email.email }, key: emailKeyOf(email.email).toString('hex') } : null;
}

/** The first tries for an identifier are free; after them each needs a captcha, whatever browser they come from (T3). */
async function askForCaptcha(key: string, captcha: Captcha): Promise<void> {
  const { verifyId, visitId } = captcha;
  if (verifyId !== null && (await inTransaction((tx) => spendCaptcha(tx, { verifyId, visitId })))) return;
  try {
    await takeLimit('signIn.plain', key);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'RATE_LIMITED') refuse('CAPTCHA_REQUIRED');
    throw error;
  }
}
