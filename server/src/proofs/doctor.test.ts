import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine } from '#privacy/doctor';
import { randomBytes, randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { testEnvironment } from '#platform/testing/config';
import { databaseUrlOf } from '#platform/testing/database';
import { givenWorkingCalendar } from '#testing';
import { givenHousehold, type Household, meddle, openWorld, type World } from './world.testing.ts';

let world: World;
let home: Household;
let url: string;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
  await givenWorkingCalendar();
  const { rows } = await databasePool().query<{ name: string }>('select current_database() as name');
  url = databaseUrlOf(rows[0]?.name ?? '');
});
afterAll(() => world.close());

async function runDoctor(): Promise<{ code: number; lines: string[] }> {
  const command = join(import.meta.dirname, '../doctor-main.ts');
  const env = { ...process.env, ...testEnvironment, DATABASE_URL: url };
  const { code, output } = await promisify(execFile)(process.execPath, [command], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, output: error.stdout }),
  );
  return { code, lines: output.trim().split('\n') };
}

/** What the doctor says while something is wrong, and whether it is well again once that is put right. */
async function linesWhile(damage: string, repair: string, values: unknown[] = []): Promise<string[]> {
  await meddle(damage, values);
  const lines = await examine(url);
  await meddle(repair, values);
  expect(await examine(url)).toEqual([]);
  return lines;
}

describe('the doctor', () => {
  it('finds a database healthy in which everything went its way, and says so [I1 I2 I3 I4 I5 I6 I7 I8 I9 I10]', async () => {
    expect(await examine(url)).toEqual([]);
    expect(await runDoctor()).toEqual({
      code: 0,
      lines: ['Healthy: books, history, audit chain, migrations, calendar, jobs and keys.'],
    });
  });

  it('names what is broken, one line a rule with its objects, and fails', async () => {
    await meddle('update exam_session set registered = registered + 1 where id = $1', [home.paid.exam.sessionId]);
    await meddle('update payment set refunded_amount = 1 where order_id = $1', [home.paid.orderId]);

    const { code, lines } = await runDoctor();

    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines).toContain(`I2 counter differs: ${home.paid.exam.sessionId}`);
    expect(lines[1]).toMatch(/^I4 refunds differ from payment: [0-9a-f-]{36}$/);
    await meddle('update exam_session set registered = registered - 1 where id = $1', [home.paid.exam.sessionId]);
    await meddle('update payment set refunded_amount = 0 where order_id = $1', [home.paid.orderId]);
  });

  it('names a change of status that no machine knows [I6]', async () => {
    const id = randomId();

    const lines = await linesWhile(
      `insert into history (id, kind, object_id, event, actor_kind, from_status, to_status, at)
       values ($1, 'session', $1, 'publish', 'system', 'Withdrawn', 'Published', app_now())`,
      'delete from history where id = $1',
      [id],
    );

    expect(lines).toEqual([`I6 illegal transition of session: Withdrawn publish Published: ${id}`]);
  });

  it('names a broken audit chain [I9]', async () => {
    await meddle(
      `insert into audit_entry (id, at, staff_id, staff_name, action, object_kind, object_id)
       values ($1, app_now(), $1, 'Officer', 'orders.extend', 'order', 'x')`,
      [randomId()],
    );
    await meddle('alter table audit_entry disable trigger all');

    const lines = await linesWhile(
      `update audit_entry set staff_name = 'Nobody'`,
      `update audit_entry set staff_name = 'Officer'`,
    );

    expect(lines).toEqual([
      expect.stringMatching(/^I9 audit chain broken: /),
      expect.stringMatching(
        /^The audit chain is broken at link 1 \(entry .+\): the entry was changed\. 1 problems in all\.$/,
      ),
    ]);
  });

  it('names a migration that is missing, and one of a newer version', async () => {
    const old = `delete from migration where name = '0025_console_lists.sql'`;
    const { rows } = await databasePool().query(`select * from migration where name = '0025_console_lists.sql'`);
    await meddle(old);
    await meddle(`insert into migration values ('0999_later.sql', 'x', now())`);

    expect(await examine(url)).toEqual([
      'migrations that have not run: 0025_console_lists.sql',
      'migrations of a newer version: 0999_later.sql',
    ]);

    await meddle(`delete from migration where name = '0999_later.sql'`);
    await meddle('insert into migration values ($1, $2, $3)', [rows[0]?.name, rows[0]?.sha256, rows[0]?.ran_at]);
  });

  it('names a year without a calendar, a job given up, and a key that is another one', async () => {
    const year = `select to_char(app_now() at time zone 'Asia/Shanghai', 'YYYY') as year`;
    const { rows } = await databasePool().query<{ year: string }>(year);
    const away = `update calendar_day set date = date - 36500`;

    expect(await linesWhile(away, `update calendar_day set date = date + 36500`)).toEqual([
      expect.stringContaining(`working-day calendar has no days of the year: ${rows[0]?.year}`),
    ]);
    expect(
      await linesWhile(
        `select graphile_worker.add_job('test.poison', max_attempts => 1);
         update graphile_worker._private_jobs set attempts = max_attempts where task_id = (select id from graphile_worker._private_tasks where identifier = 'test.poison')`,
        `delete from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'test.poison')`,
      ),
    ).toEqual([expect.stringMatching(/^I7 jobs given up: test\.poison \d+$/)]);
    expect(
      await linesWhile(
        `select graphile_worker.add_job('test.poison', job_key => 'poison', flags => array['keyed']);
         update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where key = 'poison';
         select graphile_worker.add_job('test.poison', job_key => 'poison', flags => array['keyed']);
         update graphile_worker._private_jobs set locked_at = null, locked_by = null where attempts = max_attempts`,
        `delete from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'test.poison')`,
      ),
    ).toEqual([]);
    const fingerprint = randomBytes(32);
    await meddle('insert into known_key (name, fingerprint, known_since) values ($1, $2, app_now())', [
      'field key k0',
      fingerprint,
    ]);
    expect(await examine(url)).toEqual(['keys that are not those of this database: field key k0']);
    await meddle('delete from known_key where name = $1', ['field key k0']);
  });
});
