import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerEvents } from 'graphile-worker';
import type { PoolClient } from 'pg';
import { databasePool } from '#platform/database';
import { logWarning } from '#platform/log';

/**
 * What shows the other processes that the workers of this one live: a connection that holds a lock for each. With the process
 * the connection ends, and with it the locks; no clock is asked. `events` is what a worker pool announces its workers to.
 */
type Lease = { events: WorkerEvents; release: () => Promise<void> };

/** Seconds a job stays with a worker that shows no life: longer than a new worker takes to announce itself. */
const leaseSeconds = 10;

/** Another use of the same lock space begins with another number. */
const lockOf = `hashtextextended('worker ' || $1::text, 3)`;

/** Announces every pool of workers for as long as this process lives and reaches the database. */
export async function holdLease(): Promise<Lease> {
  const events: WorkerEvents = new EventEmitter();
  const workerIds: string[] = [];
  const state: { client: PoolClient | null; isOver: boolean; last: Promise<unknown> } = {
    client: null,
    isOver: false,
    last: Promise.resolve(),
  };

  const connect = async (): Promise<void> => {
    const client = await databasePool().connect();
    state.client = client;
    client.on('error', onLost);
    // A machine that vanished does not say so: the server finds out within half a minute.
    await client.query('set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    for (const id of workerIds) await client.query(`select pg_advisory_lock(${lockOf})`, [id]);
  };
  const onLost = (): void => {
    const lost = state.client;
    state.client = null;
    if (lost === null) return;
    lost.off('error', onLost);
    lost.release(true);
    void reconnect();
  };
  const reconnect = async (): Promise<void> => {
    while (!state.isOver && state.client === null) {
      try {
        await connect();
      } catch {
        logWarning('worker lease lost');
        await pause(1000, undefined, { ref: false });
      }
    }
  };

  await connect();
  // The queue writes the pool's or the worker's name on a job, by how jobs are fetched.
  const announce = (id: string): void => {
    workerIds.push(id);
    const { client } = state;
    state.last = state.last
      .then(() => client?.query(`select pg_advisory_lock(${lockOf})`, [id]))
      .catch(() => undefined);
  };
  events.on('pool:create', ({ workerPool }) => announce(workerPool.id));
  events.on('worker:create', ({ worker }) => announce(worker.workerId));
  return {
    events,
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
 * Gives back the jobs of workers that ended without a word: left alone the queue would keep them for four hours. Run at start
 * and by a cron.
 * @param seconds how long a job must have been held; the lease, except in tests.
 * @returns how many workers had left jobs behind.
 */
export async function unlockAbandonedJobs(seconds = leaseSeconds): Promise<number> {
  const client = await databasePool().connect();
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
