import type { Language } from '@exam/contract/messages';
import { normaliseMainlandMobile } from '@exam/contract/rules';
import { sendCodeMessage } from '#messages';
import { inTransaction, type Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { networkOf, takeLimit } from '#platform/limits';
import { issueCode, resendSeconds, spendCaptcha, type Purpose } from '#verification';
import { findAccount, languageOfMessages, phoneKeyOf } from './store.ts';

/** A request for a code as it stands on the wire. */
export type CodeRequest = {
  sendAccountNumber: string;
  verificationCodeType: Purpose;
  captchaVerifyId: string;
  languageType?: 'En' | 'Zh';
};

type Caller = { visitId: string; ip: string; language: Language };

/**
 * Sends a code to a phone, for a solved captcha and within the limits (T1, R-18, R-19). The answer is the same whether or not
 * the number has an account: to sign in, an unknown number gets a code that is never sent; to register, a known one gets a
 * notice instead (T4).
 * @returns seconds until the next code may be asked for, and when this one ends.
 * @throws Refusal FIELDS for a number that is not a mainland mobile; CAPTCHA_FAILED; RATE_LIMITED; NOT_YET for the purposes
 * of the account page.
 */
export async function sendCodeToPhone(request: CodeRequest, caller: Caller) {
  const purpose = request.verificationCodeType;
  if (purpose !== 'Register' && purpose !== 'Login') refuse('NOT_YET');
  const phone = normaliseMainlandMobile(request.sendAccountNumber);
  if (phone === null) return refuseFields({ sendAccountNumber: 'PHONE_INVALID' });
  const captcha = { verifyId: request.captchaVerifyId, visitId: caller.visitId };
  if (!(await inTransaction((tx) => spendCaptcha(tx, captcha)))) refuse('CAPTCHA_FAILED');
  await takeSendLimits(phone, caller.ip);
  const language = request.languageType === undefined ? caller.language : request.languageType === 'Zh' ? 'zh' : 'en';
  const expiresAt = await inTransaction((tx) =>
    issueAndSend(tx, { purpose, phone, language, visitId: caller.visitId }),
  );
  return { resendAfterSeconds: resendSeconds, expiresAt };
}

async function takeSendLimits(phone: string, ip: string): Promise<void> {
  await takeLimit('sms.number', phoneKeyOf(phone).toString('hex'));
  await takeLimit('sms.ip', ip);
  await takeLimit('sms.network', networkOf(ip));
  await takeLimit('sms.all', 'all');
}

type Sending = { purpose: 'Register' | 'Login'; phone: string; language: Language; visitId: string };

async function issueAndSend(tx: Tx, { purpose, phone, language, visitId }: Sending): Promise<string> {
  const { code, expiresAt } = await issueCode(tx, { purpose, targetKey: phoneKeyOf(phone), visitId });
  const account = await findAccount(tx, { phone });
  const to = { phone, language: account ? languageOfMessages(account) : language };
  if ((purpose === 'Login') === (account !== null))
    await sendCodeMessage(tx, { ...to, kind: 'verificationCode', values: { code } });
  else if (account) await sendCodeMessage(tx, { ...to, kind: 'numberTaken', values: {}, accountId: account.id });
  return expiresAt;
}
