import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';

/** Work for the worker: which task, with what, and when. */
export type Job = Options & { task: string; payload: Payload };

type Options = {
  /** One waiting job per key: a second one replaces it (its payload and time). */
  jobKey?: string;
  /** Not before this instant of the database's real clock (not the moved one); default: at once. */
  runAt?: string;
  /** The same as an instant of business time (`app_now()`): a deadline. */
  dueAt?: string;
  maxAttempts?: number;
};

/** What a job carries: ids and plain values, never personal ones (T31: job tables are readable). */
export type Payload = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * Hands work to the worker, to be done after the caller's transaction commits and only if it does (the outbox). A job may run
 * more than once: its task must be safe to repeat.
 */
export async function enqueue(tx: Tx, task: string, payload: Payload, options: Options = {}): Promise<void> {
  await enqueueAll(tx, [{ task, payload, ...options }]);
}

/** So many jobs in one statement: what PostgreSQL takes as columns of one row, by far. */
const atOnce = 500;

/** The same for several jobs in one statement, or in one for every five hundred. */
export async function enqueueAll(tx: Tx, jobs: readonly Job[]): Promise<void> {
  for (let from = 0; from < jobs.length; from += atOnce) await enqueueing(jobs.slice(from, from + atOnce)).execute(tx);
}

/**
 * The same for a few jobs as a query of one row, to stand as a part of a statement that does more. The statement has to read it:
 * PostgreSQL leaves out what nobody reads.
 */
export function enqueueing(jobs: readonly Job[]): RawBuilder<unknown> {
  const calls = jobs.map(
    ({ task, payload, runAt, dueAt, maxAttempts, jobKey }) => sql`graphile_worker.add_job(
    identifier => ${task}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => coalesce(${runAt ?? null}::timestamptz,
      ${dueAt ?? null}::timestamptz - make_interval(secs => (select seconds from clock_offset))),
    max_attempts => ${maxAttempts ?? 12}::int,
    job_key => ${jobKey ?? null}::text
  )`,
  );
  return sql`select ${sql.join(calls)}`;
}
