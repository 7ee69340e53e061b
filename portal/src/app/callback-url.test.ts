import { describe, expect, it } from 'vitest';
import { safeCallbackUrl, signInUrl } from './callback-url.ts';

describe('where a person goes after signing in', () => {
  it.each([
    ['/candidate/order/1?from=mail#items', '/candidate/order/1?from=mail#items'],
    ['/', '/'],
    ['/exam-all?q=%E8%80%83', '/exam-all?q=%E8%80%83'],
  ])('keeps the path %s of this site [R-15]', (raw, path) => {
    expect(safeCallbackUrl(raw)).toBe(path);
  });

  it.each([
    null,
    '',
    'candidate/order',
    'https://evil.example/x',
    '//evil.example/x',
    '/\\evil.example/x',
    '/\t/evil.example/x',
    '/.//evil.example/x',
    'javascript:alert(1)',
    '\\/evil.example/x',
  ])('sends %j home [R-15 T7 ASVS-3.7.2]', (raw) => {
    expect(safeCallbackUrl(raw)).toBe('/');
  });

  it('does not lead back to the sign-in pages [R-15]', () => {
    expect(safeCallbackUrl('/auth/signin?callbackUrl=%2Fauth')).toBe('/');
    expect(safeCallbackUrl('/x/../auth/register')).toBe('/');
  });

  it('writes the page asked for into the address of the sign-in page [1.2]', () => {
    expect(signInUrl('/payment/pay?orderId=7')).toBe('/auth/signin?callbackUrl=%2Fpayment%2Fpay%3ForderId%3D7');
    expect(signInUrl('//evil.example/x')).toBe('/auth/signin');
  });
});
