import { describe, expect, it } from 'vitest';
import { safeCallbackUrl, signInUrl } from './callback-url.ts';

const foreign = [
  'evil.example',
  'evil.example%2F',
  'evil.example%2F..%2F',
  'user@evil.example',
  '[::1]',
  '%65vil.example',
];
const starts = ['//', '/%5C', '/%09/', '%5C%5C', 'https:', 'https://', 'http:%2F%2F', '/%2F', '/%2F%2F', '%2F%2F'];
/** As they are in an address, after `callbackUrl=`. */
const callbacks = [
  ...starts.flatMap((start) => foreign.map((host) => start + host)),
  'javascript:alert(1)',
  'JaVaScRiPt%3Aalert(1)',
  '%20javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '%E2%80%A8//evil.example',
  '/%0D%0ALocation:%20https://evil.example',
  '%252F%252Fevil.example',
  '%25252F%25252Fevil.example',
  '/auth/signin?callbackUrl=//evil.example',
  `/${'a'.repeat(5000)}`,
  '/..//evil.example',
  '/.%2F/evil.example',
  '',
];

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

  it.each(callbacks)('stays on this site, whatever the address says: %s [R-15 T7 ASVS-3.7.2]', (callback) => {
    const path = safeCallbackUrl(new URLSearchParams(`callbackUrl=${callback}`).get('callbackUrl'));

    expect(path).toMatch(/^\//);
    expect(new URL(path, 'https://here.example').origin).toBe('https://here.example');
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
