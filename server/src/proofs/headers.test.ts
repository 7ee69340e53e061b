import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, sendAsIs } from '#testing/app';
import { ask, trustBrowser } from '#testing';
import { givenHousehold, type Household, openWorld, type World } from './world.testing.ts';

let world: World;
let home: Household;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
});
afterAll(() => world.close());

/** On every answer of the API, whatever it is. */
const always = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Headers of the connection and of this one answer; anything else must be in a snapshot. */
const passing = new Set(['connection', 'keep-alive', 'date', 'content-length', 'x-request-id', 'transfer-encoding']);

function headersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !passing.has(name)));
}

const json = { 'content-type': 'application/json; charset=utf-8' };

type Kind = { what: string; send: () => Promise<{ status: number; headers: Headers }>; status: number; extra: object };

const order = () => `/api/order/${home.pending.orderId}`;

const kinds: readonly Kind[] = [
  { what: 'a good one', send: () => home.browser.send('GET', order()), status: 200, extra: json },
  {
    what: 'an empty one',
    send: () => createBrowser(world.url).send('GET', '/api/user/current'),
    status: 204,
    extra: {},
  },
  {
    what: 'a file',
    send: () => home.browser.send('GET', `/api/application/${home.paid.applicationId}/calendar`),
    status: 200,
    extra: {
      'content-type': expect.stringMatching(/^text\/calendar; ?charset=utf-8/),
      'content-security-policy': `${always['content-security-policy']}; sandbox`,
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/),
    },
  },
  {
    what: 'a way back from the channel',
    send: () => sendAsIs(`${world.url}/api/payment/return/alipay?out_trade_no=none`, { method: 'GET' }),
    status: 303,
    extra: { location: '/payment-success' },
  },
  {
    what: 'a malformed one',
    send: () => home.browser.send('POST', '/api/order', { body: '{' }),
    status: 400,
    extra: json,
  },
  {
    what: 'one without a session',
    send: () => createBrowser(world.url).send('GET', order()),
    status: 401,
    extra: json,
  },
  {
    what: 'a forged one',
    send: () =>
      sendAsIs(`${world.url}/api/order`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    status: 403,
    extra: json,
  },
  { what: 'an absent one', send: () => home.browser.send('GET', '/api/order/none'), status: 404, extra: json },
  { what: 'an unknown address', send: () => home.browser.send('GET', '/api/none'), status: 404, extra: json },
  {
    what: 'another method',
    send: () => home.browser.send('PUT', '/api/order'),
    status: 405,
    extra: { ...json, allow: 'POST' },
  },
  { what: 'a refusal', send: () => home.browser.send('POST', '/api/order', { body: {} }), status: 412, extra: json },
  {
    what: 'too large a one',
    send: () => home.browser.send('POST', '/api/order', { body: `{"a":"${'x'.repeat(300_000)}"}` }),
    status: 413,
    extra: json,
  },
  {
    what: 'one of another kind',
    send: () => home.browser.send('POST', '/api/order', { body: 'a', headers: { 'content-type': 'text/plain' } }),
    status: 415,
    extra: json,
  },
  {
    what: 'too long an address',
    send: () => home.browser.send('GET', `/api/order/${'x'.repeat(300)}`),
    status: 400,
    extra: json,
  },
];

describe('an answer', () => {
  it.each(kinds)(
    'that is $what has exactly its headers: $status [T24 T25 S-1 ASVS-3.4.3 ASVS-3.4.4 ASVS-4.1.1 ASVS-13.4.6 ASVS-3.4.5 ASVS-3.4.6 ASVS-3.4.8 ASVS-14.3.2]',
    async ({ send, status, extra }) => {
      const answer = await send();

      expect(answer.status).toBe(status);
      expect(headersOf(answer.headers)).toEqual({ ...always, ...extra });
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it('that asks for patience says for how long [S-1 T12]', async () => {
    const path = `/api/session/${home.cart.exam.sessionId}/exclusive_code/WRONG/verify`;
    const answers = [];
    for (let tries = 0; tries < 7; tries++) answers.push(await home.browser.send('GET', path));

    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(headersOf(last?.headers ?? new Headers())).toEqual({
      ...always,
      ...json,
      'retry-after': expect.stringMatching(/^\d+$/),
    });
  });

  it('to a sign-in sets one cookie that no script and no other site can use, and no secret stands in its body [T5 T34 ASVS-3.3.4 S-2 ASVS-3.3.2 ASVS-7.2.3]', async () => {
    const browser = createBrowser(world.url);
    await trustBrowser(browser, home.browser.accountId);
    const body = { loginType: 'Password', mobileOrEmail: home.browser.phone, password: 'horse#staple9' };
    const answer = await ask(browser, 'user.signIn', { body });

    const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('portal-session='));
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^portal-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const secret = /=([\w-]{43})/.exec(cookies[0] ?? '')?.[1] ?? 'none';
    expect(answer.text).not.toContain(secret);
    expect((await ask(browser, 'user.current')).text).not.toContain(secret);
  });
});
