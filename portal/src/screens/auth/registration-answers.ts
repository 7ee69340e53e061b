import { canRegisterAccount, checkPassword, isRealDate, normaliseMainlandMobile } from '@exam/contract/rules';
import { phoneAndCodeRefusals } from './phone-and-code-rules.ts';
import type { Codes } from './use-auth-form.ts';

/** What a new account is asked for; the date as typed in its boxes. */
export type RegistrationAnswers = {
  phoneNumber: string;
  verificationCode: string;
  password: string;
  confirmPassword: string;
  dateOfBirth: string;
  isTermsAccepted: boolean;
};

/** The rules of a password that are ticked off while it is typed; the others are said only when they are broken. */
export const shownRules = ['PASSWORD_LENGTH', 'PASSWORD_LETTER', 'PASSWORD_DIGIT', 'PASSWORD_SIGN'] as const;

/** The phone number that a password must not contain, once it is one. */
export function phoneOption(phoneNumber: string): { phoneNumber?: string } {
  const phone = normaliseMainlandMobile(phoneNumber);
  return phone === null ? {} : { phoneNumber: phone };
}

/** Everything wrong with the answers, by field, as the server will find it (2-rules section 5, R-20, R-21). */
export function registrationRefusals(answers: RegistrationAnswers, today: string): Codes {
  const { phone, code } = phoneAndCodeRefusals({ phone: answers.phoneNumber, code: answers.verificationCode });
  const password = passwordRefusal(answers);
  const confirmPassword = confirmRefusal(answers);
  const dateOfBirth = birthRefusal(answers.dateOfBirth, today);
  return {
    ...(phone && { phoneNumber: phone }),
    ...(code && { verificationCode: code }),
    ...(password && { password }),
    ...(confirmPassword && { confirmPassword }),
    ...(dateOfBirth && { dateOfBirth }),
    ...(!answers.isTermsAccepted && { isTermsAccepted: 'TERMS_NOT_ACCEPTED' }),
  };
}

function passwordRefusal({ password, phoneNumber }: RegistrationAnswers): string | undefined {
  return password === '' ? 'REQUIRED_FIELD' : checkPassword(password, phoneOption(phoneNumber))[0];
}

function confirmRefusal({ password, confirmPassword }: RegistrationAnswers): string | null {
  if (confirmPassword === '') return 'REQUIRED_FIELD';
  return password === confirmPassword ? null : 'PASSWORDS_DIFFER';
}

function birthRefusal(dateOfBirth: string, today: string): string | null {
  if (dateOfBirth === '') return 'REQUIRED_FIELD';
  if (!isRealDate(dateOfBirth) || dateOfBirth > today || dateOfBirth < '1900-01-01') return 'DOB_FORMAT';
  return canRegisterAccount(dateOfBirth, today) ? null : 'UNDER_AGE';
}
