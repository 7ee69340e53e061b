import {
  accountStatements,
  canRegisterAccount,
  checkPassword,
  consentVersion,
  isRealDate,
  normaliseMainlandMobile,
} from '@exam/contract/rules';
import { codeRefusal, contactRefusal, refusedOnly } from '../code/contact-rules.ts';
import type { Codes } from '../use-auth-form.ts';

/** What a new account is asked for; the date as typed in its boxes. */
export type RegistrationAnswers = {
  phoneNumber: string;
  verificationCode: string;
  /** Asked for at the registration by e-mail only, with its own code. */
  email: string;
  emailVerificationCode: string;
  password: string;
  dateOfBirth: string;
} & AccountTicks;

/** What is ticked, nothing beforehand. */
export type AccountTicks = Record<(typeof accountStatements)[number], boolean>;

/** Nothing ticked. */
export const untickedConsents: AccountTicks = { accountTerms: false, accountPrivacy: false };

/** What was ticked as it is sent. */
export function consentsOf(ticks: AccountTicks) {
  return accountStatements.flatMap((statementId) =>
    ticks[statementId] ? [{ statementId, version: consentVersion }] : [],
  );
}

/** The rules of a password that are ticked off while it is typed; the others are said only when they are broken. */
export const shownRules = ['PASSWORD_LENGTH', 'PASSWORD_LETTER', 'PASSWORD_DIGIT', 'PASSWORD_SIGN'] as const;

/** The phone number that a password must not contain, once it is one. */
export function phoneOption(phoneNumber: string): { phoneNumber?: string } {
  const phone = normaliseMainlandMobile(phoneNumber);
  return phone === null ? {} : { phoneNumber: phone };
}

/** What is wrong with a new password; one that is typed unseen is asked for once more. */
export function passwordRefusals({
  password,
  confirmPassword = password,
  phoneNumber = '',
}: {
  password: string;
  confirmPassword?: string;
  phoneNumber?: string;
}): Codes {
  return refusedOnly({
    password: password === '' ? 'REQUIRED_FIELD' : checkPassword(password, phoneOption(phoneNumber))[0],
    confirmPassword: password === confirmPassword ? undefined : againRefusal(confirmPassword),
  });
}

/**
 * Everything wrong with the answers, by field, as the server will find it.
 * @param today China date
 * @param isByEmail an address and its code are asked for too
 */
export function registrationRefusals(answers: RegistrationAnswers, today: string, isByEmail = false): Codes {
  return {
    ...(isByEmail &&
      refusedOnly({
        email: contactRefusal('email', answers.email),
        emailVerificationCode: codeRefusal(answers.emailVerificationCode),
      })),
    ...refusedOnly({
      phoneNumber: contactRefusal('phone', answers.phoneNumber),
      verificationCode: codeRefusal(answers.verificationCode),
    }),
    ...passwordRefusals(answers),
    ...adultRefusals(answers, today),
  };
}

/** What is wrong with the date of birth and the statements of who opens an account. @param today China date */
export function adultRefusals(
  answers: Pick<RegistrationAnswers, 'dateOfBirth' | keyof AccountTicks>,
  today: string,
): Codes {
  return refusedOnly({
    dateOfBirth: birthRefusal(answers.dateOfBirth, today),
    accountTerms: answers.accountTerms ? undefined : 'TERMS_NOT_ACCEPTED',
    accountPrivacy: answers.accountPrivacy ? undefined : 'CONSENT_INCOMPLETE',
  });
}

const againRefusal = (confirmPassword: string) => (confirmPassword === '' ? 'REQUIRED_FIELD' : 'PASSWORDS_DIFFER');

function birthRefusal(dateOfBirth: string, today: string): string | undefined {
  if (dateOfBirth === '') return 'REQUIRED_FIELD';
  if (!isRealDate(dateOfBirth) || dateOfBirth > today || dateOfBirth < '1900-01-01') return 'DOB_FORMAT';
  return canRegisterAccount(dateOfBirth, today) ? undefined : 'UNDER_AGE';
}
