import { randomBytes, randomInt } from 'node:crypto';

/** Random lower-case hexadecimal digits, for ids that nobody can guess. */
export function randomHex(digits: number): string {
  return randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits);
}

/** Random decimal digits, as the channels number their trades. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}
