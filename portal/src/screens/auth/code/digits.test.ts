import { expect, it } from 'vitest';
import { codeDigits } from './digits.ts';

it.each([
  ['', ''],
  ['12', '12'],
  ['12a34', '1234'],
  ['123456', '123456'],
  ['1234567', '123456'],
  [' 482 913 ', '482913'],
  ['482-913', '482913'],
  ['４８２９１３', '482913'],
  ['48\u200b2913\ufeff', '482913'],
  ['您的验证码是 482913，5 分钟内有效，请勿告诉他人。', '482913'],
  ['【考途】5 分钟内有效的验证码：482913', '482913'],
  ['Your verification code is 482913. It is valid for 5 minutes. Never share it with anybody.', '482913'],
  ['At 21:05 on 29 November: your code is 482913', '482913'],
])('finds in %j the code %j [R-18]', (typed, code) => {
  expect(codeDigits(typed)).toBe(code);
});
