import { request } from 'node:http';
import { connect } from 'node:net';
import { addressOf } from '@exam/contract/endpoints';
import { addSeconds, keptUntilAfter, lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomDigits, randomId } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import { createApp } from '#platform/http';
import { closeNetworkLog, flushNetworkLog, keepNetworkLog } from '#platform/network-log';
import { createBrowser, startTestApp, type TestApp } from '#testing/app';
import { testConfig } from '#platform/testing/config';
import { locksAwaited } from '#platform/testing/database';
import { unseal } from '#platform/vault';
import { tasks } from '#privacy/retention';
import { ask, askStaff, givenSignedIn, givenStaff, moveClockTo, type SignedInStaff } from '#testing';
import { retention } from './index.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ environment: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await flushNetworkLog();
  await databasePool().query('delete from network_log');
});

type Row = Record<string, unknown> & { id: string; address_sealed: Buffer };
const rows = async () => {
  await flushNetworkLog();
  return (await databasePool().query<Row>('select * from network_log order by at, id')).rows;
};
/** What each row says, without what differs each time. */
const said = async () =>
  (await rows()).map(({ origin, method, route, status, account_id, staff_id }) => [
    origin,
    method,
    route,
    status,
    account_id,
    staff_id,
  ]);

const inOrder = (lines: unknown[][]) => lines.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

describe('the network log', () => {
  it('has a row of every call with its template and whoever was signed in, never what was typed [T31 S-18]', async () => {
    const browser = await givenSignedIn(server.url);
    const staff = await givenStaff(server.consoleUrl);
    await rows();
    await databasePool().query('delete from network_log');
    const phone = `139${randomDigits(8)}`;

    await ask(browser, 'candidate.get', { params: { id: randomId() } });
    await browser.send('GET', `/api/nothing/${phone}?mobile=${phone}`);
    await browser.send('PUT', `/api/candidate/${phone}`);
    await askStaff(staff, 'candidates.search', { body: { search: phone } });
    await ask(createBrowser(server.url), 'candidate.all');

    const kept = await said();
    const { accountId } = browser;
    expect(inOrder(kept)).toEqual(
      inOrder([
        ['console', 'POST', '/api/staff/candidates/search', 200, null, staff.staff.id],
        ['portal', 'GET', '/api/candidate/:id', 404, accountId, null],
        ['portal', 'GET', addressOf('candidate.all').path, 401, null, null],
        ['portal', 'GET', null, 404, null, null],
        ['portal', 'PUT', null, 405, null, null],
      ]),
    );
    const { rows: texts } = await databasePool().query<{ text: string }>('select l::text as text from network_log l');
    expect(texts.filter(({ text }) => text.includes(phone))).toEqual([]);
  });

  it('keeps the address it came from sealed, in its own row alone, and the id that the answer carried [T31 T34]', async () => {
    const answer = await ask(createBrowser(server.url), 'product.lines', {
      headers: { 'x-forwarded-for': '203.0.113.77' },
    });

    const [row] = await rows();

    expect(row).toMatchObject({ id: answer.headers.get('x-request-id') });
    const place = { table: 'network_log', row: row?.id ?? '', column: 'address' };
    expect(unseal(row?.address_sealed ?? Buffer.alloc(0), place)).toBe('203.0.113.77');
    expect(JSON.stringify(Object.values(row ?? {}).map(String))).not.toContain('203.0.113.77');
  });

  it('has no row of pages, probes and settings [S-18]', async () => {
    const browser = createBrowser(server.url);
    for (const path of ['/', '/healthz', '/readyz', '/app-config.json', '/metrics']) await browser.send('GET', path);

    expect(await rows()).toEqual([]);
  });

  it('changes no answer while it cannot be written, and is whole again afterwards [T31]', async () => {
    const browser = createBrowser(server.url);
    const before = await ask(browser, 'product.lines');
    await rows();
    await databasePool().query('alter table network_log rename to away');

    const during = await ask(browser, 'product.lines');
    const isWritten = await flushNetworkLog();
    await databasePool().query('alter table away rename to network_log');

    expect([during.status, during.text, isWritten]).toEqual([before.status, before.text, false]);
    expect(await rows()).toHaveLength(2);
  });

  it('keeps ten thousand calls while it cannot be written, and answers those beyond all the same [T18]', async () => {
    const app = createApp(testConfig());
    keepNetworkLog(app, 'portal');
    await databasePool().query('alter table network_log rename to away');
    const statuses = new Set<number>();
    for (let call = 0; call < 10_010; call++)
      statuses.add((await app.inject({ url: '/api/nothing', headers: { host: 'localhost' } })).statusCode);
    await databasePool().query('alter table away rename to network_log');

    expect([...statuses]).toEqual([404]);
    expect(await rows()).toHaveLength(10_000);
  });

  it('has a row of who hangs up before the answer, with the address and whoever was signed in [T31 S-18]', async () => {
    const browser = await givenSignedIn(server.url);
    await rows();
    await databasePool().query('delete from network_log');
    const locked = await databasePool().connect();
    await locked.query('begin; lock table candidate in access exclusive mode');

    const address = new URL(addressOf('candidate.all').path, server.url);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const leaving = request(address, { headers: { cookie, 'x-forwarded-for': '203.0.113.5' } });
    leaving.on('error', () => undefined).end();
    await expect.poll(locksAwaited, { interval: 10 }).toBe(1);
    leaving.destroy();
    await expect.poll(said, { interval: 20 }).toHaveLength(1);
    await locked.query('rollback');
    locked.release();

    const [row] = await rows();
    expect(row).toMatchObject({ status: 499, account_id: browser.accountId, route: addressOf('candidate.all').path });
    const place = { table: 'network_log', row: row?.id ?? '', column: 'address' };
    expect(unseal(row?.address_sealed ?? Buffer.alloc(0), place)).toBe('203.0.113.5');
  });

  it('has a row, and goes on with those of others, when the connection was gone before the request was looked at [T31 S-18]', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        socket.write('GET /api/product/lines HTTP/1.1\r\nhost: localhost\r\n\r\n', () => socket.resetAndDestroy());
      });
      socket.on('close', () => resolve());
    });
    await ask(createBrowser(server.url), 'product.lines');

    await expect.poll(said, { interval: 20 }).toHaveLength(2);
  });

  it('leaves out a row that can never be written, and writes all the others [T31]', async () => {
    await databasePool().query(`alter table network_log add constraint poisoned check (method <> 'PUT')`);
    const browser = createBrowser(server.url);
    for (const method of ['GET', 'PUT', 'POST']) await browser.send(method, '/api/nothing');

    const isWritten = await flushNetworkLog();
    const kept = await said();
    await databasePool().query('alter table network_log drop constraint poisoned');

    expect(isWritten).toBe(true);
    expect(new Set(kept.map(([, method]) => method))).toEqual(new Set(['GET', 'POST']));
  });

  it('is written when the server ends [T31]', async () => {
    await ask(createBrowser(server.url), 'product.lines');

    await closeNetworkLog();

    const { rows: kept } = await databasePool().query('select from network_log');
    expect(kept).toHaveLength(1);
  });
});

describe('reading the network log', () => {
  const reason = 'The police ask, letter 12 of today.';
  const take = (staff: SignedInStaff, of: string, more: object = {}) =>
    askStaff(staff, 'networkLog.export', { body: { of, reason, ...more } });

  it('gives the privacy officer the calls of an account, an address or a request, for a reason that the audit keeps, without the address [T31 ASVS-16.2.5]', async () => {
    const officer = await givenStaff(server.consoleUrl, { roles: ['privacyOfficer'] });
    const browser = await givenSignedIn(server.url);
    const headers = { 'x-forwarded-for': '203.0.113.99' };
    const answer = await ask(browser, 'candidate.all', { headers });
    await ask(createBrowser(server.url), 'product.lines', { headers });
    await flushNetworkLog();
    const request = answer.headers.get('x-request-id') ?? '';

    const files = [
      await take(officer, browser.accountId),
      await take(officer, '203.0.113.99'),
      await take(officer, request),
      await take(officer, '203.0.113.98'),
      await take(officer, '203.0.113.99', { to: '2020-01-01' }),
    ];
    const refused = await take(officer, 'everybody');

    const countOf = ({ text }: { text: string }) =>
      text.split('\n').filter((line) => line.includes('203.0.113.99')).length;
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(files.map(countOf)).toEqual([1, 2, 1, 0, 0]);
    expect(refused.status).toBe(400);
    const { rows: audited } = await databasePool().query<{ text: string }>(
      `select entry::text as text from audit_entry entry where action = 'networkLog.export'`,
    );
    expect(audited).toHaveLength(5);
    expect(audited.every(({ text }) => text.includes(reason) && !text.includes('203.0.113'))).toBe(true);
  });

  it('is refused to others who read what is private, and without a fresh proof of identity [T31]', async () => {
    const auditor = await givenStaff(server.consoleUrl, { roles: ['auditor', 'administrator'] });
    const stale = await givenStaff(server.consoleUrl, { roles: ['privacyOfficer'], isFresh: false });

    const answers = [await take(auditor, randomId()), await take(stale, randomId())];

    expect(answers.map(({ body }) => body['code'])).toEqual(['FORBIDDEN', 'REAUTH']);
  });
});

describe('the period of the network log', () => {
  const at = '2026-03-15T08:00:00.000Z';
  const due = async (now: string) => {
    const [sweep] = retention;
    if (!sweep) throw new Error('There is no sweep.');
    const asked = { border: lastStart('networkLog', now), now };
    return (await reading(async (tx) => await sql<{ id: string }>`${sweep.due(asked)}`.execute(tx))).rows;
  };

  it('has it at six months and a second before twelve, and ends it at twelve [S-18]', async () => {
    await givenRow(at);

    const found = await Promise.all(
      ['2026-09-15T08:00:00.000Z', '2027-03-15T07:59:59.000Z', '2027-03-15T08:00:00.000Z'].map(due),
    );

    expect(found.map((each) => each.length)).toEqual([0, 0, 1]);
    expect(keptUntilAfter('networkLog', at)).toBe('2027-03-15T08:00:00.000Z');
  });

  it('ends in the nightly run by as many batches as it takes, with a record and no list of ids [S-18]', async () => {
    await databasePool().query(
      `insert into network_log (id, at, origin, method, status, milliseconds, address_sealed, address_key)
       select gen_random_uuid(), timestamptz '2026-03-15 08:00Z' - each * interval '1 second', 'portal', 'GET', 200, 1, '', ''
       from generate_series(1, 101000) as each`,
    );
    await givenRow(addSeconds(at, 86_400));
    await moveClockTo(keptUntilAfter('networkLog', at));

    await tasks['retention.run']?.({});

    const { rows: left } = await databasePool().query(
      "select from network_log where at < app_now() - interval '1 hour'",
    );
    expect(left).toHaveLength(1);
    const { rows: records } = await databasePool().query<{ total: number }>(
      `select sum(count)::integer as total from deletion_record where class = 'networkLog'`,
    );
    const { rows: ids } = await databasePool().query(`select from erasure where class = 'networkLog'`);
    expect([records[0]?.total, ids.length]).toEqual([101_000, 0]);
  });

  it('stands still while the class is held [S-18]', async () => {
    await givenRow(at);
    await databasePool().query(
      `insert into legal_hold (id, scope, class, reason, review_on, opened_at, opened_by, approved_by)
       values ($1, 'class', 'networkLog', 'Asked by the police', '2027-12-01', app_now(), $2, $3)`,
      [randomId(), randomId(), randomId()],
    );

    const found = await due('2028-01-01T00:00:00.000Z');
    await databasePool().query(
      `update legal_hold set released_at = app_now(), released_by = $1, release_approved_by = $2`,
      [randomId(), randomId()],
    );

    expect(found).toMatchObject([{ is_held: true }]);
  });
});

async function givenRow(at: string): Promise<void> {
  await databasePool().query(
    `insert into network_log (id, at, origin, method, route, status, milliseconds, address_sealed, address_key)
     values ($1, $2, 'portal', 'GET', '/api/user', 200, 3, '', '')`,
    [randomId(), at],
  );
}
