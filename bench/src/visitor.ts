import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '@exam/contract/client';
import type { Product } from './product.ts';

/** The demo account with saved candidates, a cart, orders and exams (README). */
const demo = { phone: '13800138000', password: 'Kaotu@2026' };

/** Somebody signed in: calls of the contract, and the headers with which a load generator makes the same calls. */
export type Visitor = { call: Client; headers: Record<string, string>; cookie: { name: string; value: string } };

/** Signs in as the demo account by password and the code of the second step. Once per product: codes are sent once a minute. */
export async function signIn({ url, outside }: Product): Promise<Visitor> {
  const cookies = new Map<string, string>();
  const remembering: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const call = createClient({
    baseUrl: url,
    language: () => 'en',
    csrfToken: () => null,
    headers: () => ({ origin: url, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
    fetch: remembering,
  });
  const { secondFactor } = await call('user.signIn', {
    body: { loginType: 'Password', mobileOrEmail: demo.phone, password: demo.password },
  });
  const sendAccountNumber = secondFactor?.target ?? demo.phone;
  const captchaVerifyId = await proveWork(call);
  await call('verification.sendToPhone', {
    body: { sendAccountNumber, verificationCodeType: 'Login', captchaVerifyId },
  });
  const verificationCode = await codeSentTo(outside, demo.phone);
  const { token } = await call('user.signInSecondFactor', { body: { verificationCode } });
  const [name = '', value = ''] = [...cookies].find(([each]) => each.endsWith('session')) ?? [];
  return visitorWith(url, { name, value }, token ?? '');
}

async function proveWork(call: Client): Promise<string> {
  const { id, salt, challenge, maxNumber } = await call('captcha.get', { query: { kind: 'pow' } });
  for (let number = 0; number <= (maxNumber ?? 0); number++) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    return (await call('captcha.verify', { body: { id, number } })).captchaVerifyId;
  }
  throw new Error('The proof of work has no answer.');
}

/** The code in the newest message to a number, from the sandbox's inbox; waits for it. */
async function codeSentTo(outside: string, phone: string): Promise<string> {
  for (let tried = 0; tried < 100; tried++) {
    const answer = await fetch(`${outside}/api/messages?to=${phone}`);
    const messages = (await answer.json()) as { text: string }[];
    const code = messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0];
    if (code !== undefined) return code;
    await pause(200);
  }
  throw new Error('No code came.');
}

/** Somebody whose session and anti-forgery value are known. */
function visitorWith(url: string, cookie: Visitor['cookie'], token: string): Visitor {
  const identity = { origin: url, cookie: `${cookie.name}=${cookie.value}` };
  return {
    call: createClient({ baseUrl: url, language: () => 'en', csrfToken: () => token, headers: () => identity }),
    headers: { ...identity, 'x-csrf-token': token, 'content-type': 'application/json', 'accept-language': 'en' },
    cookie,
  };
}
