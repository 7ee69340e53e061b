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

/** Marks a job that had a key: the queue takes the key off one that is under way when another of the same key is handed in. */
const keyed = 'keyed';

/** Marks a job that is due by the clock of the product, not by the database's. */
const timed = 'timed';

/** Moves what is due by the clock of the product along with that clock, in seconds: in demonstrations and tests alone. */
export async function moveTimed(tx: Tx, seconds: number): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array[id], run_at => run_at - make_interval(secs => ${seconds})) from (
      select id, run_at from graphile_worker.jobs where flags ? ${timed} and locked_at is null and attempts = 0 offset 0) planned`.execute(
    tx,
  );
}

/**
 * Which rows of `graphile_worker.jobs` are what is left of a job under way that another of the same key has replaced. The queue lets it
 * run out with its tries used up; when it fails or its process dies it has not been given up, for the other does its work.
 */
export const isReplaced = `(key is null and coalesce(flags ? '${keyed}', false))`;

/** What a job carries: ids and plain values, never personal ones (T31: job tables are readable). */
export type Payload = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * Hands work to the worker, to be done after the caller's transaction commits and only if it does (the outbox). A job may run
 * more than once: its task must be safe to repeat.
 */
export async function enqueue(tx: Tx, task: string, payload: Payload, options: Options = {}): Promise<void> {
  await enqueueAll(tx, [{ task, payload, ...options }]);
}

/** The same for several jobs; of two with one key the later counts. */
export async function enqueueAll(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length > 0) await enqueueing(jobs).execute(tx);
}

/**
 * The same for jobs with keys that may have been lost. One that was begun stays as it is, whether it is under way, waits for its next try or was
 * given up: a new one would begin its tries again, and nobody would ever be told.
 */
export async function enqueueLost(tx: Tx, jobs: readonly Job[]): Promise<void> {
  const keys = jobs.flatMap(({ jobKey }) => jobKey ?? []);
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key = any(${keys}::text[]) and (locked_at is not null or attempts > 0)`.execute(
    tx,
  );
  const begun = new Set(rows.map(({ key }) => key));
  await enqueueAll(
    tx,
    jobs.filter(({ jobKey }) => jobKey === undefined || !begun.has(jobKey)),
  );
}

/**
 * The same as a query of one row, to be a part of a statement that does more; followed by a `from` that gives no row, nothing is
 * handed in. The statement has to read it: PostgreSQL leaves out what nobody reads.
 */
export function enqueueing(jobs: readonly Job[]): RawBuilder<unknown> {
  const last = new Map(jobs.map((job, position) => [job.jobKey ?? position, job]));
  const of = <Value>(pick: (job: Job) => Value) => [...last.values()].map(pick);
  return sql`select (select count(*) from graphile_worker.add_jobs(array(
    select (task, payload::json, null, coalesce(run_at, due_at - make_interval(secs => (select seconds from clock_offset))), max_attempts,
      job_key, null, array_remove(array[case when job_key is not null then ${keyed} end, case when due_at is not null then ${timed} end], null))::graphile_worker.job_spec
    from unnest(${of(({ task }) => task)}::text[], ${of(({ payload }) => JSON.stringify(payload))}::text[],
      ${of(({ runAt }) => runAt ?? null)}::timestamptz[], ${of(({ dueAt }) => dueAt ?? null)}::timestamptz[],
      ${of(({ maxAttempts }) => maxAttempts ?? 12)}::int[], ${of(({ jobKey }) => jobKey ?? null)}::text[]
    ) as job (task, payload, run_at, due_at, max_attempts, job_key)))) as queued`;
}
