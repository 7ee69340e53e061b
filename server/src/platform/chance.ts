import { randomBytes, randomInt, randomUUID, randomUUIDv7 } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new identifier: uuid v4, neither sequential nor time-ordered (S-6). */
export function randomId(): string {
  return randomUUID();
}

let last = { moment: '', count: 0 };

/**
 * An identifier that comes behind those which this process gave before (uuid v7, RFC 9562 6.2, method 1): for rows that are read in the order in
 * which they were written, also within one transaction, and whose ids nobody is shown.
 */
export function randomIdInOrder(): string {
  const id = randomUUIDv7();
  const moment = id.slice(0, 13);
  last = moment > last.moment ? { moment, count: 0 } : { ...last, count: Math.min(last.count + 1, 0xfff) };
  return `${last.moment}-7${last.count.toString(16).padStart(3, '0')}${id.slice(18)}`;
}

/** An unguessable secret of `bytes` random bytes, base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** A decimal code such as the six digits of an SMS, leading zeros included. */
export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

/** The unguessable part of a human code: Crockford base32, no I, L, O, U. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => crockford[randomInt(crockford.length)]).join('');
}

/** A whole number, `from` included, `below` excluded. */
export function randomBetween(from: number, below: number): number {
  return randomInt(from, below);
}

export { randomBytes } from 'node:crypto';
