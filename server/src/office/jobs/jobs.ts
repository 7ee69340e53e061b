import type { JobItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { isReplaced } from '#platform/outbox';
import type { StaffActor } from '#platform/staff-http';

type Search = z.output<StaffCalls['jobs.search']['body']>;
type Act = { id: string; reason: string };

const state = sql<JobItem['state']>`case
  when attempts >= max_attempts and locked_at is null then 'Dead'
  when locked_at is not null then 'Running'
  when attempts > 0 then 'Retrying'
  else 'Waiting' end`;

/** A page of the jobs, those that are due first unless sorted otherwise. What a job carries is not shown, and holds no personal value (T31). */
export async function searchJobs(tx: Tx, { pageIndex, pageSize, sort = 'runAt', ...filters }: Search) {
  const matching = sql`select * from (
      select id::text, task_identifier as task, ${state} as state, attempts::int, max_attempts::int as "maxAttempts",
        left(last_error, 500) as "lastError", run_at as "runAt", created_at as "createdAt"
      from graphile_worker.jobs where locked_at is not null or not ${sql.raw(isReplaced)}) job
    where (${filters.state ?? null}::text is null or state = ${filters.state ?? null})
      and (${filters.task ?? null}::text is null or task = ${filters.task ?? null})`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${matching}) matching`.execute(tx);
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const column = sort.endsWith('createdAt') ? 'createdAt' : 'runAt';
  const { rows } = await sql<JobItem>`${matching} order by ${sql.ref(column)} ${direction}, id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted.rows[0]?.total ?? 0 };
}

/**
 * Gives a job all its tries again, the first at once.
 * @throws Refusal NOT_FOUND when it is done or gone; JOB_RUNNING (412) while a worker is at it.
 */
export async function retryJob(tx: Tx, staff: StaffActor, { id, reason }: Act): Promise<void> {
  const job = await findIdle(tx, id);
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx);
  await audit(tx, { staff, action: 'jobs.retry', object: { kind: 'job', id }, reason, before: job });
}

/** Takes a job away for good. @throws as `retryJob`. */
export async function removeJob(tx: Tx, staff: StaffActor, { id, reason }: Act): Promise<void> {
  const job = await findIdle(tx, id);
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx);
  await audit(tx, { staff, action: 'jobs.remove', object: { kind: 'job', id }, reason, before: job });
}

async function findIdle(tx: Tx, id: string): Promise<{ task: string; attempts: number }> {
  const { rows } = await sql<{ task: string; attempts: number; isRunning: boolean }>`
    select task_identifier as task, attempts::int, locked_at is not null as "isRunning"
    from graphile_worker.jobs where id = ${id}::bigint`.execute(tx);
  const [job] = rows;
  if (!job) refuse('NOT_FOUND');
  if (job.isRunning) refuse('JOB_RUNNING');
  return { task: job.task, attempts: job.attempts };
}
