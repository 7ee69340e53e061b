import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStaffClient, type StaffClient, type StaffRequest, staffUrlOf } from '@exam/contract/staff/client';
import { password } from './account.ts';
import { authenticatorCode, minutesLater } from './outside.ts';
import { placeOf } from './places.ts';

/**
 * Acts with a code of somebody's authenticator that nobody has given before: each opens the console once, and a new one is shown every
 * 30 seconds. Where the one that is shown was used, in this file or one before, the clock goes on to the next instead of being waited for.
 */
async function withNewCode<T>(email: string, act: (code: string) => Promise<T>): Promise<T> {
  const file = join(placeOf('notes'), `codes of ${email}`);
  const used = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  for (let steps = 0; ; steps++) {
    const given = await minutesLater(steps / 2, async () => {
      const code = await authenticatorCode(email);
      if (used.includes(code)) return null;
      appendFileSync(file, ` ${code}`);
      return { answer: await act(code) };
    });
    if (given !== null) return given.answer;
  }
}

/** Signs a member of staff in by `enter`, which takes what the sign-in page sends. */
export async function enterAs<T>(
  account: string,
  enter: (body: StaffRequest<'staff.signIn'>['body']) => Promise<T>,
): Promise<T> {
  const email = `${account}@examport.example`;
  return await withNewCode(email, (code) => enter({ email, password, code }));
}

type Request = Parameters<typeof fetch>;

/** Makes a call; says why a child's record is opened where that is asked, and makes it again. */
async function answeredFor(request: Request, token: string | null): Promise<Response> {
  const answer = await fetch(...request);
  if (answer.status !== 412) return answer;
  const { code, details } = (await answer.clone().json()) as { code: string; details?: object };
  if (code !== 'MINOR_REASON_NEEDED') return answer;
  const body = JSON.stringify({ ...details, reason: 'The parents rang about it.' });
  const headers = new Headers(request[1]?.headers);
  headers.set('content-type', 'application/json');
  headers.set('x-csrf-token', token ?? '');
  await fetch(`${placeOf('console')}${staffUrlOf('minors.giveReason')}`, { method: 'POST', headers, body });
  return await fetch(...request);
}

/**
 * A member of the demonstration's staff who speaks to the console's API without a browser, signed in, their proof fresh.
 * @param account the part of the address before `@examport.example`
 */
export async function staffProgram(account: string): Promise<StaffClient> {
  const origin = placeOf('console');
  let token: string | null = null;
  const cookies = new Map<string, string>();
  const call = createStaffClient({
    baseUrl: origin,
    language: () => 'en',
    csrfToken: () => token,
    headers: () => ({ origin, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
    fetch: async (...request) => {
      const answer = await answeredFor(request, token);
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      return answer;
    },
  });
  ({ token } = await enterAs(account, (body) => call('staff.signIn', { body })));
  return call;
}
