import { createHmac } from 'node:crypto';

/** Somebody whose authenticator this machine holds for a demonstration. */
export interface Holder {
  account: string;
  /** Base32, as an authenticator is given it. */
  secret: string;
}

/** The code that an authenticator shows now, and how long it still does. */
export interface Shown {
  account: string;
  code: string;
  secondsRemaining: number;
}

/** The authenticators of the demonstration's staff: what would be on their phones. */
export interface Authenticators {
  replace(holders: readonly Holder[]): void;
  /** @param nowMs milliseconds since 1970 by the sandbox's clock */
  show(nowMs: number): Shown[];
}

const PERIOD = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of base32 text; undefined when it is none. */
export function bytesOf(base32: string): Buffer | undefined {
  const text = base32.replaceAll(/[\s=]/g, '').toUpperCase();
  if (text === '' || Array.from(text).some((sign) => !ALPHABET.includes(sign))) return undefined;
  const bits = Array.from(text)
    .map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238 with SHA-1, six digits, 30 seconds. @param seconds since 1970 */
export function codeAt(secret: Buffer, seconds: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / PERIOD)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Makes an empty set of authenticators. */
export function createAuthenticators(): Authenticators {
  let held: readonly Holder[] = [];
  return {
    replace: (holders) => {
      held = holders;
    },
    show: (nowMs) => {
      const seconds = Math.floor(nowMs / 1000);
      return held.map(({ account, secret }) => ({
        account,
        code: codeAt(bytesOf(secret) ?? Buffer.alloc(0), seconds),
        secondsRemaining: PERIOD - (((seconds % PERIOD) + PERIOD) % PERIOD),
      }));
    },
  };
}
