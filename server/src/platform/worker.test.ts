import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, databasePool, inTransaction, openDatabase } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { createTestDatabase } from '#platform/testing/database';
import { runDueJobs } from '#platform/worker';
import { holdLease, unlockAbandonedJobs } from '#platform/worker-lease';

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
async function givenBusyWorker(): Promise<ChildProcess> {
  await inTransaction((tx) => enqueue(tx, 'test.hang', {}));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker-child.testing.ts')], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface({ input: child.stdout }), 'line');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a job whose process was killed', () => {
  it('is done by another one as soon as its lease is over, and stays with a worker that lives [C12 F10]', async () => {
    const done: string[] = [];
    const tasks = { 'test.hang': async () => void done.push('by another') };
    const child = await givenBusyWorker();

    const freedWhileAlive = await unlockAbandonedJobs(0);
    await runDueJobs(tasks);
    const doneWhileAlive = done.length;
    await end(child);
    await expect.poll(() => unlockAbandonedJobs(0), { interval: 50 }).toBe(1);
    await runDueJobs(tasks);

    expect([freedWhileAlive, doneWhileAlive]).toEqual([0, 0]);
    expect(done).toEqual(['by another']);
  });

  it('is left to a worker that has only just taken it, so that none is run twice while it announces itself [C12]', async () => {
    const child = await givenBusyWorker();
    await end(child);

    expect(await unlockAbandonedJobs()).toBe(0);
    await expect.poll(() => unlockAbandonedJobs(0), { interval: 50 }).toBe(1);
    await runDueJobs({ 'test.hang': async () => undefined });
  });
});

describe('the lease of a process', () => {
  it('is taken anew when its connection breaks [C12]', async () => {
    const lease = await holdLease();
    const held = async () => {
      const { rows } = await databasePool().query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()`,
      );
      return rows.map(({ pid }) => pid);
    };
    lease.events.emit('worker:create', { worker: { workerId: 'worker-of-the-test' } } as never);
    await expect.poll(async () => (await held()).length, { interval: 20 }).toBe(1);
    const [first] = await held();

    await databasePool().query('select pg_terminate_backend($1)', [first]);
    await expect.poll(async () => (await held()).filter((pid) => pid !== first).length, { interval: 50 }).toBe(1);
    await lease.release();

    expect(await held()).toEqual([]);
  });
});
