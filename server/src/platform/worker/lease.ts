import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerEvents } from 'graphile-worker';
import type { PoolClient } from 'pg';
import { workerPool } from '#platform/database';
import { logWarning } from '#platform/log';
import { isReplaced } from '#platform/outbox';

/**
 * What shows the other processes that the workers of this one live: a connection that holds a lock for each. With the process
 * the connection ends, and with it the locks; no clock is asked.
 */
export type Lease = {
  /** `events` is what a set of workers announces itself to; `withdraw`, once they have ended, gives back what they still hold. */
  announce: () => { events: WorkerEvents; withdraw: () => Promise<void> };
  release: () => Promise<void>;
};

/** Seconds a job stays with a worker that shows no life: longer than a new worker takes to announce itself. */
const leaseSeconds = 10;

/** Another use of the same lock space begins with another number. */
const lockOf = `hashtextextended('worker ' || $1::text, 3)`;

/** Announces the workers of this process for as long as it lives and reaches the database. */
export async function holdLease(): Promise<Lease> {
  const announced = new Set<string>();
  /** Ended, and the database has not heard of it yet. */
  const ended = new Set<string>();
  const lock = (client: PoolClient, id: string) => client.query(`select pg_advisory_lock(${lockOf})`, [id]);
  const giveBack = async (client: PoolClient, id: string): Promise<void> => {
    await client.query('select graphile_worker.force_unlock_workers(array[$1::text])', [id]);
    await client.query(`select pg_advisory_unlock(${lockOf})`, [id]);
    ended.delete(id);
  };
  const line = await keepLine(async (client) => {
    for (const id of announced) await lock(client, id);
    for (const id of ended) await giveBack(client, id);
  });
  return {
    announce: () => {
      const events: WorkerEvents = new EventEmitter();
      const ids: string[] = [];
      const add = (id: string): void => {
        ids.push(id);
        announced.add(id);
        void line.tell((client) => lock(client, id));
      };
      // The queue writes the pool's or the worker's name on a job, by how jobs are fetched.
      events.on('pool:create', ({ workerPool: { id } }) => add(id));
      events.on('worker:create', ({ worker }) => add(worker.workerId));
      const withdraw = async (): Promise<void> => {
        for (const id of ids) {
          announced.delete(id);
          ended.add(id);
          await line.tell((client) => giveBack(client, id));
        }
      };
      return { events, withdraw };
    },
    release: () => line.release(),
  };
}

/** One connection for as long as the process lives; a lost one is replaced. `tell` does nothing while there is none. */
type Line = { tell: (act: (client: PoolClient) => Promise<unknown>) => Promise<void>; release: () => Promise<void> };

/** @param greet what every new connection is told first. */
async function keepLine(greet: (client: PoolClient) => Promise<void>): Promise<Line> {
  const state: { client: PoolClient | null; isOver: boolean; last: Promise<unknown> } = {
    client: null,
    isOver: false,
    last: Promise.resolve(),
  };
  const connect = async (): Promise<void> => {
    const client = await workerPool().connect();
    try {
      await greet(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    // Ended, not given back: it holds the locks.
    if (state.isOver) return client.release(true);
    client.on('error', onLost);
    state.client = client;
  };
  const onLost = (): void => {
    const lost = state.client;
    state.client = null;
    if (lost === null) return;
    logWarning('worker lease lost');
    lost.off('error', onLost);
    lost.release(true);
    void reconnect();
  };
  const reconnect = async (): Promise<void> => {
    while (!state.isOver && state.client === null) {
      try {
        await connect();
      } catch {
        await pause(1000, undefined, { ref: false });
      }
    }
  };
  await connect();
  return {
    tell: async (act) => {
      const { client } = state;
      if (client === null) return;
      state.last = state.last.then(() => act(client)).catch(() => undefined);
      await state.last;
    },
    release: async () => {
      state.isOver = true;
      await state.last;
      await state.client?.query('select pg_advisory_unlock_all()').catch(() => undefined);
      state.client?.off('error', onLost);
      state.client?.release();
      state.client = null;
    },
  };
}

/**
 * Gives back the jobs of workers that ended without a word: left alone the queue would keep them for four hours. Takes away what is left
 * of jobs that others have replaced. Run at start and by a cron.
 * @param seconds how long a job must have been held; the lease, except in tests.
 * @returns how many workers had left jobs behind.
 */
export async function unlockAbandonedJobs(seconds = leaseSeconds): Promise<number> {
  const client = await workerPool().connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ worker: string }>(
      `select worker from (
         select distinct locked_by as worker from graphile_worker.jobs
         where locked_at < clock_timestamp() - make_interval(secs => $1)) as held
       where pg_try_advisory_xact_lock(hashtextextended('worker ' || worker, 3))`,
      [seconds],
    );
    const dead = rows.map(({ worker }) => worker);
    if (dead.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
    await client.query(
      `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null and ${isReplaced}))`,
    );
    await client.query('commit');
    if (dead.length > 0) logWarning('jobs of ended workers given back', { count: dead.length });
    return dead.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
