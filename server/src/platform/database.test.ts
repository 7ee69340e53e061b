import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readNow } from '#platform/clock';
import { createPatientClient, databasePool, inTransaction, reading } from '#platform/database';
import { withNamedStatements } from '#platform/database/statements';
import { refuse } from '#platform/errors';
import { closeLog, openLog } from '#platform/log';
import { metrics } from '#platform/metrics';
import { enqueue } from '#platform/outbox';
import { openTestPlatform } from '#testing/app';
import { plantDeadlock } from '#platform/testing/database';
import { runDueJobs } from '#platform/worker';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform({ TIME_LIMIT_FACTOR: '1' });
  await inTransaction((tx) => sql`create table account_balance (id int primary key, fen int not null)`.execute(tx));
});
beforeEach(() =>
  inTransaction(async (tx) => {
    await sql`delete from account_balance`.execute(tx);
    await sql`insert into account_balance values (1, 100), (2, 100)`.execute(tx);
  }),
);
afterAll(() => close());

const balances = () =>
  reading(async (tx) =>
    (await sql<{ fen: number }>`select fen from account_balance order by id`.execute(tx)).rows.map(({ fen }) => fen),
  );

describe('a value of the database', () => {
  it('arrives as the house writes it [S-12]', async () => {
    const { rows } = await reading((tx) =>
      sql`
      select timestamptz '2026-11-21 16:00:00+08' as whole, timestamptz '2026-11-21 08:00:00.123987Z' as cut,
             date '2026-02-28' as day, 9007199254740991::int8 as big, 12.5::numeric as share,
             array[timestamptz '2026-11-21 08:00:00Z', null] as instants, array[date '2026-01-01'] as days`.execute(tx),
    );

    expect(rows).toEqual([
      {
        whole: '2026-11-21T08:00:00.000Z',
        cut: '2026-11-21T08:00:00.123Z',
        day: '2026-02-28',
        big: 9007199254740991,
        share: 12.5,
        instants: ['2026-11-21T08:00:00.000Z', null],
        days: ['2026-01-01'],
      },
    ]);
  });
});

describe('a query', () => {
  it('that selects is prepared once for a connection, whether it has parameters or not; what locks and the like is not', async () => {
    const prepared = await inTransaction(async (tx) => {
      for (const wanted of [1, 2]) await sql`select fen from account_balance prepared where id = ${wanted}`.execute(tx);
      for (const text of ['select count(*) from account_balance prepared', 'lock table account_balance'])
        for (let time = 0; time < 2; time++) await sql.raw(text).execute(tx);
      const asked = sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like '%account_balance prepared%' order by statement`;
      return (await asked.execute(tx)).rows.map(({ statement }) => statement.trim());
    });

    expect(prepared.filter((text) => !text.includes('pg_prepared'))).toEqual([
      'select count(*) from account_balance prepared',
      'select fen from account_balance prepared where id = $1',
    ]);
  });

  it('is prepared whatever other connections were asked; each prepares 2,000 statements, and does the rest without', async () => {
    const preparing = async (most: number, from: number) => {
      const client = await databasePool().connect();
      const named = withNamedStatements(client);
      for (let n = 0; n < most; n++) await named.query(`select ${from + n} as other`);
      const { rows } = await client.query(
        `select count(*)::integer as all, count(*) filter (where statement like 'select % as other')::integer as own
         from pg_prepared_statements`,
      );
      client.release(true);
      return rows[0];
    };

    expect([await preparing(2010, 0), await preparing(10, 3000)]).toMatchObject([{ all: 2000 }, { own: 10 }]);
  });

  it('on a table that was changed since is prepared again, and its act is done again, in whatever language PostgreSQL says so', async () => {
    await inTransaction((tx) =>
      sql`create table changed_table (one int); insert into changed_table values (1)`.execute(tx),
    );
    let begun = 0;
    const act = () =>
      inTransaction(async (tx) => {
        begun++;
        return (await sql`select * from changed_table`.execute(tx)).rows;
      });
    const before = await act();
    await inTransaction((tx) => sql`alter table changed_table add column two int default 2`.execute(tx));
    const after = await act();

    const error = { code: '0A000', routine: 'RevalidateCachedQuery' };
    const inChinese = inTransaction(async () => {
      begun++;
      if (begun === 4) throw Object.assign(new Error('已缓存的计划不得改变结果类型'), error);
    });
    await inChinese;

    expect([before, after, begun]).toEqual([[{ one: 1 }], [{ one: 1, two: 2 }], 5]);
  });
});

describe('a transaction', () => {
  it('keeps nothing of what was refused', async () => {
    const attempt = inTransaction(async (tx) => {
      await sql`update account_balance set fen = 0`.execute(tx);
      refuse('SEATS');
    });

    await expect(attempt).rejects.toMatchObject({ code: 'SEATS' });
    expect(await balances()).toEqual([100, 100]);
  });

  it('is run again when two wait for each other', async () => {
    plantDeadlock();
    let [runs, holding] = [0, 0];
    const gate = Promise.withResolvers<void>();
    const move = (first: number, second: number) =>
      inTransaction(async (tx) => {
        runs += 1;
        await sql`update account_balance set fen = fen + 1 where id = ${first}`.execute(tx);
        holding += 1;
        // Neither asks for the second row before both hold their first.
        if (holding === 2) gate.resolve();
        await gate.promise;
        await sql`update account_balance set fen = fen + 1 where id = ${second}`.execute(tx);
      });

    const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'server.log');
    openLog('error', file);

    await Promise.all([move(1, 2), move(2, 1)]);

    expect(runs).toBe(3);
    expect(await balances()).toEqual([102, 102]);
    expect(await metrics.getSingleMetricAsString('database_conflicts_total')).toContain('{code="40P01"} 1');
    await closeLog();
    expect(readFileSync(file, 'utf8')).toMatch(
      /"statements":"update:account_balance\/update:account_balance".*"msg":"deadlock"/,
    );
  });

  it('gives up a lock after three seconds as busy, never as a fault [C4]', async () => {
    const gate = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = inTransaction(async (tx) => {
      await sql`select from account_balance where id = 1 for update`.execute(tx);
      locked.resolve();
      await gate.promise;
    });
    await locked.promise;

    const attempt = inTransaction((tx) => sql`update account_balance set fen = 0 where id = 1`.execute(tx));

    await expect(attempt).rejects.toMatchObject({ code: 'BUSY', status: 503, retryAfterSeconds: 2 });
    gate.resolve();
    await holder;
    expect(await balances()).toEqual([100, 100]);
  });

  it('for reading cannot write', async () => {
    const attempt = reading((tx) => sql`update account_balance set fen = 0`.execute(tx));

    await expect(attempt).rejects.toMatchObject({ code: '25006' });
  });

  it('that takes longer than a statement may has a connection beside the pools', async () => {
    const client = createPatientClient();
    await client.connect();
    const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout');
    await client.end();

    expect(rows).toEqual([{ statement_timeout: '0' }]);
  });

  it('asks for no second connection: as many as there are could each hold one and wait for another [C4]', async () => {
    const refused = /holds a connection asked for another/;

    await expect(reading(() => reading(readNow))).rejects.toThrow(refused);
    await expect(reading(() => inTransaction(readNow))).rejects.toThrow(refused);
    await expect(inTransaction(() => inTransaction(readNow))).rejects.toThrow(refused);
    expect(await inTransaction(balances)).toEqual([100, 100]);
    // What was only begun meanwhile has the connections to itself afterwards.
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const later = await reading(async () => ({ read: isOver.then(balances) }));
    end();
    expect(await later.read).toEqual([100, 100]);
  });
});

describe('work for later', () => {
  const done: unknown[] = [];
  const tasks = { 'test.note': async (payload: unknown) => void done.push(payload) };

  it('is done after its transaction commits, and only then [C39]', async () => {
    await inTransaction((tx) => enqueue(tx, 'test.note', { id: 'kept' }));
    await inTransaction(async (tx) => {
      await enqueue(tx, 'test.note', { id: 'refused' });
      refuse('SEATS');
    }).catch(() => undefined);

    await runDueJobs(tasks);

    expect(done).toEqual([{ id: 'kept' }]);
  });

  it('waits once under one key', async () => {
    done.length = 0;
    await inTransaction((tx) => enqueue(tx, 'test.note', { n: 1 }, { jobKey: 'one' }));
    await inTransaction((tx) => enqueue(tx, 'test.note', { n: 2 }, { jobKey: 'one' }));

    await runDueJobs(tasks);

    expect(done).toEqual([{ n: 2 }]);
  });

  it('that fails is kept for another try without what the fault quoted [T31]', async () => {
    await inTransaction((tx) => enqueue(tx, 'test.fail', { n: 1 }));

    await runDueJobs({
      'test.fail': async () => {
        throw new TypeError('value 13800000000 is wrong');
      },
    });

    const { rows } = await reading((tx) =>
      sql<{ attempts: number; last_error: string }>`
      select attempts, last_error from graphile_worker.jobs where task_identifier = 'test.fail'`.execute(tx),
    );
    expect(rows).toMatchObject([{ attempts: 1 }]);
    expect(rows[0]?.last_error).not.toContain('13800000000');
  });
});
