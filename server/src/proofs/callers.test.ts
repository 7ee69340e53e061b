import { calls } from '@exam/contract/calls';
import type { EndpointName } from '@exam/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { createBrowser, sendAsIs } from '#testing/app';
import { expectExactly, givenSignedIn } from '#testing';
import { addressesOf, allNames, callOf, type Ids, isLater, requestsWith } from './requests.testing.ts';
import { checksums, givenHousehold, type Household, openWorld, type World } from './world.testing.ts';

let world: World;
let home: Household;
let ids: Ids;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
  const { candidateId, cart, pending } = home;
  ids = {
    applicationId: cart.applicationId,
    candidateId,
    orderId: pending.orderId,
    otherId: randomId(),
    exam: cart.exam,
  };
});
afterAll(() => world.close());

type Address = { name: EndpointName; method: string; url: string; body: unknown };

function addresses(isWanted: (name: EndpointName) => boolean): Address[] {
  const requests = requestsWith(ids);
  return allNames
    .filter(isWanted)
    .flatMap((name) =>
      addressesOf(name, requests[name]).map((address) => ({ name, ...address, body: requests[name].body ?? {} })),
    );
}

const isByGateway = (name: EndpointName) => callOf(name).who === 'gateway';

describe('a call of the contract', () => {
  it('is served, or answered by the one 501 that the contract marks as later', () => {
    const { served, later } = world;

    expect(later.toSorted()).toEqual(allNames.filter(isLater).toSorted());
    expect([...served, ...later].toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('that comes later says so in both languages, whatever it is sent', async () => {
    const words = { en: 'This service is not open yet.', zh: '服务尚未开放。' };

    for (const language of ['en', 'zh'] as const) {
      const browser = createBrowser(world.url, language);
      for (const [name, value] of home.browser.cookies) browser.cookies.set(name, value);
      const { body } = await browser.send('GET', '/api/user/current');
      browser.signedIn(tokenOf(body));
      for (const { name, method, url, body: sent } of addresses(isLater)) {
        const answer = await browser.send(method, url, method === 'GET' ? {} : { body: sent });
        expect([answer.status, answer.body], name).toMatchObject([
          501,
          { code: 'NOT_YET', userMessage: words[language] },
        ]);
      }
    }
  });

  it('asks for a session unless it is open to visitors [T5 error:status.401 ASVS-7.2.1 ASVS-8.3.1]', async () => {
    const nobody = createBrowser(world.url);
    const before = await checksums();

    for (const { name, method, url, body } of addresses((each) => callOf(each).who === 'candidate')) {
      const answer = await nobody.send(method, url, method === 'GET' ? {} : { body });
      expect([answer.status, answer.body], `${name} ${answer.text}`).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
      expect(answer.headers.getSetCookie(), name).toEqual([]);
    }
    expectExactly(await checksums()).toEqual(before);
  });

  it('lets a visitor in where it is open to visitors', async () => {
    const nobody = createBrowser(world.url);

    for (const { name, method, url, body } of addresses((each) => callOf(each).who === 'visitor' && !isLater(each))) {
      const answer = await nobody.send(method, url, method === 'GET' ? {} : { body });
      expect([401, 403, 405, 415], `${name} ${answer.text}`).not.toContain(answer.status);
    }
  });

  it('does nothing for a dead session, by any address [T5 ASVS-7.4.1]', async () => {
    const gone = await givenSignedIn(world.url);
    const cookies = [...gone.cookies];
    await gone.send('POST', '/api/user/logout', { body: {} });
    for (const [name, value] of cookies) gone.cookies.set(name, value);

    for (const { name, method, url, body } of addresses((each) => callOf(each).who === 'candidate'))
      expect((await gone.send(method, url, method === 'GET' ? {} : { body })).status, name).toBe(401);
  });
});

const isUpload = (name: EndpointName) => callOf(name).bodyKind === 'multipart';

type Forgery = { what: string; headers: Record<string, string>; body?: string; statuses: readonly number[] };

/** Ways in which another site, or a form, could make this person's browser call. */
function forgeries(foreignToken: string): Forgery[] {
  const ours = { origin: world.url, 'sec-fetch-site': 'same-origin' };
  const form = 'application/x-www-form-urlencoded';
  return [
    { what: 'no origin', headers: { origin: '' }, statuses: [403] },
    { what: 'an evil origin', headers: { origin: 'https://evil.example' }, statuses: [403] },
    { what: 'an origin that begins like ours', headers: { origin: `${world.url}.evil.example` }, statuses: [403] },
    { what: 'the origin null', headers: { origin: 'null' }, statuses: [403] },
    { what: 'another port', headers: { origin: 'http://127.0.0.1:1' }, statuses: [403] },
    {
      what: 'another site by the browser’s word',
      headers: { ...ours, 'sec-fetch-site': 'cross-site' },
      statuses: [403],
    },
    { what: 'no anti-forgery value', headers: { ...ours, 'x-csrf-token': '' }, statuses: [403] },
    { what: 'the value of another session', headers: { ...ours, 'x-csrf-token': foreignToken }, statuses: [403] },
    { what: 'plain text', headers: { ...ours, 'content-type': 'text/plain' }, statuses: [415] },
    { what: 'a form', headers: { ...ours, 'content-type': form }, body: 'a=1', statuses: [415] },
    {
      what: 'an upload',
      headers: { ...ours, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
      statuses: [415],
    },
  ];
}

describe('an unsafe call', () => {
  it('of another site or a plain form is refused and changes no row, at every address [T6 S-2 ASVS-3.5.1 ASVS-3.5.2]', async () => {
    const foreign = await givenSignedIn(world.url);
    const { body: other } = await foreign.send('GET', '/api/user/current');
    const { body: own } = await home.browser.send('GET', '/api/user/current');
    const cookie = [...home.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const before = await checksums();
    const unsafe = addresses((name) => !isByGateway(name)).filter(({ method }) => method !== 'GET');
    expect(unsafe.length).toBeGreaterThan(50);

    for (const { name, method, url, body } of unsafe) {
      for (const forgery of forgeries(tokenOf(other) ?? '')) {
        if (forgery.what === 'an upload' && isUpload(name)) continue;
        const headers: Record<string, string> = {
          cookie,
          'content-type': 'application/json',
          'x-csrf-token': tokenOf(own) ?? '',
          ...forgery.headers,
        };
        for (const [header, value] of Object.entries(headers)) if (value === '') delete headers[header];
        const answer = await sendAsIs(world.url + url, { method, headers, body: forgery.body ?? JSON.stringify(body) });
        expect(forgery.statuses, `${name} with ${forgery.what}: ${answer.text}`).toContain(answer.status);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    expectExactly(await checksums()).toEqual(before);
    // Every address in a dozen ways: more calls than the other proofs make.
  });

  it('with the right origin and value is let through, so the matrix could fail', async () => {
    const unsafe = addresses((name) => callOf(name).who === 'candidate' && !isLater(name)).filter(
      ({ method, name }) => method !== 'GET' && !name.endsWith('.delete') && name !== 'order.giveUp' && !isUpload(name),
    );

    for (const { name, method, url, body } of unsafe)
      expect([401, 403, 415], name).not.toContain((await home.browser.send(method, url, { body })).status);
  });
});

describe('an address', () => {
  it('names the methods it has to whoever comes with another one [S-1 ASVS-4.1.4]', async () => {
    const all = addresses(() => true);
    const patterns = allNames.flatMap((name) => patternsOf(name));

    for (const path of new Set(all.map(({ url }) => url.split('?')[0] ?? ''))) {
      const offered = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (offered.has(method)) continue;
        const answer = await home.browser.send(method, path, method === 'GET' ? {} : { body: {} });
        expect([answer.status, answer.body], `${method} ${path}`).toMatchObject([405, { code: 'METHOD_NOT_ALLOWED' }]);
        const allow = (answer.headers.get('allow') ?? '').split(', ').filter((each) => each !== 'HEAD');
        expect(allow, `${method} ${path}`).toEqual([...offered].toSorted());
      }
    }
  });

  it('that nobody serves is a 404 of the same form', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nowhere',
      '/api/order/1/x.css',
      '/api/.git/config',
      '/internal/clock',
      '/API/order',
    ]) {
      const answer = await home.browser.send('GET', path);
      expect([answer.status, answer.body], path).toMatchObject([404, { code: 'NOT_FOUND' }]);
    }
  });
});

function patternsOf(name: EndpointName): { method: string; pattern: RegExp }[] {
  const { params = {} } = requestsWith(ids)[name];
  const marked = Object.fromEntries(Object.keys(params).map((key) => [key, 'any-value']));
  return addressesOf(name, { params: marked }).map(({ method, url }) => ({
    method,
    pattern: new RegExp(`^${url.replaceAll('any-value', '[^/]+')}$`),
  }));
}

function tokenOf(body: unknown): string | null {
  const hasToken = typeof body === 'object' && body !== null && 'token' in body;
  return hasToken && typeof body.token === 'string' ? body.token : null;
}
