import {
  permissionsOf,
  type RoleName,
  roleNames,
  type StaffCall,
  staffAddressOf,
  staffCalls,
  staffEndpoints,
  type StaffEndpointName,
} from '@exam/contract/staff';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { randomId } from '#platform/chance';
import { createBrowser, sendAsIs, startTestApp, type TestApp } from '#testing/app';
import { expectExactly, givenOffice, givenSignedIn, givenStaff, type SignedInStaff } from '#testing';
import { checksums } from './world.testing.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const names = Object.keys(staffEndpoints) as StaffEndpointName[];
const callOf = (name: StaffEndpointName): StaffCall => staffCalls[name];
const closedNames = names.filter((name) => callOf(name).who !== 'visitor');

/** The address of a call with ids that nobody has. */
function addressOf(name: StaffEndpointName): { method: string; path: string } {
  const { method, path } = staffAddressOf(name);
  return { method, path: path.replace(/\{\w+\}/g, randomId()) };
}

async function send(browser: Pick<SignedInStaff, 'send'>, name: StaffEndpointName) {
  const { method, path } = addressOf(name);
  return await browser.send(method, path, method === 'GET' ? {} : { body: {} });
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
}

describe('a call of the console', () => {
  it('is mounted once, by one domain', () => {
    expectExactly(server.servedToStaff.toSorted()).toEqual(names.toSorted());
  });

  it('is not served by the portal, nor the portal’s by the console [S-2 T22 ASVS-3.5.4]', async () => {
    const atPortal = await createBrowser(server.url).send('GET', '/api/staff/me');
    const atConsole = await createBrowser(server.consoleUrl).send('GET', '/api/product/all');
    const page = await createBrowser(server.consoleUrl).send('GET', '/api/user/current');

    expectExactly([atPortal.status, atConsole.status, page.status]).toEqual([404, 404, 404]);
  });

  it('asks for a session, and a candidate’s is none [T5 T32]', async () => {
    const candidate = await givenSignedIn(server.url);
    const stranger = createBrowser(server.consoleUrl);
    for (const [name, value] of candidate.cookies) stranger.cookies.set(name, value);
    const before = await checksums();

    for (const name of closedNames) {
      expectExactly([name, (await send(stranger, name)).status]).toEqual([name, 401]);
      expectExactly([name, (await send(createBrowser(server.consoleUrl), name)).status]).toEqual([name, 401]);
    }
    expectExactly(await checksums()).toEqual(before);
  });

  it('of another site, without the anti-forgery value, or as a form is refused and changes no row [T6 S-2]', async () => {
    const person = await givenStaff(server.consoleUrl);
    const { body } = await person.send('GET', '/api/staff/me');
    const token = typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : '';
    const cookie = `console-session=${person.cookies.get('console-session')}`;
    const good = { cookie, origin: server.consoleUrl, 'x-csrf-token': token, 'content-type': 'application/json' };
    const { origin: _none, ...withoutOrigin } = good;
    const forgeries: readonly (readonly [Record<string, string>, readonly number[]])[] = [
      [withoutOrigin, [403]],
      [{ ...good, origin: 'https://evil.example' }, [403]],
      [{ ...good, origin: server.url }, [403]],
      [{ ...good, origin: 'null' }, [403]],
      [{ ...good, 'sec-fetch-site': 'same-site' }, [403]],
      [{ ...good, 'x-csrf-token': 'A'.repeat(43) }, [403]],
      [{ ...good, 'content-type': 'text/plain' }, [415]],
      [{ ...good, 'content-type': 'application/x-www-form-urlencoded' }, [415]],
    ];
    const before = await checksums();

    for (const name of closedNames.filter((each) => staffAddressOf(each).method === 'POST')) {
      const { path } = addressOf(name);
      for (const [headers, statuses] of forgeries) {
        const answer = await sendAsIs(server.consoleUrl + path, { method: 'POST', headers, body: '{}' });
        expectExactly(statuses, `${name} ${JSON.stringify(headers)} ${answer.text}`).toContain(answer.status);
      }
    }
    expectExactly(await checksums()).toEqual(before);
  });

  it('carries the headers that keep it private and in its place [T24 T25]', async () => {
    const person = await givenStaff(server.consoleUrl);

    for (const name of closedNames) {
      const { headers, status } = await send(person, name);
      expectExactly(status, name).toBeLessThan(500);
      expectExactly(headers.get('cache-control'), name).toBe('no-store');
      expectExactly(headers.get('x-content-type-options'), name).toBe('nosniff');
      expectExactly(headers.get('content-security-policy'), name).toContain("frame-ancestors 'none'");
      expectExactly(headers.get('cross-origin-resource-policy'), name).toBe('same-origin');
    }
  });

  it('that needs a fresh proof says so, and to those who have none only [T32 ASVS-7.5.1 ASVS-7.5.3]', async () => {
    const stale = await givenStaff(server.consoleUrl, { isFresh: false });

    for (const name of closedNames) {
      const answer = await send(stale, name);
      const isAsked = answer.status === 403 && codeOf(answer.body) === 'REAUTH';
      expectExactly([name, isAsked]).toEqual([name, callOf(name).isFresh === true]);
    }
  });
});

describe.each(roleNames)('the role %s', (role: RoleName) => {
  it('is let into exactly the calls of its permissions [T32 ASVS-8.2.1]', async () => {
    const person = await givenStaff(server.consoleUrl, { roles: [role], offices: [await givenOffice()] });
    const held = permissionsOf([role]);

    for (const name of closedNames) {
      const { permission } = callOf(name);
      const answer = await send(person, name);
      const isLetIn = !(answer.status === 403 && codeOf(answer.body) === 'FORBIDDEN');
      expectExactly([name, isLetIn], answer.text).toEqual([name, permission === null || held.has(permission)]);
      expectExactly([name, answer.status === 401 || answer.status >= 500]).toEqual([name, false]);
    }
  });
});
