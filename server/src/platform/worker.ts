import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, run, runTaskListOnce, type TaskList } from 'graphile-worker';
import { randomId } from '#platform/chance';
import { workerPool } from '#platform/database';
import { logError, logInfo, logWarning } from '#platform/log';
import { withRequest } from '#platform/http/request-context';
import { holdLease, type Lease, unlockAbandonedJobs } from '#platform/worker/lease';
import { laneOf } from '#platform/worker/background';
import { type QueueLane, queueLaneNames, queueLanes } from '#platform/worker/lanes';
import { queuePoolOn } from '#platform/worker/pool';

/** Work by name. It may run more than once; a throw means "again later" (with growing pauses). */
export type Tasks = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

/** A task that runs by the clock: `{ task: 'orders.expire', match: '* * * * *' }` (UTC, minutes). */
export type Cron = { task: string; match: string };

/** The running worker. */
export type Worker = {
  /** Whether it takes jobs at this moment; not while the database is away. */
  isRunning: () => boolean;
  /** Takes no new job, and waits for those under way; after `patienceMs` they go back to be done by another process. */
  stop: (patienceMs?: number) => Promise<void>;
};

/** The library's own lines quote payloads: ours are written around each task instead. */
const silent = new Logger(() => () => undefined);
// It also traces the end of a connection on the terminal, where a person would have a stack to read of what mends itself.
Reflect.set(console, 'trace', () => undefined);

/** Milliseconds before the worker begins again; the last one from then on. */
const pauses = [100, 250, 500];

/** How long a run must hold before the next failure counts as the first. */
const steadyMs = 10_000;

/** Jobs of a broken run that have not ended by then are given to others. */
const longestJobMs = 10 * 60_000;

/** A cron whose minute passed while nobody could write it down is made up for within the hour. */
const backfillPeriod = 60 * 60 * 1000;

let current: Worker | null = null;
let isExpected = false;

/** Says that this process will have a worker, and is not ready before. */
export function expectWorker(): void {
  isExpected = true;
}

/** Whether the worker of this process takes jobs; a process that expects none has nothing to wait for. */
export function isWorkerWell(): boolean {
  return current?.isRunning() ?? !isExpected;
}

/**
 * Runs jobs and crons until stopped, each lane of the queue by itself, on connections of their own; first frees what ended processes left.
 * Whatever happens to the database meanwhile, each begins again as soon as it can.
 * @throws Error when the database is away at the start.
 */
export async function startWorker(tasks: Tasks, crons: readonly Cron[]): Promise<Worker> {
  const lease = await holdLease();
  await unlockAbandonedJobs();
  const telling = tellOnce();
  const tasksOf = (lane: QueueLane): Tasks =>
    Object.fromEntries(Object.entries(tasks).filter(([task]) => laneOf(task) === lane));
  const lanes = await Promise.all(
    // The library takes a worker without tasks for a fault.
    queueLaneNames
      .filter((lane) => Object.keys(tasksOf(lane)).length > 0)
      .map((lane) => {
        // One of them puts the work of the clock into the queue, for all of them.
        return keepGoing(
          () => beginRun(lane, taskListOf(tasksOf(lane)), { crons: lane === 'usual' ? crons : [], lease }),
          telling,
        );
      }),
  );
  const worker: Worker = {
    isRunning: () => lanes.every((lane) => lane.isRunning()),
    stop: async (patienceMs = 60_000) => {
      if (current === worker) {
        current = null;
        isExpected = false;
      }
      await Promise.all(lanes.map((lane) => lane.stop(patienceMs)));
      await lease.release();
    },
  };
  current = worker;
  return worker;
}

type Telling = { broke: () => void; beganAgain: () => void };

/** Lanes break together: the first one tells of it, and the last one that they have begun again. */
function tellOnce(): Telling {
  let broken = 0;
  return {
    broke: () => {
      if (broken === 0) logWarning('worker broken');
      broken += 1;
    },
    beganAgain: () => {
      broken -= 1;
      if (broken === 0) logInfo('worker begun again');
    },
  };
}

/** One lane, begun again whenever it breaks, until it is stopped. */
async function keepGoing(begin: () => Promise<Run>, telling: Telling): Promise<Worker> {
  const state: { run: Run | null; isOver: boolean } = { run: await begin(), isOver: false };
  const ending = new AbortController();
  const supervise = async (): Promise<void> => {
    for (let failures = 0; !state.isOver;) {
      const begun = performance.now();
      await state.run?.broken;
      if (state.isOver) return;
      // Once, not at every try to begin again.
      if (state.run) telling.broke();
      // What it still does ends by itself; the next run does not wait for that.
      void state.run?.end(longestJobMs);
      state.run = null;
      if (performance.now() - begun > steadyMs) failures = 0;
      await pause(pauses[Math.min(failures++, pauses.length - 1)], undefined, ending).catch(() => undefined);
      state.run = await begin().catch(() => null);
      if (state.run) telling.beganAgain();
    }
  };
  const supervised = supervise();
  return {
    isRunning: () => state.run !== null,
    stop: async (patienceMs = 60_000) => {
      state.isOver = true;
      ending.abort();
      await state.run?.end(patienceMs);
      await supervised;
      // Stopped while it was beginning again.
      await state.run?.end(patienceMs);
    },
  };
}

/** The library at work until something breaks: fetching a job, listening for new ones, or the library itself. */
type Run = { broken: Promise<void>; end: (patienceMs: number) => Promise<void> };

async function beginRun(
  lane: QueueLane,
  taskList: TaskList,
  { crons, lease }: { crons: readonly Cron[]; lease: Lease },
): Promise<Run> {
  const { events, withdraw } = lease.announce();
  const { promise: broken, resolve } = Promise.withResolvers<void>();
  events.on('worker:getJob:error', () => resolve());
  events.on('pool:listen:error', () => resolve());
  const queue = queuePoolOn(workerPool());
  try {
    const runner = await run({
      events,
      pgPool: queue.pool,
      taskList,
      parsedCronItems: parseCronItems(crons.map(({ task, match }) => ({ task, match, options: optionsOf(match) }))),
      concurrency: queueLanes[lane].workers,
      pollInterval: 2000,
      noHandleSignals: true,
      logger: silent,
    });
    void runner.promise.catch(() => undefined).finally(resolve);
    const finish = async (): Promise<void> => {
      await runner.stop().catch(() => undefined);
      await queue.heard();
    };
    const end = async (patienceMs: number): Promise<void> => {
      await Promise.race([finish(), pause(patienceMs, undefined, { ref: false })]);
      await withdraw();
      resolve();
    };
    let ending: Promise<void> | null = null;
    return { broken, end: async (patienceMs) => await (ending ??= end(patienceMs)) };
  } catch (error) {
    await withdraw();
    throw error;
  }
}

/** What runs every few minutes by itself needs no making up for. */
function optionsOf(match: string): { backfillPeriod: number } {
  return { backfillPeriod: /^\d/.test(match) ? backfillPeriod : 0 };
}

/** Does every job that is due, here and now, and returns when none is left: tests need no waiting. */
export async function runDueJobs(tasks: Tasks): Promise<void> {
  const client = await workerPool().connect();
  const lease = await holdLease();
  const { events } = lease.announce();
  try {
    await runTaskListOnce({ logger: silent, events }, taskListOf(tasks), client);
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
        withRequest({ requestId: randomId(), lane: 'jobs' }, () => runTask(name, job.attempts, () => work(payload))),
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
