import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { columnsOf } from '#platform/columns/index';
import { databasePool } from '#platform/database';
import { closeLog, type LogFields, logError, logFields, logInfo, openLog } from '#platform/log';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;
const room = mkdtempSync(join(tmpdir(), 'examport-log-'));
let file = '';
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(async () => {
  openLog('silent');
  await close();
  rmSync(room, { recursive: true });
});
beforeEach(() => {
  file = join(room, randomId());
  openLog('debug', file);
});

/** Everything written, the last line included. */
const lines = async () => {
  logInfo('the end');
  await closeLog();
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('the end');
  return text;
};

it('is written where no directory was: the first start with keys of one’s own and another DATA_DIR', async () => {
  await closeLog();
  file = join(room, randomId(), 'deeper', 'server.log');
  openLog('debug', file);
  expect(await lines()).toContain('the end');
});

describe('a line of the log', () => {
  it('takes no name, number or address: neither compiles, nor is it written [T31 ASVS-16.2.5]', async () => {
    // @ts-expect-error a name is no field of the log
    logInfo('event', { name: 'Canary Zhang' });
    // @ts-expect-error a mobile number is no field of the log
    logInfo('event', { mobile: '13912345678' });
    // @ts-expect-error a document number is no field of the log
    logInfo('event', { idNumber: '11010519491231002X' });
    // @ts-expect-error an address is no field of the log
    logInfo('event', { email: 'canary@example.com', count: 3 });
    // @ts-expect-error a field that nobody decided about
    logInfo('event', { whatever: 'Canary' });

    const written = await lines();

    expect(written.split('\n').filter((line) => line.includes('"event"'))).toHaveLength(5);
    expect(written).toContain('"count":3');
    for (const value of ['anary', '13912345678', '11010519491231002X', 'whatever'])
      expect(written).not.toContain(value);
  });

  it('leaves out what a listed field is not meant to hold: sentences, numbers of people, what is no id [T31]', async () => {
    const id = randomId();
    logInfo('event', { outcome: 'Zhang San, 13912345678', route: '/api/user/13912345678', accountId: '13912345678' });
    logInfo('event', { orderId: id, code: '23505', task: 'orders.expire' });

    const written = await lines();

    expect(written).not.toMatch(/Zhang|13912345678/);
    expect(written).toContain(`"orderId":"${id}","code":"23505","task":"orders.expire"`);
  });

  it('tells of an error of the database its code and place, never the row that it quotes [T31 ASVS-16.2.5]', async () => {
    await databasePool().query('create table canary (mobile text primary key, age integer)');
    const statements: [string, unknown[]][] = [
      [`insert into canary values ('13912345678', 1), ('13912345678', 2)`, []],
      [`insert into canary values ($1, $2)`, ['13912345678', 'Canary Zhang']],
      [`select cast($1::text as uuid)`, ['canary@example.com']],
    ];
    for (const [text, values] of statements) {
      const error: unknown = await databasePool()
        .query(text, values)
        .catch((thrown: unknown) => thrown);
      expect(JSON.stringify(error) + String(error)).toMatch(/13912345678|anary/);
      logError('request failed', new Error('13912345678', { cause: error }));
      logError('request failed', error);
    }

    const written = await lines();

    expect(written).toContain('"code":"23505"');
    expect(written).toContain('"code":"22P02"');
    expect(written).not.toMatch(/13912345678|Canary|canary@/);
  });

  it('has no field that is called like a column of people [ASVS-14.1.1]', () => {
    const ofPeople = new Set(
      columnsOf('personal', 'sensitive', 'secret').map(({ column }) =>
        column
          .replace(/_(sealed|masked|key|hash)$/, '')
          .replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      ),
    );
    const known: (keyof LogFields)[] = ['code', 'outcome', 'status'];

    // A refusal's code, how a message or payment went, and the number of an answer: of these the words alone are listed.
    expect(
      Object.keys(logFields)
        .filter((field) => ofPeople.has(field))
        .toSorted(),
    ).toEqual(known);
  });
});
