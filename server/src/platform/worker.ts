import { Logger, parseCronItems, run, type Runner, runTaskListOnce, type TaskList } from 'graphile-worker';
import { randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { logError, logInfo } from '#platform/log';
import { withRequest } from '#platform/request-context';
import { holdLease, unlockAbandonedJobs } from '#platform/worker-lease';

/** Work by name. It may run more than once; a throw means "again later" (with growing pauses). */
export type Tasks = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

/** A task that runs by the clock: `{ task: 'orders.expire', match: '* * * * *' }` (UTC, minutes). */
export type Cron = { task: string; match: string };

/** The running worker. */
export type Worker = { stop: () => Promise<void> };

/** The library's own lines quote payloads: ours are written around each task instead. */
const silent = new Logger(() => () => undefined);

/** Runs jobs and crons until stopped, with the pool that the database already has; first frees what ended processes left. */
export async function startWorker(tasks: Tasks, crons: readonly Cron[]): Promise<Worker> {
  const lease = await holdLease();
  await unlockAbandonedJobs();
  const runner: Runner = await run({
    events: lease.events,
    pgPool: databasePool(),
    taskList: taskListOf(tasks),
    parsedCronItems: parseCronItems(crons.map(({ task, match }) => ({ task, match, options: { backfillPeriod: 0 } }))),
    concurrency: 3,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: silent,
  });
  return {
    stop: async () => {
      await runner.stop();
      await lease.release();
    },
  };
}

/** Does every job that is due, here and now, and returns when none is left: tests need no waiting. */
export async function runDueJobs(tasks: Tasks): Promise<void> {
  const client = await databasePool().connect();
  const lease = await holdLease();
  try {
    await runTaskListOnce({ logger: silent, events: lease.events }, taskListOf(tasks), client);
  } finally {
    client.release();
    await lease.release();
  }
}

function taskListOf(tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [
      name,
      (payload: unknown, { job }: { job: { attempts: number } }) =>
        withRequest({ requestId: randomId() }, () => runTask(name, job.attempts, () => work(payload))),
    ]),
  );
}

async function runTask(task: string, attempt: number, work: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  try {
    await work();
    logInfo('job done', { task, attempt, milliseconds: Math.round(performance.now() - begun) });
  } catch (error) {
    logError('job failed', error, { task, attempt });
    // The queue stores the message it is given: libraries quote values in theirs.
    throw new Error(`${task} failed (${error instanceof Error ? error.name : 'unknown'})`, { cause: undefined });
  }
}
