import type { RefusalCode } from '@exam/contract/messages';
import type { Language } from '@exam/contract/messages';
import { checkEmail, checkPassword, chinaDateOf, normaliseMainlandMobile } from '@exam/contract/rules';
import { readNowAlone } from '#platform/clock';
import { writeMessage } from '#people/messages';
import { inTransaction, type Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { hashPassword } from '#platform/vault';
import { termsVersion } from './terms.ts';
import { acceptsTerms, type Agreed, keepAccountConsents, missingConsents } from './account-consents.ts';
import { readBirthDate } from './birth-date.ts';
import { proveCode } from '../sign-in/prove-code.ts';
import { enter, type Arriving, type Entered } from '../sign-in/enter.ts';
import { accountById, createAccount, emailKeyOf, phoneKeyOf } from '../store.ts';

/** A registration on the wire. */
export type Registration = Agreed & {
  phoneNumber: string;
  password: string;
  confirmPassword: string;
  verificationCode: string;
  email?: string | null;
  emailVerificationCode?: string | null;
  dateOfBirth?: string | null;
};

type Caller = Arriving & { visitId: string; language: Language };

type Checked = { phone: string; email: string | null; dateOfBirth: string | null };

/**
 * Opens an account for an adult and signs in. The device is trusted: its owner has just proved the phone. Everything that can be checked without touching a code is checked
 * first, so that a slip does not cost a new message.
 * @throws Refusal UNDER_AGE, PASSWORDS_DIFFER, TERMS_NOT_ACCEPTED, CONSENT_INCOMPLETE, CONSENT_OUTDATED or FIELDS naming every wrong field; CODE_WRONG, also where
 * the number has an account: its owner was sent a notice and no code (T4); RATE_LIMITED.
 */
export async function register(registration: Registration, caller: Caller): Promise<Entered> {
  const { visitId, language, origin } = caller;
  const { phone, email, dateOfBirth } = checkRegistration(registration, chinaDateOf(await readNowAlone()));
  await takeLimit('register.ip', origin.ip);
  const proof = { purpose: 'Register' as const, visitId };
  if (email !== null)
    await proveCode(
      { ...proof, targetKey: emailKeyOf(email) },
      registration.emailVerificationCode ?? '',
      'emailVerificationCode',
    );
  await proveCode({ ...proof, targetKey: phoneKeyOf(phone) }, registration.verificationCode);
  const passwordHash = await hashPassword(registration.password);
  const terms = acceptsTerms(registration) ? termsVersion : null;
  return await inTransaction(async (tx) => {
    const account = { phone, email, dateOfBirth, passwordHash, language, termsVersion: terms };
    const accountId = (await createAccount(tx, account)) ?? refuse('ACCOUNT_EXISTS');
    await keepAccountConsents(tx, accountId, { consents: registration.consents, language, origin });
    await welcome(tx, { accountId, phone, email, language });
    return await enter(tx, await accountById(tx, accountId), { ...caller, isDeviceTrusted: true, isNewcomer: true });
  });
}

/** By mail where there is an address, which is the kinder and cheaper way; otherwise by SMS. */
async function welcome(
  tx: Tx,
  { accountId, phone, email, language }: { accountId: string; phone: string; email: string | null; language: Language },
): Promise<void> {
  const to =
    email === null ? { channel: 'sms' as const, recipient: phone } : { channel: 'mail' as const, recipient: email };
  const key = `registered:${accountId}`;
  await writeMessage(tx, { kind: 'registered', values: {}, key, objectId: accountId, accountId, language, ...to });
}

function checkRegistration(given: Registration, today: string): Checked {
  const phone = normaliseMainlandMobile(given.phoneNumber);
  const email = given.email?.trim() ? checkEmail(given.email) : nothing;
  const birth = given.dateOfBirth ? readBirthDate(given.dateOfBirth, today) : nothing;
  const fields: Record<string, string> = {
    ...(phone === null && { phoneNumber: 'PHONE_INVALID' }),
    ...passwordFields(given, phone),
    ...(!email.ok && { email: email.code }),
    ...(!birth.ok && { dateOfBirth: birth.code }),
    ...missingConsents(given),
  };
  if (phone === null || !email.ok || !birth.ok || Object.keys(fields).length > 0) return refuseRegistration(fields);
  return { phone, email: email.email, dateOfBirth: birth.dateOfBirth };
}

/** What may be left out. */
const nothing = { ok: true, email: null, dateOfBirth: null } as const;

function passwordFields(given: Registration, phone: string | null): Record<string, string> {
  const [failed] = checkPassword(given.password, phone === null ? {} : { phoneNumber: phone });
  return {
    ...(failed && { password: failed }),
    ...(given.password !== given.confirmPassword && { confirmPassword: 'PASSWORDS_DIFFER' }),
  };
}

/** Refusals that have a sentence of their own, the weightiest first; the fields are named beside it. */
const sentences = [
  'UNDER_AGE',
  'PHONE_INVALID',
  'PASSWORDS_DIFFER',
  'TERMS_NOT_ACCEPTED',
  'CONSENT_INCOMPLETE',
  'CONSENT_OUTDATED',
  'PASSWORD_COMMON',
] as const satisfies readonly RefusalCode[];

function refuseRegistration(fields: Record<string, string>): never {
  const codes = new Set(Object.values(fields));
  const sentence = codes.has('UNDER_AGE') || codes.size === 1 ? sentences.find((code) => codes.has(code)) : undefined;
  return sentence ? refuse(sentence, undefined, fields) : refuseFields(fields);
}
