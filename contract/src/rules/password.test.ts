import { describe, expect, it } from 'vitest';
import { checkPassword, passwordStrength } from './password.ts';

describe('a password', () => {
  it('of 8 to 16 letters, digits and signs is accepted [R-21 rule:registration.password_8-16_with_classes S-7]', () => {
    const good = ['kestrel7!', 'aB3_aB3_', 'maple-leaf-42', 'K9#mountain$pass'];
    expect(good.flatMap((password) => checkPassword(password))).toEqual([]);
  });

  it.each([
    ['ke7!', ['PASSWORD_LENGTH']],
    ['kestrel7!kestrel7', ['PASSWORD_LENGTH']],
    ['kestrelse!', ['PASSWORD_DIGIT']],
    ['84120397!', ['PASSWORD_LETTER']],
    ['kestrel71', ['PASSWORD_SIGN']],
    ['kestrel 7!', ['PASSWORD_CHARACTERS']],
    ['kestrel7!+', ['PASSWORD_CHARACTERS']],
    ['密码kestrel7!', ['PASSWORD_CHARACTERS']],
    ['', ['PASSWORD_LENGTH', 'PASSWORD_LETTER', 'PASSWORD_DIGIT', 'PASSWORD_SIGN']],
  ])(
    'like %j is refused with every rule it fails [R-21 rule:registration.password_8-16_with_classes]',
    (password, codes) => {
      expect(checkPassword(password)).toEqual(codes);
    },
  );

  it.each([
    'Password1!',
    'P@ssw0rd1!',
    'p@$$w0rd1',
    'qwerty123!',
    '1qaz@WSX',
    'Admin@123',
    'abc123!@#',
    'woaini520!',
    '123456a!',
    'Passw0rd!',
  ])('like %s is among the commonest [R-21 ASVS-6.2.4]', (password) => {
    expect(checkPassword(password)).toContain('PASSWORD_COMMON');
  });

  it('may not contain the phone number of the account [R-21]', () => {
    expect(checkPassword('a!13800001234', { phoneNumber: '13800001234' })).toEqual(['PASSWORD_CONTAINS_PHONE']);
    expect(checkPassword('a!13800001234', { phoneNumber: '13900001234' })).toEqual([]);
  });

  it.each([
    ['kestrel7', 'Weak'],
    ['kestrel7!', 'Weak'],
    ['Kestrel7!', 'Medium'],
    ['kestrel-77', 'Medium'],
    ['kestrel-77-maple', 'Medium'],
    ['Kestrel-77-maple', 'Strong'],
    ['Password123!', 'Weak'],
  ])('like %s is %s [R-21]', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});
