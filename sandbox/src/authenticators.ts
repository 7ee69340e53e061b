import { Secret, TOTP } from 'otpauth';

/** Somebody whose authenticator this machine holds for a demonstration. */
interface Holder {
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

const PERIOD_S = 30;

/** The authenticator of a secret in base32, RFC 6238 with SHA-1 and six digits; undefined when the text is no base32 or empty. */
export function authenticatorOf(base32: string): TOTP | undefined {
  if (base32.trim() === '') return undefined;
  try {
    return new TOTP({ secret: Secret.fromBase32(base32), algorithm: 'SHA1', digits: 6, period: PERIOD_S });
  } catch {
    return undefined;
  }
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
        code: authenticatorOf(secret)?.generate({ timestamp: nowMs }) ?? '',
        secondsRemaining: PERIOD_S - (((seconds % PERIOD_S) + PERIOD_S) % PERIOD_S),
      }));
    },
  };
}
