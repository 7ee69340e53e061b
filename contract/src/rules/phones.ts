import { plainCharacters } from './writing.ts';

/** Why a contact number is refused (spec 3-domain 1.6). */
export const phoneRefusals = ['PHONE_REQUIRED', 'PHONE_MAINLAND', 'PHONE_REGION', 'PHONE_FORMAT'] as const;
export type PhoneRefusal = (typeof phoneRefusals)[number];

export type PhoneCheck = { ok: true; e164: string } | { ok: false; code: PhoneRefusal };

const mainland = /^1[3-9]\d{9}$/;

// Regions whose mobile numbers we know the shape of; any other country is checked as E.164 only.
const regions: readonly (readonly [prefix: string, national: RegExp])[] = [
  ['+852', /^[4-9]\d{7}$/],
  ['+853', /^6\d{7}$/],
  ['+886', /^9\d{8}$/],
];

function bareDigits(raw: string): string {
  return plainCharacters(raw)
    .replace(/[\s()\-\u2010-\u2015\u2212.]/g, '')
    .replace(/^00/, '+');
}

/** The 11 digits of a mainland mobile number, before them +86, 86, 0086 or 0 or nothing, spaces and hyphens aside; null when it is none. */
export function normaliseMainlandMobile(raw: string): string | null {
  const digits = bareDigits(raw).replace(/^(?:\+?86)?0?(?=1\d{10}$)/, '');
  return mainland.test(digits) ? digits : null;
}

/**
 * Checks the mobile number of a candidate, guardian or pickup person and gives it as E.164: a mainland number, one of Hong Kong, Macau
 * or Taiwan with its prefix, or any other in international form (spec 3-domain 1.6).
 */
export function checkContactMobile(raw: string): PhoneCheck {
  const number = bareDigits(raw);
  if (number === '') return { ok: false, code: 'PHONE_REQUIRED' };
  if (!number.startsWith('+') || (number.startsWith('+86') && !number.startsWith('+886'))) {
    const digits = normaliseMainlandMobile(number);
    return digits === null ? { ok: false, code: 'PHONE_MAINLAND' } : { ok: true, e164: `+86${digits}` };
  }
  const region = regions.find(([prefix]) => number.startsWith(prefix));
  if (region && !region[1].test(number.slice(region[0].length))) return { ok: false, code: 'PHONE_REGION' };
  return /^\+[1-9]\d{6,14}$/.test(number) ? { ok: true, e164: number } : { ok: false, code: 'PHONE_FORMAT' };
}

/** A stored number (11 digits or E.164) as shown by default: `138****1234`, `+852****4567`. */
export function maskPhone(stored: string): string {
  const number = stored.replace(/^\+86(?=1\d{10}$)/, '');
  const head = number.startsWith('+') ? 4 : 3;
  return number.length <= head + 4 ? '****' : `${number.slice(0, head)}****${number.slice(-4)}`;
}
