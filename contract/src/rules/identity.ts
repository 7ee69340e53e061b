import type { Gender, IdType } from '../entities/scalars.ts';
import type { ChinaDate } from './china-date.ts';
import { hongKongCheckDigit } from './hong-kong-id.ts';
import type { IdentityAdvice, IdentityRefusal } from './identity-codes.ts';
import { readResidentId } from './resident-id.ts';
import { bareNumber } from './writing.ts';

/** A document number that may be used. */
export interface Identity {
  ok: true;
  /** The number as it is stored and shown. */
  canonical: string;
  /**
   * The text that is equal for two numbers of one document and for nothing else: what duplicates and the keyed hash are taken of. It
   * carries its own kind, so it is hashed alone. A reissued permit and a residence permit entered as an ID card keep theirs.
   */
  comparable: string;
  /** Only where the number contains it. */
  birthDate?: ChinaDate;
  gender?: Gender;
  advice?: IdentityAdvice;
}

export type IdentityCheck = Identity | { ok: false; code: IdentityRefusal };

interface Options {
  /** Today in China: no birth date lies after it. */
  today: ChinaDate;
}

// Characters that look like the X at the end of a resident's number: × and ✕, and the Greek and Cyrillic letters.
const lookAlikeOfX = /^(\d{17})[\u00d7\u2715\u2716\u2573\u2a2f\u03a7\u0425]$/;

const refused = (code: IdentityRefusal): IdentityCheck => ({ ok: false, code });

const checks: Record<IdType, (bare: string, options: Options) => IdentityCheck> = {
  IDCard: checkIdCard,
  IDCardTaiwan: checkTaiwan,
  IDCardHongKongMacau: checkHongKongMacau,
  Passport: (bare) => checkPassport(bare.replace(/[-.]/g, '')),
};

/** Checks a document number as typed against the rules of its type (spec 3-domain 1.1-1.4). */
export function checkIdentity(idType: IdType, raw: string, options: Options): IdentityCheck {
  const bare = bareNumber(raw).replace(lookAlikeOfX, '$1X');
  return bare === '' ? refused('ID_REQUIRED') : checks[idType](bare, options);
}

function checkIdCard(bare: string, { today }: Options): IdentityCheck {
  const read = readResidentId(bare, today);
  if (!read.ok) return read;
  if (/^8[123]/.test(bare)) return { ...read, ...residencePermit(bare), advice: 'ID_IS_RESIDENCE_PERMIT' };
  return { ...read, canonical: bare, comparable: `IDCard:${bare}` };
}

function checkTaiwan(bare: string, options: Options): IdentityCheck {
  const number = bare.replace(/\([A-Z0-9]{0,2}\)$/, '');
  if (/^\d{8}(\d{2})?$/.test(number)) {
    return { ok: true, canonical: number, comparable: `TaiwanPermit:${number.slice(0, 8)}` };
  }
  if (/^[A-Z]\d{9}$/.test(number)) return refused('ID_TAIWAN_NATIONAL');
  return number.length === 18 ? checkResidencePermit(number, ['830000'], options) : refused('ID_TAIWAN_PERMIT');
}

function checkHongKongMacau(bare: string, options: Options): IdentityCheck {
  if (/^[HM]\d{8}(\d{2})?$/.test(bare)) {
    return { ok: true, canonical: bare, comparable: `HongKongMacauPermit:${bare.slice(0, 9)}` };
  }
  const card = /^([A-Z]{1,2})(\d{6})(?:\(([\dA])\)|([\dA]))$/.exec(bare);
  if (card) return checkHongKongCard(card[1] ?? '', card[2] ?? '', card[3] ?? card[4] ?? '');
  const macau = /^([157]\d{6})(?:\((\d)\)|(\d))$/.exec(bare);
  if (macau) {
    const canonical = `${macau[1]}${macau[2] ?? macau[3]}`;
    return { ok: true, canonical, comparable: `MacauCard:${canonical}`, advice: 'ID_TRAVEL_PERMIT_PREFERRED' };
  }
  return bare.length === 18 ? checkResidencePermit(bare, ['810000', '820000'], options) : refused('ID_HONG_KONG_MACAU');
}

function checkHongKongCard(prefix: string, digits: string, check: string): IdentityCheck {
  if (hongKongCheckDigit(prefix, digits) !== check) return refused('ID_HONG_KONG_CHECK_DIGIT');
  const canonical = `${prefix}${digits}${check}`;
  return { ok: true, canonical, comparable: `HongKongCard:${canonical}`, advice: 'ID_TRAVEL_PERMIT_PREFERRED' };
}

function checkResidencePermit(bare: string, regions: readonly string[], { today }: Options): IdentityCheck {
  const read = readResidentId(bare, today);
  if (!read.ok) return read;
  return regions.includes(bare.slice(0, 6))
    ? { ...read, ...residencePermit(bare) }
    : refused('ID_RESIDENCE_PERMIT_REGION');
}

function residencePermit(bare: string): Pick<Identity, 'ok' | 'canonical' | 'comparable'> {
  return { ok: true, canonical: bare, comparable: `ResidencePermit:${bare}` };
}

// Nationality is not collected, so no national pattern ever blocks a passport (spec 3-domain 1.4).
function checkPassport(number: string): IdentityCheck {
  if (number === '') return refused('ID_REQUIRED');
  if (!/^[A-Z0-9]{5,20}$/.test(number)) return refused('ID_PASSPORT');
  return { ok: true, canonical: number, comparable: `Passport:${number}`, advice: passportAdvice(number) };
}

function passportAdvice(number: string): IdentityAdvice | undefined {
  if (/^\d{17}[\dX]$/.test(number)) return 'PASSPORT_LOOKS_LIKE_ID_CARD';
  // Beside a digit, O and I are mostly 0 and 1 that were misread; no Chinese passport has them.
  if (/\d[OI]|[OI]\d/.test(number)) return 'PASSPORT_O_OR_I';
  const chinese = /^([GEK]|SE|DE|PE|MA|E[A-HJ-NP-Z])\d+$/.test(number);
  return chinese && number.length !== 9 ? 'PASSPORT_CHINESE_LENGTH' : undefined;
}

/**
 * What is shown of a document number by default: the last two characters, of a short one fewer, so that at least four stay hidden. The
 * first ones of a resident's number would be the region, and with a birth date and a longer end the number is whole (decision 0051).
 */
export function idNumberEnd(canonical: string): string {
  return canonical.slice(Math.max(canonical.length - 2, Math.min(canonical.length, 4)));
}

/** A document number as it is shown by default, as long as it is: `****************33` (spec 3-domain 6.3). */
export function maskIdNumber(canonical: string): string {
  return idNumberEnd(canonical).padStart(canonical.length, '*');
}
