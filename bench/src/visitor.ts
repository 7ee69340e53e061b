import { createClient, type Client } from '@exam/contract/client';
import type { Product } from './product.ts';

/** The demo account with saved candidates, a cart, orders and exams (README). */
const demo = { phone: '13800138000', password: 'Kaotu@2026' };

/** Somebody signed in: calls of the contract, and the headers with which a load generator makes the same calls. */
export type Visitor = { call: Client; headers: Record<string, string>; cookie: { name: string; value: string } };

/** Signs in as the demo account by password. Once per product: further tries of the day would ask for a captcha. */
export async function signIn({ url }: Product): Promise<Visitor> {
  let cookie = { name: '', value: '' };
  const remembering: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name.endsWith('session')) cookie = { name, value };
    }
    return response;
  };
  const visitor = createClient({
    baseUrl: url,
    language: () => 'en',
    csrfToken: () => null,
    headers: () => ({ origin: url }),
    fetch: remembering,
  });
  const result = await visitor('user.signIn', {
    body: { loginType: 'Password', mobileOrEmail: demo.phone, password: demo.password },
  });
  return visitorWith(url, cookie, result.token ?? '');
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
