import type { ChinaDate } from './china-date.ts';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random bytes an application code needs. */
export const applicationCodeBytes = 5;
/** Random bytes an order code needs. */
export const orderCodeBytes = 6;

/** An application's code: `P` Public, `B` booking, `T` post-test + yymmdd + 5 random characters. Takes 5 random bytes. */
export function applicationCode(kind: 'P' | 'B' | 'T', date: ChinaDate, random: Uint8Array): string {
  return kind + shortDate(date) + signs(random, applicationCodeBytes);
}

/** An order's code: `O` + yymmdd + 6 random characters. Takes 6 random bytes. */
export function orderCode(date: ChinaDate, random: Uint8Array): string {
  return `O${shortDate(date)}${signs(random, orderCodeBytes)}`;
}

/** The serial number of an order's n-th refund, 1 to 99: `R` + the order's part + two digits. Fixed before the channel is called (C30). */
export function refundSerial(code: string, n: number): string {
  if (n < 1 || n > 99) throw new RangeError(`an order has refunds 1 to 99, not ${n}`);
  return `R${code.slice(1)}${String(n).padStart(2, '0')}`;
}

/** A code in groups for people to read: `P261121 K7QRT`, `R261121 ABCDEF 01`. */
export function groupForDisplay(code: string): string {
  const serial = code.startsWith('R') ? code.length - 2 : code.length;
  return [code.slice(0, 7), code.slice(7, serial), code.slice(serial)].filter((group) => group !== '').join(' ');
}

/** A code as people type it: upper case, without spaces and hyphens, look-alikes after the date read as digits (I, L = 1, O = 0). */
export function readCode(typed: string): string {
  const bare = typed.replace(/[\s-]/g, '').toUpperCase();
  return bare.slice(0, 1) + bare.slice(1).replace(/[IL]/g, '1').replace(/O/g, '0');
}

// A byte modulo 32 is even, because 256 is a multiple of 32.
/** Random signs that are not mistaken for one another. @throws RangeError for too few random bytes. */
export function signs(random: Uint8Array, count: number): string {
  if (random.length < count) throw new RangeError(`a code needs ${count} random bytes, got ${random.length}`);
  return Array.from(random.subarray(0, count), (byte) => crockford.charAt(byte % 32)).join('');
}

/** A date as codes carry it: `yymmdd`. */
export function shortDate(date: ChinaDate): string {
  return date.slice(2).replaceAll('-', '');
}
