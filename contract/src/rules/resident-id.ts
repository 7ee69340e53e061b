import type { Gender } from '../entities/scalars.ts';
import { isRealDate } from './china-date.ts';
import type { ChinaDate } from './china-date.ts';
import type { IdentityRefusal } from './identity-codes.ts';

/** What an 18-character number says about its holder. */
export interface ResidentId {
  ok: true;
  birthDate: ChinaDate;
  gender: Gender;
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkCharacters = '10X98765432';
const earliestYear = '1900';

// Counties are not checked: codes of abolished ones stay valid for life (spec 3-domain 1.1).
const provinces = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
);

/** The check character of the first 17 digits of a resident number (GB 11643-1999). */
export function residentCheckCharacter(digits: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return checkCharacters.charAt(sum % 11);
}

/**
 * Reads a mainland resident number, already bare (see `bareNumber`), in the order of spec 3-domain 1.1: length (after characters
 * that no number has, for they may have changed it), characters, province, a birth date that exists, is not before 1900 and not after `today`, check character.
 */
export function readResidentId(bare: string, today: ChinaDate): ResidentId | { ok: false; code: IdentityRefusal } {
  const code = shapeRefusal(bare);
  if (code) return { ok: false, code };
  const birthDate = `${bare.slice(6, 10)}-${bare.slice(10, 12)}-${bare.slice(12, 14)}`;
  if (!isRealDate(birthDate) || birthDate > today || birthDate < earliestYear)
    return { ok: false, code: 'ID_BIRTH_DATE' };
  if (residentCheckCharacter(bare) !== bare.charAt(17)) return { ok: false, code: 'ID_CHECK_CHARACTER' };
  return { ok: true, birthDate, gender: Number(bare.charAt(16)) % 2 === 1 ? 'Male' : 'Female' };
}

function shapeRefusal(bare: string): IdentityRefusal | null {
  if (bare === '') return 'ID_REQUIRED';
  if (/^\d{15}$/.test(bare)) return 'ID_FIRST_GENERATION';
  if (/[^0-9A-Z]/.test(bare)) return 'ID_CHARACTERS';
  if (bare.length !== 18) return 'ID_LENGTH';
  if (!/^\d{17}[\dX]$/.test(bare)) return 'ID_CHARACTERS';
  if (bare.startsWith('9')) return 'ID_FOREIGN_RESIDENT';
  return provinces.has(bare.slice(0, 2)) ? null : 'ID_PROVINCE';
}
