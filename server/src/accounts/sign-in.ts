import { checkEmail, normaliseMainlandMobile } from '@exam/contract/rules';
import { inTransaction, reading } from '#platform/database';
import { Refusal, refuse, refuseFields } from '#platform/errors';
import { clearLimit, takeLimit } from '#platform/limits';
import { isPasswordRight } from '#platform/vault';
import { spendCaptcha } from '#verification';
import { proveCode } from './prove-code.ts';
import { beginSession, endSession, type Origin } from './session.ts';
import { emailKeyOf, findAccount, phoneKeyOf, type AccountRow } from './store.ts';

/** A sign-in as it stands on the wire. */
export type SignIn = {
  loginType: 'VerificationCode' | 'Password';
  mobile?: string | null;
  mobileOrEmail?: string | null;
  password?: string | null;
  verificationCode?: string | null;
  captchaVerifyId?: string | null;
};

type Caller = { visitId: string; origin: Origin; session: { idHash: Buffer } | null };

/**
 * Signs in by a code or by password. Always a new session; the one the browser had ends (T5).
 * @throws Refusal CODE_WRONG; SIGN_IN_FAILED; CAPTCHA_REQUIRED after three wrong passwords; RATE_LIMITED; FIELDS for what is missing
 * or misspelt. Nothing tells whether there is an account: the work, the limits and the answers are those of the identifier
 * that was typed (T4).
 */
export async function signIn(given: SignIn, caller: Caller) {
  const account = given.loginType === 'Password' ? await byPassword(given, caller) : await byCode(given, caller);
  return await inTransaction(async (tx) => {
    if (caller.session) await endSession(tx, caller.session.idHash);
    return { account, session: await beginSession(tx, { accountId: account.id, origin: caller.origin }) };
  });
}

async function byCode(given: SignIn, { visitId, origin }: Caller): Promise<AccountRow> {
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
  return account ?? refuse('CODE_WRONG', undefined, { verificationCode: 'CODE_WRONG' });
}

async function byPassword(given: SignIn, { visitId, origin }: Caller): Promise<AccountRow> {
  const who = identifierOf(given.mobileOrEmail ?? given.mobile ?? '');
  const fields = {
    ...(!who && { mobileOrEmail: 'INVALID_FORMAT' }),
    ...(!given.password && { password: 'REQUIRED_FIELD' }),
  };
  if (!who || !given.password) refuseFields(fields);
  await takeLimit('signIn.ip', origin.ip);
  await takeLimit('signIn.account', who.key);
  await askForCaptcha(who.key, { verifyId: given.captchaVerifyId ?? null, visitId });
  const account = await reading((tx) => findAccount(tx, who.by));
  const isRight = await isPasswordRight(given.password, account?.password_hash ?? null);
  if (!account || !isRight) refuse('SIGN_IN_FAILED');
  await clearLimit('signIn.account', who.key);
  await clearLimit('signIn.plain', who.key);
  return account;
}

type Identifier = { by: { phone: string } | { email: string }; key: string };

function identifierOf(typed: string): Identifier | null {
  const phone = normaliseMainlandMobile(typed);
  if (phone !== null) return { by: { phone }, key: phoneKeyOf(phone).toString('hex') };
  const email = checkEmail(typed);
  return email.ok ? { by: { email: email.email }, key: emailKeyOf(email.email).toString('hex') } : null;
}

/** The first tries for an identifier are free; after them each needs a captcha, whatever browser they come from (T3). */
async function askForCaptcha(key: string, captcha: { verifyId: string | null; visitId: string }): Promise<void> {
  const { verifyId, visitId } = captcha;
  if (verifyId !== null && (await inTransaction((tx) => spendCaptcha(tx, { verifyId, visitId })))) return;
  try {
    await takeLimit('signIn.plain', key);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'RATE_LIMITED') refuse('CAPTCHA_REQUIRED');
    throw error;
  }
}
