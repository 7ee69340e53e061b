import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeDatabase, databasePool, inTransaction, openDatabase, workerPool } from '#platform/database';
import { closeLog, openLog } from '#platform/log';
import { enqueue } from '#platform/outbox';
import { administer, createTestDatabase } from '#platform/testing/database';
import { expectWorker, isWorkerWell, runDueJobs, startWorker, type Worker } from '#platform/worker';
import { holdLease, unlockAbandonedJobs } from '#platform/worker/lease';
import { queuePoolOn } from '#platform/worker/pool';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  openDatabase(database.url, { connections: 5 });
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

/** Another process that has taken the job and sits on it. */
async function givenBusyWorker(options: Parameters<typeof enqueue>[3] = {}): Promise<ChildProcess> {
  await inTransaction((tx) => enqueue(tx, 'test.hang', {}, options));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-child.testing.ts')], {
    env: { ...process.env, DATABASE_URL: urlOfChild() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface({ input: child.stdout }), 'line');
  return child;
}

/** Whether the worker that has the job has shown that it lives, as it does a moment after it took it. */
async function isAnnounced(): Promise<boolean> {
  const { rows } = await databasePool().query<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('worker ' || locked_by, 3)) as "isFree" from graphile_worker.jobs
     where locked_by is not null`,
  );
  return rows.length > 0 && rows.every(({ isFree }) => !isFree);
}

/** By its name the connections of a child are told from our own. */
function urlOfChild(): string {
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'child');
  return url.href;
}

/** Kills a process, and waits for the last that it had asked the database for: that might be the job of another test. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
  const connected = async () =>
    (await databasePool().query(`select from pg_stat_activity where application_name = 'child'`)).rowCount;
  await expect.poll(connected, { interval: 20 }).toBe(0);
}

/**
 * Frees and does what is left until `done` is as wanted. Once is not enough: what a killed process had asked for last is still carried out by the
 * database, and may take the job once more for nobody, until it is freed again.
 */
async function finish(work: (payload: unknown) => Promise<void>, done: readonly unknown[], wanted: readonly unknown[]) {
  const goOn = async () => {
    await unlockAbandonedJobs(0);
    await runDueJobs({ 'test.hang': work });
    return done;
  };
  await expect.poll(goOn, { interval: 50 }).toEqual(wanted);
}

describe('a job whose process was killed', () => {
  it('is done by another one as soon as its lease is over, and stays with a worker that lives [C12 F10]', async () => {
    const done: string[] = [];
    const work = async () => void done.push('by another');
    const child = await givenBusyWorker();
    await expect.poll(isAnnounced, { interval: 20 }).toBe(true);

    const freedWhileAlive = await unlockAbandonedJobs(0);
    await runDueJobs({ 'test.hang': work });
    const doneWhileAlive = done.length;
    await end(child);

    expect([freedWhileAlive, doneWhileAlive]).toEqual([0, 0]);
    await finish(work, done, ['by another']);
  });

  it('is left to a worker that has only just taken it, so that none is run twice while it announces itself [C12]', async () => {
    const child = await givenBusyWorker();
    await end(child);

    expect(await unlockAbandonedJobs()).toBe(0);
    const done: string[] = [];
    await finish(async () => void done.push('by another'), done, ['by another']);
  });
});

/** Tasks of the jobs that used up their tries: what the doctor and staff take for given up. */
async function givenUp(): Promise<string[]> {
  const { rows } = await databasePool().query<{ task: string }>(
    `select task_identifier as task from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`,
  );
  return rows.map(({ task }) => task);
}

describe('a job that another of its key replaces while it is under way', () => {
  const jobKey = 'hang:1';
  const replace = () => inTransaction((tx) => enqueue(tx, 'test.hang', { round: 2 }, { jobKey }));

  it('leaves nothing behind when its process is killed: the other does the work, and nothing counts as given up [C12 C39]', async () => {
    const done: unknown[] = [];
    const child = await givenBusyWorker({ jobKey });
    await replace();

    await end(child);
    await finish(async (payload) => void done.push(payload), done, [{ round: 2 }]);

    await unlockAbandonedJobs(0);
    expect(await givenUp()).toEqual([]);
  });

  it('leaves nothing behind when it fails [C12 C39]', async () => {
    const done: unknown[] = [];
    await inTransaction((tx) => enqueue(tx, 'test.hang', { round: 1 }, { jobKey }));
    const work = async (payload: unknown) => {
      done.push(payload);
      if (done.length > 1) return;
      await replace();
      throw new Error('failed after it was replaced');
    };

    await runDueJobs({ 'test.hang': work });
    await unlockAbandonedJobs(0);

    expect([await givenUp(), done]).toEqual([[], [{ round: 1 }, { round: 2 }]]);
  });

  it('is not taken for one without a key whose process died at its last try: that one is given up, and told [C39]', async () => {
    const child = await givenBusyWorker({ maxAttempts: 1 });

    await end(child);
    await expect.poll(() => unlockAbandonedJobs(0), { interval: 50 }).toBe(1);

    expect(await givenUp()).toEqual(['test.hang']);
    await databasePool().query('delete from graphile_worker._private_jobs');
  });
});

describe('the lease of a process', () => {
  it('is taken anew when its connection breaks [C12]', async () => {
    const lease = await holdLease();
    const held = async () => {
      const { rows } = await databasePool().query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.map(({ pid }) => pid);
    };
    lease.announce().events.emit('worker:create', { worker: { workerId: 'worker-of-the-test' } } as never);
    await expect.poll(async () => (await held()).length, { interval: 20 }).toBe(1);
    const [first] = await held();

    await databasePool().query('select pg_terminate_backend($1)', [first]);
    await expect.poll(async () => (await held()).filter((pid) => pid !== first).length, { interval: 50 }).toBe(1);
    await lease.release();

    await expect.poll(held, { interval: 20 }).toEqual([]);
  });
});

/** What is done to the database while a job is under way, and how it is put right again. */
const breakages = {
  'whose connections are all ended': { broken: [], healed: [] },
  'that lets nobody in': { broken: ['allow_connections false'], healed: ['allow_connections true'] },
  'that may only be read': {
    broken: ['set default_transaction_read_only = on'],
    healed: ['reset default_transaction_read_only'],
  },
};

describe('the worker of a database', () => {
  let worker: Worker;
  afterEach(() => worker.stop());

  const nameOf = () => new URL(database.url).pathname.slice(1);
  const change = async (settings: readonly string[]) => {
    for (const setting of settings) await administer(`alter database ${nameOf()} ${setting}`);
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf()}'`);
  };
  const waiting = async () =>
    (await databasePool().query<{ task_identifier: string }>('select task_identifier from graphile_worker.jobs')).rows;

  it('may have the connection on which it listens given back twice, as the library does when it breaks at the end of a run [F6]', async () => {
    worker = await startWorker({}, []);
    const { promise, resolve } = Promise.withResolvers<() => void>();
    queuePoolOn(workerPool()).pool.connect((_error, _client, release) => resolve(release));
    const giveBack = await promise;
    giveBack();

    expect(giveBack).not.toThrow();
  });

  it.each(Object.entries(breakages))(
    '%s outlives it, begins again by itself and has done each job once [F6]',
    async (_, { broken, healed }) => {
      const done: string[] = [];
      const under = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const tasks = {
        'test.first': async () => {
          done.push('first');
          under.resolve();
          await goOn.promise;
        },
        'test.fail': async () => {
          await goOn.promise;
          throw new Error('of the test');
        },
        'test.second': async () => void done.push('second'),
      };
      worker = await startWorker(tasks, []);
      await inTransaction((tx) => enqueue(tx, 'test.fail', {}));
      await inTransaction((tx) => enqueue(tx, 'test.first', {}));
      await under.promise;

      await change(broken);
      goOn.resolve();
      await expect.poll(() => worker.isRunning(), { interval: 20 }).toBe(false);
      await change(healed);
      await expect.poll(() => worker.isRunning(), { interval: 20 }).toBe(true);
      await inTransaction((tx) => enqueue(tx, 'test.second', {}));
      await expect.poll(() => done, { interval: 20 }).toEqual(['first', 'second']);

      await expect.poll(waiting, { interval: 20 }).toEqual([{ task_identifier: 'test.fail' }]);
      await databasePool().query('delete from graphile_worker._private_jobs');
    },
  );

  it('says once that it is broken, however often it tries, and once that it has begun again [F6]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'examport-worker-'));
    openLog('info', join(folder, 'server.log'));
    worker = await startWorker({ 'test.note': async () => undefined }, []);
    const tries = vi.spyOn(workerPool(), 'connect');

    await change(['allow_connections false']);
    await expect.poll(() => worker.isRunning(), { interval: 20 }).toBe(false);
    tries.mockClear();
    // Half as often its lease tries too.
    await expect.poll(() => tries.mock.calls.length, { interval: 20 }).toBeGreaterThan(5);
    await administer(`alter database ${nameOf()} allow_connections true`);
    await expect.poll(() => worker.isRunning(), { interval: 20 }).toBe(true);
    tries.mockRestore();
    await closeLog();
    openLog('silent');

    const told = readFileSync(join(folder, 'server.log'), 'utf8').match(/worker (broken|begun again)/g);
    expect(told).toEqual(['worker broken', 'worker begun again']);
    rmSync(folder, { recursive: true });
  });

  it('goes on while people have taken every other connection [F6]', async () => {
    const done = Promise.withResolvers<void>();
    await inTransaction((tx) => enqueue(tx, 'test.note', {}));
    const taken = await Promise.all(Array.from({ length: 5 }, () => databasePool().connect()));

    worker = await startWorker({ 'test.note': async () => done.resolve() }, []);
    await done.promise;

    for (const client of taken) client.release();
    await expect.poll(waiting, { interval: 20 }).toEqual([]);
  });

  it('is waited for from its announcement to its end, and not after', async () => {
    expectWorker();
    const announced = isWorkerWell();
    worker = await startWorker({ 'test.note': async () => undefined }, []);
    const begun = isWorkerWell();
    await worker.stop();

    expect([announced, begun, isWorkerWell()]).toEqual([false, true, true]);
  });
});
