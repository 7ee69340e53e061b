import { describe, expect, it } from 'vitest';
import { readAnswer } from './signing.ts';

describe('an answer of UnionPay', () => {
  it.each([
    ['respCode=00&merId=1', { respCode: '00', merId: '1' }],
    ['signature=a=b==&respCode=00', { signature: 'a=b==', respCode: '00' }],
    ['tokenPayData={token=1&trId=2}&respCode=00', { tokenPayData: '{token=1&trId=2}', respCode: '00' }],
    ['a={b={c=1&d=2}&e=3}&f=4', { a: '{b={c=1&d=2}&e=3}', f: '4' }],
  ])('is read field by field, what stands in braces as one: %s [Q3]', (text, fields) => {
    expect(readAnswer(text)).toEqual(fields);
  });

  it.each(['', 'respCode', '=00', 'respCode=00&respCode=01'])('that is none is not read: %s', (text) => {
    expect(readAnswer(text)).toBeNull();
  });
});
