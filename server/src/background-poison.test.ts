import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenLine, givenUpload, handedOver, now, query, sweeps } from '#testing/background';
import { background } from '#platform/worker/background';
import { inTransaction } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { startTestApp, tasks } from '#testing/app';
import { runDueJobs } from '#platform/worker';
import { moveClockTo, whilePoisoned } from '#testing';

let server: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(() => moveClockTo(now));
afterAll(() => server.close());

/** The tasks of the list with these answers. */
const tasksWith = (...answers: string[]) =>
  Object.entries(background)
    .filter(([, { answer }]) => answers.includes(answer))
    .map(([task]) => task)
    .toSorted();

describe('an item that can never be done', () => {
  it('is planted below for every sweep that does its items by itself [C39 F6]', () => {
    expect(Object.keys(sweeps).toSorted()).toEqual(tasksWith('each', 'halves'));
  });

  it.each(Object.entries(sweeps))('holds up no other of %s, and is seen to fail [C39 F6]', async (task, row) => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) ids.push(await row.given(server.url));
    const sorted = ids.toSorted();
    // Neither the last planted nor the last by its id: whatever the order, others come after it.
    const poisoned = ids.find((id) => id !== sorted.at(-1)) ?? '';
    const others = sorted.filter((id) => id !== poisoned);
    const payload = (await row.payload?.()) ?? {};
    const doneOf = async () => {
      const { rows } = await query(`select distinct id from (${row.done}) done where id = any($1) order by id`, [ids]);
      return rows.map(({ id }: { id: string }) => id);
    };

    const error = await whilePoisoned({ table: row.table, ids: [poisoned] }, () => run(task, payload));
    const done = await doneOf();
    await run(task, payload);

    expect(String(error)).toContain(row.isOnBoard ? 'null' : 'poisoned');
    expect(done).toEqual(others);
    expect(await doneOf()).toEqual(sorted);
  });
});

describe('items that can never be done, more than a batch of them', () => {
  it('leave the healthy one behind them its turn in the same run [C39 F6]', async () => {
    const owners = [];
    for (let count = 0; count < 62; count++) owners.push((await givenLine({ closesInMinutes: 300 })).accountId);
    owners.sort();
    const healthy = owners.at(-1);

    const poisoned = { table: 'message', ids: owners.slice(0, -1) };
    await whilePoisoned(poisoned, () => run('reminders.carts', {}));

    const { rows } = await query('select distinct account_id as id from message where account_id = any($1)', [owners]);
    expect(rows).toEqual([{ id: healthy }]);
  });

  it('are found in a batch of many, and the others are done [C39 F6]', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 70; count++) ids.push(await givenUpload());
    ids.sort();

    const error = await whilePoisoned({ table: 'file', ids: ids.slice(0, 31) }, () => run('files.purge', {}));

    const { rows } = await query('select id from file where id = any($1) order by id', [ids]);
    expect(String(error)).toContain('poisoned');
    expect(rows.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 31));
    await run('files.purge', {});
  });

  it('are planted below for every sweep that hands over [C39 F6]', () => {
    expect(Object.keys(handedOver).toSorted()).toEqual(tasksWith('handsOver'));
  });

  it.each(Object.entries(handedOver).flatMap(([task, kinds]) => kinds.map((kind) => ({ task, ...kind }))))(
    'stand in the way of nothing that $task hands over as $key [C39 F6]',
    async ({ task, count, key, ...kind }) => {
      const ids: string[] = [];
      for (let each = 0; each < count; each++) ids.push(await kind.given());

      // Nothing becomes of them: they are due again in the next run.
      await run(task, {});

      const { rows } = await query('delete from graphile_worker._private_jobs where key = any($1) returning key', [
        ids.map((id) => `${key}:${id}`),
      ]);
      expect(rows).toHaveLength(count);
    },
  );
});

describe('a job that can never be done', () => {
  it.each(Object.entries(handedOver).flatMap(([task, kinds]) => kinds.map((kind) => ({ task, ...kind }))))(
    'keeps the count of its tries although $task finds its item due: $key [C39 F6]',
    async ({ task, key, given }) => {
      const jobKey = `${key}:${await given()}`;
      const tried = async (attempts: number) => {
        await query('update graphile_worker._private_jobs set attempts = $2 where key = $1', [jobKey, attempts]);
        await run(task, {});
        const { rows } = await query('select attempts from graphile_worker.jobs where key = $1', [jobKey]);
        return rows;
      };
      await run(task, {});

      expect([await tried(3), await tried(12)]).toEqual([[{ attempts: 3 }], [{ attempts: 12 }]]);
      await query('delete from graphile_worker._private_jobs');
    },
  );

  it('holds no other up, of whatever task it is [C39 F6]', async () => {
    await query('delete from graphile_worker._private_jobs');
    await inTransaction(async (tx) => {
      for (const task of tasksWith('alone')) await enqueue(tx, task, { unreadable: true });
      await enqueue(tx, 'platform.forget', {});
    });

    await runDueJobs(tasks);

    const { rows } = await query('select task_identifier as task, attempts from graphile_worker.jobs order by 1');
    expect(rows).toEqual([...tasksWith('alone')].map((task) => ({ task, attempts: 1 })));
  });
});

async function run(task: string, payload: object): Promise<void> {
  await tasks[task]?.(payload);
}
