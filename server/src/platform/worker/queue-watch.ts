import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { readingRows } from '#platform/database';
import { logWarning } from '#platform/log';
import { metrics } from '#platform/metrics';
import { isReplaced } from '#platform/outbox';

/** What the queue holds of a task: how many jobs are due, for how many seconds its oldest due job has waited, and how many jobs were given up. */
export type Standing = { task: string; due: number; oldestSeconds: number; failed: number };

/** A job that is due and waits for longer is told: workers take one within seconds. */
const lateSeconds = 300;

measure({
  name: 'queue_due_jobs',
  help: 'Jobs of a task that are due and wait for a worker; absent while the database does not say',
  valueOf: ({ due }) => due,
});
measure({
  name: 'queue_oldest_waiting_seconds',
  help: 'For how long the oldest job of a task that is due has waited; absent while the database does not say',
  valueOf: ({ oldestSeconds }) => oldestSeconds,
});
measure({
  name: 'queue_failed_jobs',
  help: 'Jobs of a task that used up their tries and wait for a person; absent while the database does not say',
  valueOf: ({ failed }) => failed,
});

/** Shown by `/metrics`, asked for when it is. */
function measure({
  name,
  help,
  valueOf,
}: {
  name: string;
  help: string;
  valueOf: (standing: Standing) => number;
}): void {
  const gauge = new Gauge({ name, help, labelNames: ['task'], registers: [metrics], collect });
  async function collect(): Promise<void> {
    const standings = await standingsOfTasks().catch(() => []);
    gauge.reset();
    for (const standing of standings) gauge.set({ task: standing.task }, valueOf(standing));
  }
}

/** Every task of which the queue holds something. */
export async function standingsOfTasks(): Promise<Standing[]> {
  return await readingRows(sql<Standing>`
    select task_identifier as task,
      (count(*) filter (where attempts < max_attempts and run_at < clock_timestamp()))::int as due,
      coalesce(max(extract(epoch from clock_timestamp() - run_at)) filter (where attempts < max_attempts and run_at < clock_timestamp()), 0)::float8
        as "oldestSeconds",
      (count(*) filter (where attempts >= max_attempts))::int as failed
    from graphile_worker.jobs where locked_at is null and not ${sql.raw(isReplaced)}
    group by task_identifier order by task_identifier`);
}

/** Tells the log, each minute, of what waits too long and of what was given up, until a person has seen to it. Run by a cron. */
export async function tellStandings(): Promise<void> {
  for (const { task, oldestSeconds, failed: count } of await standingsOfTasks()) {
    if (count > 0) logWarning('jobs given up', { task, count });
    if (oldestSeconds > lateSeconds) logWarning('jobs wait too long', { task, count: Math.round(oldestSeconds) });
  }
}
