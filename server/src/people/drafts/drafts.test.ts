import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { reading } from '#platform/database';
import { createBrowser } from '#testing/app';
import {
  ask,
  givenSignedIn,
  openTestServer,
  testPassword,
  type Browser,
  type TestServer,
  trustBrowser,
} from '#testing';
import { routes } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer(routes);
});
afterAll(() => server.close());

const params = { kind: 'public' };
const booking = { kind: 'booking' };
const save = (browser: Browser, json: string) => ask(browser, 'draft.save', { params, body: { json } });

describe('the draft of a registration', () => {
  it('is there on another device after a sign-out on the first [R-35]', async () => {
    const tablet = await givenSignedIn(server.url);
    await save(tablet, '{"step":"candidateInfo"}');
    const second = await save(tablet, '{"step":"examInfo"}');
    await ask(tablet, 'user.signOutByPost');

    const phone = createBrowser(server.url);
    await trustBrowser(phone, tablet.accountId);
    await ask(phone, 'user.signIn', {
      body: { loginType: 'Password', mobileOrEmail: tablet.phone, password: testPassword },
    });
    const found = await ask(phone, 'draft.get', { params });

    expect(second.body['version']).toBe(2);
    expect(found.body).toMatchObject({ json: '{"step":"examInfo"}', version: 2 });
  });

  it('is one account’s own and is gone when cleared [T8]', async () => {
    const owner = await givenSignedIn(server.url);
    const stranger = await givenSignedIn(server.url);
    await save(owner, '{"a":1}');
    const foreign = await ask(stranger, 'draft.get', { params });
    await ask(stranger, 'draft.clear', { params });
    const kept = await ask(owner, 'draft.get', { params });
    await ask(owner, 'draft.clear', { params });
    const cleared = await ask(owner, 'draft.get', { params });
    expect([foreign.status, kept.status, cleared.status]).toEqual([204, 200, 204]);
  });

  it('of a booking stands beside that of a registration [R-37]', async () => {
    const browser = await givenSignedIn(server.url);
    await save(browser, '{"a":1}');
    await ask(browser, 'draft.save', { params: booking, body: { json: '{"b":2}' } });

    await ask(browser, 'draft.clear', { params });
    const kept = await ask(browser, 'draft.get', { params: booking });

    expect(kept.body).toMatchObject({ json: '{"b":2}', version: 1 });
  });

  it('is a small JSON object or refused', async () => {
    const browser = await givenSignedIn(server.url);
    const large = await save(browser, JSON.stringify({ text: '考'.repeat(30_000) }));
    const list = await save(browser, '[1]');
    const broken = await save(browser, '{"a":');
    const nobody = await ask(createBrowser(server.url), 'draft.get', { params });
    const other = await ask(browser, 'draft.get', { params: { kind: 'private' } });
    expect(large.body['code']).toBe('DRAFT_TOO_LARGE');
    expect([list.body['fieldCodes'], broken.body['fieldCodes']]).toEqual([
      { json: 'INVALID_FORMAT' },
      { json: 'INVALID_FORMAT' },
    ]);
    expect([nobody.status, other.status]).toEqual([401, 404]);
  });

  it('cannot be read in the database', async () => {
    const browser = await givenSignedIn(server.url);
    await save(browser, '{"note":"CANARY-9134"}');
    const { rows } = await reading((tx) =>
      sql<{ found: number }>`
      select count(*)::int as found from wizard_draft where position('CANARY'::bytea in json_sealed) > 0`.execute(tx),
    );
    expect(rows[0]?.found).toBe(0);
  });
});
