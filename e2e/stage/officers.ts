import { createStaffClient, type StaffClient } from '@exam/contract/staff/client';
import { expect, inject } from 'vitest';
import { password } from './account.ts';
import { authenticatorCode } from './outside.ts';

/** Codes used in this file, by account: each opens the console once. */
const used = new Map<string, string>();

/** A code that has not been used yet: the authenticator shows a new one every 30 seconds. */
export async function newCode(email: string): Promise<string> {
  await expect
    .poll(() => authenticatorCode(email), { timeout: 40_000, interval: 500, message: `${email} has a new code` })
    .not.toBe(used.get(email));
  const code = await authenticatorCode(email);
  used.set(email, code);
  return code;
}

/**
 * A member of the demonstration's staff who speaks to the console's API without a browser, signed in, their proof fresh.
 * @param account the part of the address before `@examport.example`
 */
export async function staffProgram(account: string): Promise<StaffClient> {
  const email = `${account}@examport.example`;
  const origin = inject('console');
  let token: string | null = null;
  const cookies = new Map<string, string>();
  const call = createStaffClient({
    baseUrl: origin,
    language: () => 'en',
    csrfToken: () => token,
    headers: () => ({ origin, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
    fetch: async (...request) => {
      const answer = await fetch(...request);
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      return answer;
    },
  });
  // A journey of another file may have just used the code that is shown: each counts once.
  for (let tries = 1; token === null; tries++) {
    const body = { email, password, code: await newCode(email) };
    const signedIn = await call('staff.signIn', { body }).catch((error: unknown) => {
      if (tries === 3) throw error;
    });
    token = signedIn?.token ?? null;
  }
  return call;
}
