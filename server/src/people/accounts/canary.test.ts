import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes as candidateRoutes } from '#people/candidates';
import { routes as draftRoutes } from '#people/drafts';
import { reading } from '#platform/database';
import { closeLog, openLog } from '#platform/log';
import { ask, openTestServer, type TestServer } from '#testing';
import { givenVisitor, newPhone, receiveCode } from '#testing/visitor';

let server: TestServer;
const logFile = join(mkdtempSync(join(tmpdir(), 'examport-log-')), 'log');

beforeAll(async () => {
  server = await openTestServer([...candidateRoutes, ...draftRoutes]);
  openLog('debug', logFile);
});
afterAll(async () => {
  openLog('silent');
  await server.close();
});

const idNo = '11010519491231002X';
const passport = 'ZQ7719483';
const password = 'canary#8812x';
const names = ['QIANGWEI', 'CANARYNAME', 'canary.mail@example.com', '13911112222'];

/** Every row of every table as text, job tables included; sealed columns show as hexadecimal. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await reading((tx) =>
    sql<{ schema: string; name: string }>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`.execute(tx),
  );
  const dumps = await Promise.all(
    tables.map(({ schema, name }) =>
      reading((tx) => sql<{ row: string }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(tx)),
    ),
  );
  return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
}

it('no personal value reaches a log line, a job or a readable column, errors included [T31 R-04 ASVS-16.2.5]', async () => {
  const visitor = givenVisitor(server.url);
  const { browser, headers } = visitor;
  const phone = newPhone();
  const verificationCode = await receiveCode(visitor, phone, 'Register');
  const account = {
    phoneNumber: phone,
    password,
    confirmPassword: password,
    verificationCode,
    dateOfBirth: '1985-04-12',
  };
  await ask(browser, 'user.register', { body: { ...account, verificationCode: '000000' }, headers });
  const registered = await ask(browser, 'user.register', { body: account, headers });
  await ask(browser, 'user.signIn', {
    body: { loginType: 'Password', mobileOrEmail: phone, password: `${password}!` },
    headers,
  });
  const person = { idType: 'IDCard', idNo, lastName: names[0], firstName: names[1], email: names[2], mobile: names[3] };
  const key = { 'idempotency-key': 'canary-0001' };
  const added = await ask(browser, 'candidate.add', { body: person, headers: key });
  const replayed = await ask(browser, 'candidate.add', { body: person, headers: key });
  await ask(browser, 'candidate.add', { body: person });
  await ask(browser, 'candidate.add', { body: { ...person, idType: 'Passport', idNo: `${passport}!!` } });
  await ask(browser, 'candidate.add', { body: { ...person, [passport]: idNo } });
  await ask(browser, 'candidate.checkCard', { query: { card: idNo } });
  await ask(browser, 'candidate.search', { body: { filters: [{ field: 'keyword', value: names[0] }] } });
  await ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: JSON.stringify(person) } });
  await browser.send('POST', `/api/candidate/${idNo}`, { body: {} });
  await browser.send('POST', '/api/candidate', { body: `{"idNo":"${idNo}",` });

  await closeLog();
  const lines = readFileSync(logFile, 'utf8');
  const database = await wholeDatabase();

  expect([registered.status, added.status]).toEqual([200, 200]);
  expect(replayed.body).toEqual(added.body);
  // What may be read is read: otherwise the rest would prove nothing.
  expect(database).toContain(names[0]);
  expect(lines.split('\n').length).toBeGreaterThan(10);
  const isCodeIn = (text: string) => new RegExp(`\\b${verificationCode}\\b`).test(text);
  expect([isCodeIn(lines), isCodeIn(database)]).toEqual([false, false]);
  const secrets = [phone, password, idNo, passport, ...names.slice(2)];
  expect(secrets.filter((value) => database.includes(value))).toEqual([]);
  expect([...secrets, ...names].filter((value) => lines.includes(value))).toEqual([]);
});
