import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Client, Pool } from 'pg';
import {
  checkMayHold,
  currentAct,
  holding,
  joined,
  type KeyedRequest,
  type OpenTx,
  partOf,
  runAct,
} from '#platform/act';
import { randomBetween } from '#platform/chance';
import { NamingDialect } from '#platform/database/columns';
import { createClient, createPool, leaveHost } from '#platform/database/connection';
import { asBusy, codeOf, isConflict, isReadOnly, isStalePlan } from '#platform/database/errors';
import { listenForSilence, type Silence } from '#platform/database/silence';
import { statementsBefore, withNamedStatements } from '#platform/database/statements';
import { databaseTypes } from '#platform/database/values';
import { logError } from '#platform/log';
import { conflicts } from '#platform/metrics';
import { currentLane, type Lane } from '#platform/http/request-context';
import { timeLimit } from '#platform/settings';
import type { Database } from '#platform/tables/index';

/** The open transaction that every command and query receives. */
export type Tx = Transaction<Database>;

/** The connections of one lane: for transactions, and for queries that must not write. */
type Pools = { pool: Pool; kysely: Kysely<Database>; readers: Pool; readings: Kysely<Database> };
type Opened = Readonly<Record<Lane, Pools>> & { workers: Pool; silence: Silence; url: string };

/** How many connections the lanes beside people's may take, for writing and for reading. */
const lanes = { staff: [4, 3], payments: [3, 1], jobs: [6, 3] } as const;

let opened: Opened | null = null;
let commits = 0;

/** Set on every connection; a row lock is waited for 3 s at most (C4). Direct connections only, no transaction pooler. */
const connectionSettings = (): string =>
  [
    '-c timezone=UTC',
    `-c lock_timeout=${timeLimit(3000)}`,
    // Views read several tables: with eight at once, PostgreSQL joins a whole view before it looks at whose row is asked for.
    '-c join_collapse_limit=12 -c from_collapse_limit=12 -c geqo_threshold=14',
    `-c statement_timeout=${timeLimit(15_000)}`,
    `-c idle_in_transaction_session_timeout=${timeLimit(30_000)}`,
    // A machine that vanished does not say so: the server finds out within half a minute.
    '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  ].join(' ');

/** Milliseconds after which we give up a statement ourselves: above the server's own limit, which a dead line never tells. */
const statementDeadline = 20_000;

/** Seconds a connection is used: what an old one holds (plans, memory, a host that is no longer the one) goes with it. */
const maxLifetimeSeconds = 900;

/** An idle one is kept for a minute: a page asks for a dozen things at once, and a new connection plans and compiles everything again. */
const idleTimeoutMillis = 60_000;

/** Readers hold a connection for a few milliseconds; writers may wait for a row. */
const mostReaders = 6;

/** One for each lane that listens for new jobs, one that shows the process lives (`worker/lease.ts`), one for crons, four that fetch and finish jobs. */
const workerConnections = 10;

/** Connects lazily to the database at `url` (TCP or `?host=/socket/directory`). Once per process. */
export function openDatabase(url: string, { connections = 10 }: { connections?: number } = {}): void {
  if (opened) throw new Error('The database is already open.');
  const silence = listenForSilence((timeoutMs) =>
    createClient(url, { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }),
  );
  const connectionsTo = (max: number, options: string): Pool =>
    createPool(
      url,
      {
        max,
        options,
        types: databaseTypes,
        connectionTimeoutMillis: timeLimit(5000),
        query_timeout: timeLimit(statementDeadline),
        maxLifetimeSeconds,
        idleTimeoutMillis,
      },
      silence.admit,
    );
  const each = connectionSettings();
  const laneOf = ([writers, most]: readonly [number, number]): Pools => {
    const pool = connectionsTo(writers, each);
    const readers = connectionsTo(most, `${each} -c default_transaction_read_only=on`);
    return { pool, kysely: queriesOn(pool), readers, readings: queriesOn(readers) };
  };
  const pools = {
    people: laneOf([connections, Math.min(connections, mostReaders)]),
    staff: laneOf(lanes.staff),
    payments: laneOf(lanes.payments),
    jobs: laneOf(lanes.jobs),
    workers: connectionsTo(workerConnections, each),
  };
  silence.listenTo(poolsOf(pools));
  opened = { ...pools, silence, url };
}

type AllPools = Omit<Opened, 'silence' | 'url'>;

/** Every pool there is; `writersOf` those that change something. */
function poolsOf(all: AllPools): Pool[] {
  return [...writersOf(all), ...lanesOf(all).map(({ readers }) => readers)];
}

function writersOf(all: AllPools): Pool[] {
  return [all.workers, ...lanesOf(all).map(({ pool }) => pool)];
}

function lanesOf({ people, staff, payments, jobs }: AllPools): Pools[] {
  return [people, staff, payments, jobs];
}

function queriesOn(pool: Pool): Kysely<Database> {
  const dialect = new NamingDialect({
    pool: {
      options: pool.options,
      connect: async () => withNamedStatements(await pool.connect()),
      end: () => pool.end(),
    },
  });
  return new Kysely<Database>({ dialect });
}

const forgets: (() => void)[] = [];

/** Has what was read into memory forgotten when the database is closed: the next one that is opened may be another. */
export function whenDatabaseCloses(forget: () => void): void {
  forgets.push(forget);
}

/** Waits for open transactions and disconnects. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = null;
  if (!closing) return;
  for (const forget of forgets) forget();
  closing.silence.stop();
  await Promise.all(poolsOf(closing).map((pool) => pool.end()));
}

/** The pool of the lane that asks, for the clock and the network log; domains use `inTransaction` and `reading`. */
export function databasePool(lane: Lane = currentLane()): Pool {
  return open(lane).pool;
}

/** A connection beside the pools, for one act that may take longer than a statement of theirs, such as a vacuum. Its caller connects and ends it. */
export function createPatientClient(): Client {
  return createClient(everything().url, { options: '-c timezone=UTC -c lock_timeout=3000 -c statement_timeout=0' });
}

/** The queue's own connections: however many people wait for one to order with, jobs are fetched and finished. */
export function workerPool(): Pool {
  return everything().workers;
}

/**
 * Runs one business act in one transaction (read committed). It is run again when PostgreSQL resolves a conflict against it
 * (40001, 40P01) and when a number that it drew is taken, so `work` must do nothing but database work.
 * @throws Refusal BUSY (503 with Retry-After) when a lock is not free within 3 s or the database is away.
 */
export async function inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const act = currentAct();
  if (act) return await partOf(act, work);
  checkMayHold('transaction');
  return await committing(async () => {
    const fault: { cause?: unknown } = {};
    const remembering = async (tx: Tx): Promise<Result> => {
      try {
        return await work(tx);
      } catch (error) {
        fault.cause = error;
        throw error;
      }
    };
    try {
      return await open()
        .kysely.transaction()
        .execute((tx) => holding('transaction', () => remembering(tx)));
    } catch (error) {
      // Where the connection died the rollback fails too, and would hide what it was for.
      throw fault.cause ?? error;
    }
  });
}

/**
 * Runs a command whose transactions are to be one (`#platform/act`): each `inTransaction`, `inStatement` and `reading` of `work` joins it
 * once the first has begun it. In a conflict the whole `work` is run again.
 * @param begin asks for what the transaction needs before anything else.
 */
export async function inOneAct<Result>(
  { request, begin }: { request: KeyedRequest; begin: (tx: Tx) => Promise<void> },
  work: () => Promise<Result>,
): Promise<Result> {
  const opening = async () => {
    const tx = await openTransaction();
    try {
      await begin(tx);
      return tx;
    } catch (error) {
      await undone(tx);
      throw error;
    }
  };
  return await committing(() => runAct({ request, begin: opening }, work));
}

/** A transaction that its caller ends. */
export async function openTransaction(): Promise<OpenTx> {
  checkMayHold('transaction');
  return await open().kysely.startTransaction().execute();
}

/** Undoes a transaction; a connection that is gone has undone it already. */
export async function undone(tx: OpenTx): Promise<void> {
  await tx
    .rollback()
    .execute()
    .catch(() => undefined);
}

/** The conflict that PostgreSQL did not see: the act is run again, as in one that it did see. */
export function conflict(about: string): Error {
  return Object.assign(new Error(about), { code: '40001' });
}

/**
 * The same for an act of one statement: PostgreSQL makes a transaction of it by itself, which spares two round trips.
 * @returns its rows.
 * @throws Refusal BUSY as `inTransaction` does.
 */
export async function inStatement<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
  const act = currentAct();
  if (act) return (await statement.execute(await joined(act))).rows;
  checkMayHold('transaction');
  return await committing(async () => (await statement.execute(open().kysely)).rows);
}

/** Does a whole act, again in a conflict with others. @throws Refusal BUSY as `inTransaction` does. */
export async function committing<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await act();
      commits += 1;
      return result;
    } catch (error) {
      if (isConflict(error)) noteConflict(error);
      if (isReadOnly(error)) leaveReadOnly();
      if (!isConflict(error) || attempt === 5) throw asBusy(error, 'write');
      // By chance, so that those who met once do not meet again.
      await pause(randomBetween(1, attempt * 20));
    }
  }
}

/**
 * Runs queries that must not write: PostgreSQL refuses any change. Each sees what was committed when it began, as in a
 * transaction of ours, so none is opened around them: that spares two round trips. @throws Refusal BUSY when the database is away.
 */
export async function reading<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const tx = currentAct()?.tx;
  if (tx) return await work(tx);
  checkMayHold('reading');
  // Queries need a connection; the type of an open transaction keeps writers from being handed one without.
  return await readingAgain(() =>
    open()
      .readings.connection()
      .execute((connection) => holding('reading', () => work(connection as Tx))),
  );
}

/**
 * The same for one query: without holding a connection for those that follow.
 * @returns its rows.
 * @throws Refusal BUSY when the database is away.
 */
export async function readingRows<Row>(query: RawBuilder<Row>): Promise<Row[]> {
  const tx = currentAct()?.tx;
  if (tx) return (await query.execute(tx)).rows;
  checkMayHold('reading');
  return (await readingAgain(() => query.execute(open().readings))).rows;
}

async function readingAgain<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (isStalePlan(error)) noteConflict(error);
      if (!isStalePlan(error) || attempt === 5) throw asBusy(error, 'read');
    }
  }
}

/** How many transactions this process has committed: what was read before the last one may be out of date. */
export function commitCount(): number {
  return commits;
}

/**
 * Does a part of a transaction that may fail by itself: what it wrote is then undone and the rest goes on.
 * @returns what `work` gave, or the error it failed with.
 * @throws a conflict (`isConflict`), for which the whole transaction is run again.
 */
export async function inSavepoint<Result>(
  tx: Tx,
  work: () => Promise<Result>,
): Promise<{ isDone: true; result: Result } | { isDone: false; error: unknown }> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return { isDone: true, result };
  } catch (error) {
    if (isConflict(error)) throw error;
    await sql`rollback to savepoint part`.execute(tx);
    return { isDone: false, error };
  }
}

/** The state of each pool of this process: connections open, at most, and who waits for one. None while the database is closed. */
export function poolStandings() {
  if (!opened) return [];
  const { people, staff, payments, jobs } = opened;
  return Object.entries({ people, staff, payments, jobs }).flatMap(([lane, { pool, readers }]) =>
    Object.entries({ write: pool, read: readers }).map(([kind, of]) => ({
      lane,
      kind,
      open: of.totalCount,
      most: of.options.max,
      waiting: of.waitingCount,
    })),
  );
}

/** Milliseconds that the database has to say that it is ready. */
const readyMs = 1500;

/**
 * Whether every pool gives a connection that answers now, and what is written would be kept; says so within two seconds. A pool that has no
 * connection to spare, or no answer in time, because it is busy with others is as ready as it can be.
 */
export async function isDatabaseReady(): Promise<boolean> {
  const all = everything();
  if (all.silence.isSilent()) return false;
  const isWritable = `select 1 where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`;
  const ask = async (pool: Pool, question: string): Promise<boolean> => {
    const isHeard = all.silence.listenOn(pool);
    const answer = pool.query(question).then(
      ({ rows }) => {
        if (rows.length === 0) leaveReadOnly();
        return rows.length === 1;
      },
      () => false,
    );
    const isReady = await Promise.race([answer, pause(readyMs, null, { ref: false })]);
    return isReady ?? isHeard();
  };
  const answers = await Promise.all([
    ...writersOf(all).map((pool) => ask(pool, isWritable)),
    ...lanesOf(all).map(({ readers }) => ask(readers, 'select 1')),
  ]);
  return !answers.includes(false);
}

/** Connections that may write are made again; with several hosts another one may be the one to write to by now. */
function leaveReadOnly(): void {
  const all = everything();
  all.silence.hangUp(leaveHost(all.url) ? poolsOf(all) : writersOf(all));
}

function everything(): Opened {
  if (!opened) throw new Error('The database is not open.');
  return opened;
}

function open(lane = currentLane()): Pools {
  return everything()[lane];
}

/** A deadlock is always a fault: locks are taken in one order (ARCHITECTURE.md). Its line names what the transaction had asked. */
function noteConflict(error: unknown): void {
  const code = codeOf(error);
  conflicts.inc({ code });
  if (code === '40P01') logError('deadlock', error, { statements: statementsBefore(error) });
}
