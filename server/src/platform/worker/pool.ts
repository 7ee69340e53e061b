import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { logWarning } from '#platform/log';

/** What the pool calls with a connection. */
type Tell = Parameters<Pool['connect']>[0];

/** The names under which the library (graphile-worker 0.18) tells that a job is done, or has failed. */
const lastWords = /^(complete|fail)_job/;

/** Milliseconds between two tries to tell the end of a job. */
const retryDelays = [100, 250, 500, 1000];

/** What is between the library and its connections, for one run of it. */
export type QueuePool = {
  pool: Pool;
  /** Waits until the database has heard the end of every job. */
  heard: () => Promise<void>;
};

/**
 * The connections as the queue uses them. The library tells the end of a job without waiting for the answer: when the database
 * is away just then nobody hears the failure, the process ends by it, and the job is done again. So the end of a job is told again
 * until it is heard; everything else fails as it does.
 */
export function queuePoolOn(pool: Pool): QueuePool {
  const untold = new Set<Promise<unknown>>();
  const tell = async (query: QueryConfig): Promise<unknown> => {
    for (let tries = 0; ; tries++) {
      try {
        return await pool.query(query);
      } catch {
        if (tries === 0) logWarning('end of a job not heard');
        await pause(retryDelays[Math.min(tries, retryDelays.length - 1)], undefined, { ref: false });
      }
    }
  };
  const remember = async (telling: Promise<unknown>): Promise<unknown> => {
    untold.add(telling);
    try {
      return await telling;
    } finally {
      untold.delete(telling);
    }
  };
  /** Takes a connection with its first query, so that a last word needs none to be there. */
  const lateClient = () => {
    const state: { client: PoolClient | null; isBroken: boolean } = { client: null, isBroken: false };
    return {
      query: async (query: string | QueryConfig, values?: unknown[]) => {
        if (typeof query === 'object' && lastWords.test(query.name ?? '')) return await remember(tell(query));
        state.client ??= await pool.connect();
        try {
          return await state.client.query(query, values);
        } catch (error) {
          state.isBroken = true;
          throw error;
        }
      },
      release: () => state.client?.release(state.isBroken),
    };
  };
  /** The library gives the connection on which it listens back twice when that breaks while the run ends, and nobody would hear the second throw. */
  const connectOnce = (callback: Tell): void =>
    pool.connect((error, client, release) => {
      let isGivenBack = false;
      callback(error, client, (broken) => {
        if (!isGivenBack) release(broken);
        isGivenBack = true;
      });
    });
  return {
    pool: new Proxy(pool, {
      get: (target, property) => {
        if (property === 'connect') return (callback?: Tell) => (callback ? connectOnce(callback) : lateClient());
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    heard: async () => void (await Promise.all(untold)),
  };
}
