import { addMonths, chinaDateOf, type ChinaDate, type Instant } from './china-date.ts';
import { checkEmail, type EmailRefusal } from './emails.ts';
import { bareNumber, isOfLength, tidyText } from './writing.ts';

/** For whom a fapiao is. */
export const fapiaoBuyers = ['Personal', 'Company'] as const;
export type FapiaoBuyer = (typeof fapiaoBuyers)[number];

/** Why what a fapiao is asked for with is refused (spec 3-domain 7). */
export const fapiaoRefusals = [
  'FAPIAO_TITLE_REQUIRED',
  'FAPIAO_TITLE_FORMAT',
  'FAPIAO_TAX_NUMBER_REQUIRED',
  'FAPIAO_TAX_NUMBER_FORMAT',
  'FAPIAO_TAX_NUMBER_CHECK',
  'FAPIAO_TAX_NUMBER_NOT_NEEDED',
] as const;
export type FapiaoRefusal = (typeof fapiaoRefusals)[number];

/** What a fapiao is asked for with, as typed. */
export type FapiaoInput = { buyer: FapiaoBuyer; title: string; taxNumber: string; email: string };
/** The same as it is kept: `taxNumber` is null for a person. */
export type FapiaoWish = { buyer: FapiaoBuyer; title: string; taxNumber: string | null; email: string };

export type FapiaoCheck =
  | { ok: true; wish: FapiaoWish }
  | { ok: false; fields: Partial<Record<keyof FapiaoInput, FapiaoRefusal | EmailRefusal>> };

const longestTitle = 100;
const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * Checks a request for a fapiao: a title without control characters, up to 100 characters; for a company its taxpayer number; an e-mail
 * address (spec 3-domain 7).
 */
export function checkFapiao(input: FapiaoInput): FapiaoCheck {
  const title = tidyText(input.title);
  const number = bareNumber(input.taxNumber);
  const email = checkEmail(input.email);
  const fields: Partial<Record<keyof FapiaoInput, FapiaoRefusal | EmailRefusal>> = {};
  const titleCode = refusalOfTitle(title);
  if (titleCode !== null) fields.title = titleCode;
  const numberCode = refusalOfNumber(input.buyer, number);
  if (numberCode !== null) fields.taxNumber = numberCode;
  if (!email.ok) fields.email = email.code;
  if (!email.ok || titleCode !== null || numberCode !== null) return { ok: false, fields };
  const taxNumber = input.buyer === 'Company' ? number : null;
  return { ok: true, wish: { buyer: input.buyer, title, taxNumber, email: email.email } };
}

function refusalOfTitle(title: string): FapiaoRefusal | null {
  if (title === '') return 'FAPIAO_TITLE_REQUIRED';
  return !isOfLength(title, { min: 2, max: longestTitle }) || /[\p{Cc}\p{Cf}<>]/u.test(title)
    ? 'FAPIAO_TITLE_FORMAT'
    : null;
}

function refusalOfNumber(buyer: FapiaoBuyer, number: string): FapiaoRefusal | null {
  if (buyer === 'Personal') return number === '' ? null : 'FAPIAO_TAX_NUMBER_NOT_NEEDED';
  if (number === '') return 'FAPIAO_TAX_NUMBER_REQUIRED';
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(number)) return 'FAPIAO_TAX_NUMBER_FORMAT';
  return isTaxNumber(number) ? null : 'FAPIAO_TAX_NUMBER_CHECK';
}

/** Whether the check character of a unified social credit code fits (GB 32100): weights are powers of 3, modulo 31. */
export function isTaxNumber(number: string): boolean {
  let sum = 0;
  let weight = 1;
  for (const sign of number.slice(0, 17)) {
    sum += signs.indexOf(sign) * weight;
    weight = (weight * 3) % 31;
  }
  return signs[(31 - (sum % 31)) % 31] === number[17];
}

/** How many months after the payment a fapiao can be asked for (spec 3-domain 7). */
export const fapiaoMonths = 12;

/** The last China date on which the fapiao of an order can be asked for. */
export function fapiaoUntil(paidAt: Instant): ChinaDate {
  return addMonths(chinaDateOf(paidAt), fapiaoMonths);
}

/** Fen of a fapiao that are not covered by what the order has kept: that much goes into a red letter. */
export function redDue({ issued, red, kept }: { issued: number; red: number; kept: number }): number {
  return Math.max(0, issued - red - kept);
}

/** The number of a fully digital fapiao: 20 digits (spec 3-domain 7). */
export const fapiaoNumberPattern = /^\d{20}$/;
