import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new identifier: uuid v4, neither sequential nor time-ordered (S-6). */
export function randomId(): string {
  return randomUUID();
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
