import type { ChinaDate } from './china-date.ts';
import { bareNumber } from './writing.ts';

/** What an awarding body asks of a UCI (spec 3-domain 4.3): pattern and check letter, 13 characters only, or none at all. */
export const uciPolicies = ['strict', 'shape', 'none'] as const;
export type UciPolicy = (typeof uciPolicies)[number];

/** Why a UCI is refused. */
export const uciRefusals = ['UCI_NUMBER'] as const;

const letters = 'ABCDEFGHKLMRTVWXY';
// 5 digits of the centre, the character of the body, 2 digits of the year, 4 of the candidate, the check letter. Characters after P would count like
// earlier ones, so that a wrong one could pass; no body uses them.
const pattern = /^\d{5}[0A-P]\d{6}[A-HKLMRTVWXY]$/;

/**
 * The check letter of the first twelve characters of a UCI: weights 16 to 5, the sum modulo 17 (spec 3-domain 4.3). A letter in
 * sixth place counts A = 1 to P = 16. Null when they are not of that shape.
 */
export function uciCheckLetter(twelve: string): string | null {
  if (!/^\d{5}[0A-P]\d{6}$/.test(twelve)) return null;
  const sum = Array.from(twelve, valueOf).reduce((total, value, at) => total + value * (16 - at), 0);
  return letters.charAt(sum % letters.length);
}

/**
 * Checks a UCI as typed, spaces and case aside, by the awarding body's policy; with `strict` its year may not lie after this one.
 * Gives it in 13 characters; empty where the body knows none.
 */
export function checkUci(
  raw: string,
  { policy, today }: { policy: UciPolicy; today: ChinaDate },
): { ok: true; uci: string } | { ok: false; code: (typeof uciRefusals)[number] | 'REQUIRED_FIELD' } {
  if (policy === 'none') return { ok: true, uci: '' };
  const uci = bareNumber(raw);
  if (uci === '') return { ok: false, code: 'REQUIRED_FIELD' };
  const isRight = policy === 'shape' ? /^[A-Z0-9]{13}$/.test(uci) : isStrict(uci, today);
  return isRight ? { ok: true, uci } : { ok: false, code: 'UCI_NUMBER' };
}

/** A UCI in groups for people to read: `92003 B 26 1234 L`. */
export function groupUci(uci: string): string {
  return uci.length === 13
    ? [uci.slice(0, 5), uci.slice(5, 6), uci.slice(6, 8), uci.slice(8, 12), uci.slice(12)].join(' ')
    : uci;
}

function isStrict(uci: string, today: ChinaDate): boolean {
  return (
    pattern.test(uci) && uciCheckLetter(uci.slice(0, 12)) === uci.charAt(12) && uci.slice(6, 8) <= today.slice(2, 4)
  );
}

function valueOf(sign: string): number {
  return /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 64;
}
