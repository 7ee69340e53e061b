import { describe, expect, it } from 'vitest';
import { words as en } from '@exam/contract/messages/en';
import { words as zh } from '@exam/contract/messages/zh';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { passwordRefusals, registrationRefusals, type RegistrationAnswers } from './answers.ts';

const today = '2026-11-20';
const right: RegistrationAnswers = {
  phoneNumber: '138 0013 8000',
  verificationCode: '123456',
  email: '',
  emailVerificationCode: '',
  password: 'Kaotu@2026x',
  dateOfBirth: '1990-03-07',
  accountTerms: true,
  accountPrivacy: true,
};

describe('the registration form', () => {
  it('finds nothing wrong with an adult who filled in everything [R-20 R-21]', () => {
    expect(registrationRefusals(right, today)).toEqual({});
  });

  it('names every field that was left empty', () => {
    const answers = {
      ...right,
      phoneNumber: '',
      verificationCode: '',
      password: '',
      dateOfBirth: '',
      accountTerms: false,
      accountPrivacy: false,
    };
    expect(registrationRefusals(answers, today, true)).toEqual({
      email: 'REQUIRED_FIELD',
      emailVerificationCode: 'REQUIRED_FIELD',
      phoneNumber: 'REQUIRED_FIELD',
      verificationCode: 'REQUIRED_FIELD',
      password: 'REQUIRED_FIELD',
      dateOfBirth: 'REQUIRED_FIELD',
      accountTerms: 'TERMS_NOT_ACCEPTED',
      accountPrivacy: 'CONSENT_INCOMPLETE',
    });
  });

  it.each([
    ['2008-11-20', undefined],
    ['2008-11-21', 'UNDER_AGE'],
    ['2026-11-21', 'DOB_FORMAT'],
    ['1990-02-30', 'DOB_FORMAT'],
    ['0000-00-05', 'DOB_FORMAT'],
  ])('asks for an account holder of 18: born %s is %s [R-20]', (dateOfBirth, refusal) => {
    expect(registrationRefusals({ ...right, dateOfBirth }, today)['dateOfBirth']).toBe(refusal);
  });

  it('says in the specification’s words that the holder is too young [R-20 error:account.under_18:_ask_a_parent]', () => {
    expect(fieldSentence(en, 'UNDER_AGE')).toBe(
      'This system is only open to adults over 18. Please ask a parent or guardian to register for you.',
    );
  });

  it.each([
    ['+852 5123 4567', 'PHONE_INVALID'],
    ['0086-13800138000', undefined],
  ])('takes mainland numbers only for the account: %s [1.6]', (phoneNumber, refusal) => {
    expect(registrationRefusals({ ...right, phoneNumber }, today)['phoneNumber']).toBe(refusal);
  });

  it('refuses a password with the phone number in it [R-21]', () => {
    const password = 'a@13800138000';
    expect(registrationRefusals({ ...right, password }, today)).toEqual({ password: 'PASSWORD_CONTAINS_PHONE' });
  });

  it.each([
    ['', 'REQUIRED_FIELD'],
    ['Kaotu@2026y', 'PASSWORDS_DIFFER'],
    ['Kaotu@2026x', undefined],
    [undefined, undefined],
  ])('asks for a password typed unseen once more: %s is %s [R-21]', (confirmPassword, refusal) => {
    const typed = { password: right.password, ...(confirmPassword === undefined ? {} : { confirmPassword }) };
    expect(passwordRefusals(typed)['confirmPassword']).toBe(refusal);
  });
});

describe('the sentence at a field', () => {
  it('is that of the rule, of the server’s refusal, or that the format is wrong [error:sentence.Invalid_format error:sentence.Required_field]', () => {
    expect(fieldSentence(en, 'REQUIRED')).toBe('Please fill in required field!');
    expect(fieldSentence(en, 'CANDIDATE_DUPLICATE')).toBe(
      'A candidate with this document number is already in your list.',
    );
    expect(fieldSentence(en, 'SOMETHING_NEW')).toBe('Invalid format. Please check and submit again!');
    expect(fieldSentence(zh, 'REQUIRED')).toBe('请填写必填项！');
  });
});
