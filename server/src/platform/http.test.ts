import { calls as contractCalls } from '@exam/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomToken } from '#platform/chance';
import { refuse } from '#platform/errors';
import type { Account, Handlers, Routes } from '#platform/http';
import { databasePool } from '#platform/database';
import { createBrowser, startTestApp } from '#testing/app';
import { csrfTokenOf } from '#platform/vault';

const account: Account = { id: '7d0f7a52-7d7c-4a53-8a0e-0d4f5a6b7c8d', language: 'en' };
const sessionToken = randomToken();
const candidateId = '3f0e8a52-7d7c-4a53-8a0e-0d4f5a6b7c8d';
let placed = 0;

const candidateCalls = { 'candidate.delete': contractCalls['candidate.delete'] };
const candidates: Handlers<typeof candidateCalls> = {
  'candidate.delete': ({ params }) => {
    if (params.id === candidateId) throw new TypeError('planted fault with a secret 13800000000');
    return refuse('NOT_FOUND');
  },
};
const orderCalls = {
  'order.checkSeats': contractCalls['order.checkSeats'],
  'order.place': contractCalls['order.place'],
};
const orders: Handlers<typeof orderCalls> = {
  'order.checkSeats': () => {
    const row = { isValid: true, insufficient: [], passwordHash: 'must not leave' };
    return row;
  },
  'order.place': ({ body }) => {
    placed += 1;
    if (body.totalPayAmount === 1) refuse('SEATS');
    return { id: candidateId, code: `O${placed}`, amount: body.totalPayAmount, isNocharge: false };
  },
};
const visitorCalls = {
  'user.isEmailBound': contractCalls['user.isEmailBound'],
  'user.current': contractCalls['user.current'],
};
const visitors: Handlers<typeof visitorCalls> = {
  'user.isEmailBound': () => ({ isBound: true }),
  'user.current': () => null,
};
const routes: Routes[] = [
  { calls: candidateCalls, handlers: candidates },
  { calls: orderCalls, handlers: orders },
  { calls: visitorCalls, handlers: visitors },
];

let server: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  server = await startTestApp({ routes, identify: async (token) => (token === sessionToken ? account : null) });
});
afterAll(() => server.close());

function givenSignedIn(language: 'en' | 'zh' = 'en') {
  const browser = createBrowser(server.url, language);
  browser.cookies.set('portal-session', sessionToken);
  browser.signedIn(csrfTokenOf(sessionToken));
  return browser;
}

const seats = '/api/order/check_seat';
const goodBody = { applicationIds: [candidateId] };

describe('an answer', () => {
  it('carries what the contract names and nothing else', async () => {
    const answer = await givenSignedIn().send('POST', seats, { body: goodBody });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ isValid: true, insufficient: [] });
  });

  it('is 204 for nothing [call:GET /api/user/current S-1]', async () => {
    expect((await createBrowser(server.url).send('GET', '/api/user/current')).status).toBe(204);
  });

  it('is never kept by caches and never framed, whatever it is [T24 T25 ASVS-14.2.2 ASVS-14.3.2]', async () => {
    const browser = givenSignedIn();

    const answers = await Promise.all([
      browser.send('POST', seats, { body: goodBody }),
      browser.send('GET', '/api/nowhere'),
      browser.send('DELETE', '/api/user/current'),
      browser.send('POST', `/api/candidate/${candidateId}`, { body: {} }),
      browser.send('POST', seats, { body: `{"a":"${'x'.repeat(300_000)}"}` }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 405, 500, 413]);
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });
});

describe('a refusal', () => {
  it('has a code, a sentence in the reader’s language and the request’s id [S-1]', async () => {
    const english = await createBrowser(server.url, 'en').send('GET', '/api/user/is-bound-email');
    const chinese = await createBrowser(server.url, 'zh').send('GET', '/api/user/is-bound-email');

    expect(english.status).toBe(401);
    expect(english.body).toEqual({
      code: 'UNAUTHENTICATED',
      userMessage: 'Sign in to continue.',
      requestId: english.headers.get('x-request-id'),
    });
    expect(chinese.text).toMatch(/[\u4e00-\u9fff]/);
  });

  it('says nothing of what went wrong inside [S-1 ASVS-16.5.1]', async () => {
    const answer = await givenSignedIn().send('POST', `/api/candidate/${candidateId}`, { body: {} });

    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ code: 'INTERNAL' });
    expect(answer.text).not.toContain('13800000000');
  });

  it('names the methods of an address that was called by another [S-1]', async () => {
    const answer = await givenSignedIn().send('PUT', seats, { body: goodBody });

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it.each([
    ['an id of no shape of ours in the path', 'POST /api/candidate/1', {}, 404],
    ['an absent object', 'POST /api/candidate/3f0e8a52-7d7c-4a53-8a0e-000000000000', {}, 404],
    ['an unknown key', `POST ${seats}`, { ...goodBody, extra: 1 }, 400],
    ['a wrong type', `POST ${seats}`, { applicationIds: 'all' }, 400],
    ['a missing field', `POST ${seats}`, {}, 412],
  ])('answers %s by its own status [S-1]', async (_, address, body, status) => {
    const [method = '', path = ''] = address.split(' ');

    expect((await givenSignedIn().send(method, path, { body })).status).toBe(status);
  });

  it('marks the fields that are missing', async () => {
    const answer = await givenSignedIn().send('POST', seats, { body: {} });

    expect(answer.body).toMatchObject({ code: 'FIELDS', fieldCodes: { applicationIds: 'REQUIRED_FIELD' } });
  });

  it('meets a body of another kind with 415', async () => {
    const answer = await givenSignedIn().send('POST', seats, {
      body: 'a=1',
      headers: { 'content-type': 'text/plain' },
    });

    expect(answer.status).toBe(415);
  });
});

describe('an unsafe call of a session', () => {
  const token = () => csrfTokenOf(sessionToken);

  it.each([
    ['its own origin and value', () => ({}), 200],
    ['same-origin by the browser’s word', () => ({ origin: '', 'sec-fetch-site': 'same-origin' }), 200],
    ['no value', () => ({ 'x-csrf-token': '' }), 403],
    ['the value of another session', () => ({ 'x-csrf-token': csrfTokenOf(randomToken()) }), 403],
    ['an evil origin', () => ({ origin: 'https://evil.example' }), 403],
    ['the origin null', () => ({ origin: 'null' }), 403],
    ['another port of this machine', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['its origin but another site by the browser’s word', () => ({ 'sec-fetch-site': 'same-site' }), 403],
  ])('with %s', async (_, headers, status) => {
    const given: Record<string, string> = {
      'content-type': 'application/json',
      cookie: `portal-session=${sessionToken}`,
      'x-csrf-token': token(),
      origin: server.url,
      ...headers(),
    };
    if (given['origin'] === '') delete given['origin'];

    const answer = await fetch(server.url + seats, { method: 'POST', headers: given, body: JSON.stringify(goodBody) });

    expect(answer.status).toBe(status);
  });

  it('without any origin is refused [T6]', async () => {
    const headers = {
      'content-type': 'application/json',
      cookie: `portal-session=${sessionToken}`,
      'x-csrf-token': token(),
    };

    const answer = await fetch(server.url + seats, { method: 'POST', headers, body: JSON.stringify(goodBody) });

    expect(answer.status).toBe(403);
  });
});

describe('an idempotency key', () => {
  const place = (key: string, totalPayAmount = 500) =>
    givenSignedIn().send('POST', '/api/order', {
      body: { applicationIds: [candidateId], totalPayAmount },
      headers: { 'idempotency-key': key },
    });

  it('does the work once and gives the first answer again [S-5 C40]', async () => {
    const before = placed;

    const first = await place('key-of-the-first');
    const second = await place('key-of-the-first');

    expect(placed - before).toBe(1);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('is refused with another body [S-5 C40]', async () => {
    await place('key-of-the-second');

    expect((await place('key-of-the-second', 600)).status).toBe(409);
  });

  it('keeps a refusal too', async () => {
    const before = placed;

    const answers = [await place('key-of-the-third', 1), await place('key-of-the-third', 1)];

    expect(answers.map(({ body }) => body)).toMatchObject([{ code: 'SEATS' }, { code: 'SEATS' }]);
    expect(placed - before).toBe(1);
  });

  it('means another request after 24 hours [S-5]', async () => {
    const before = placed;
    await place('key-of-yesterday');
    await databasePool().query(
      `update idempotency_key set created_at = app_now() - interval '25 hours' where key = 'key-of-yesterday'`,
    );

    const another = await place('key-of-yesterday', 600);

    expect([another.status, placed - before]).toEqual([200, 2]);
  });

  it('lets one of many simultaneous requests through', async () => {
    const before = placed;

    const answers = await Promise.all(Array.from({ length: 6 }, () => place('key-of-the-fourth')));

    expect(placed - before).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });
});

describe('the host name', () => {
  it('must be ours [T27]', async () => {
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve) => {
      request(`${server.url}/api/user/current`, { headers: { host: 'evil.example' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).end();
    });

    expect(status).toBe(400);
  });
});

describe('the probes', () => {
  it('answer while the database does [R-10]', async () => {
    const browser = createBrowser(server.url);

    expect((await browser.send('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect((await browser.send('GET', '/readyz')).body).toEqual({ status: 'ready' });
    expect((await browser.send('GET', '/metrics')).text).toContain('http_request_duration_seconds');
    expect((await browser.send('GET', '/app-config.json')).body).toEqual({ apiBaseUrl: '' });
  });
});
