import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import { databaseTypes } from '#platform/database-values';
import { Refusal } from '#platform/errors';
import { logError } from '#platform/log';
import type { Database } from '#platform/tables/index';

/** The open transaction that every command and query receives. */
export type Tx = Transaction<Database>;

type Opened = { pool: Pool; kysely: Kysely<Database>; readers: Pool; readings: Kysely<Database> };

let opened: Opened | null = null;
let commits = 0;

/** Set on every connection; a row lock is waited for 3 s at most (C4). Direct connections only, no transaction pooler. */
const connectionSettings = [
  '-c timezone=UTC',
  '-c lock_timeout=3000',
  '-c statement_timeout=15000',
  '-c idle_in_transaction_session_timeout=30000',
].join(' ');

/** Readers hold a connection for a few milliseconds; writers may wait for a row. */
const mostReaders = 6;

/** Connects lazily to the database at `url` (TCP or `?host=/socket/directory`). Once per process. */
export function openDatabase(url: string, { connections = 10 }: { connections?: number } = {}): void {
  if (opened) throw new Error('The database is already open.');
  const pool = connectionsTo(url, connections, connectionSettings);
  const readers = connectionsTo(
    url,
    Math.min(connections, mostReaders),
    `${connectionSettings} -c default_transaction_read_only=on`,
  );
  opened = { pool, kysely: queriesOn(pool), readers, readings: queriesOn(readers) };
}

function connectionsTo(url: string, max: number, settings: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    options: settings,
    types: databaseTypes,
    connectionTimeoutMillis: 5000,
    application_name: 'examport',
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', (error) => logError('database connection lost', error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function queriesOn(pool: Pool): Kysely<Database> {
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => withNamedStatements(await pool.connect()),
      end: () => pool.end(),
    },
  });
  return new Kysely<Database>({ dialect });
}

/** Waits for open transactions and disconnects. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = null;
  await Promise.all([closing?.pool.end(), closing?.readers.end()]);
}

/** The pool under it all, for the worker, the limits and the health check; domains use `inTransaction` and `reading`. */
export function databasePool(): Pool {
  return open().pool;
}

/**
 * Runs one business act in one transaction (read committed). It is run again when PostgreSQL resolves a conflict against it
 * (40001, 40P01), so `work` must do nothing but database work.
 * @throws Refusal BUSY (503 with Retry-After) when a lock is not free within 3 s or the database is away.
 */
export async function inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await committing(async () => await open().kysely.transaction().execute(work));
}

/**
 * The same for an act of one statement: PostgreSQL makes a transaction of it by itself, which spares two round trips.
 * @returns its rows.
 * @throws Refusal BUSY as `inTransaction` does.
 */
export async function inStatement<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
  return await committing(async () => (await statement.execute(open().kysely)).rows);
}

async function committing<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await act();
      commits += 1;
      return result;
    } catch (error) {
      if (!isConflict(error) || attempt === 5) throw asBusy(error);
      await pause(attempt * 10);
    }
  }
}

/**
 * Runs queries that must not write: PostgreSQL refuses any change. Each sees what was committed when it began, as in a
 * transaction of ours, so none is opened around them: that spares two round trips. @throws Refusal BUSY when the database is away.
 */
export async function reading<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    // Queries need a connection; the type of an open transaction keeps writers from being handed one without.
    return await open()
      .readings.connection()
      .execute((connection) => work(connection as Tx));
  } catch (error) {
    throw asBusy(error);
  }
}

/**
 * The same for one query: without holding a connection for those that follow.
 * @returns its rows.
 * @throws Refusal BUSY when the database is away.
 */
export async function readingRows<Row>(query: RawBuilder<Row>): Promise<Row[]> {
  try {
    return (await query.execute(open().readings)).rows;
  } catch (error) {
    throw asBusy(error);
  }
}

/** How many transactions this process has committed: what was read before the last one may be out of date. */
export function commitCount(): number {
  return commits;
}

/**
 * Does a part of a transaction that may fail by itself: what it wrote is then undone and the rest goes on.
 * @returns what `work` gave, or the error it failed with.
 * @throws a conflict (40001, 40P01), for which the whole transaction is run again.
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

/** Whether the database answers now. */
export async function isDatabaseReady(): Promise<boolean> {
  try {
    await open().pool.query('select 1');
    return true;
  } catch {
    return false;
  }
}

function open(): Opened {
  if (!opened) throw new Error('The database is not open.');
  return opened;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** Lock and statement timeouts, too many connections, a server that stops, and a server that is not there. */
const busyCodes =
  /^(55P03|57014|25P03|40001|40P01|53\d{3}|57P0[1-4]|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

/** What a row of an account that was closed a moment ago is refused with; its sessions have ended. */
const closedAccountCode = 'XA001';

function asBusy(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (codeOf(error) === closedAccountCode) return new Refusal('UNAUTHENTICATED');
  const isAway =
    error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
  if (!isAway && !busyCodes.test(codeOf(error))) return error;
  logError('database busy', error);
  return new Refusal('BUSY');
}

const names = new Map<string, string>();

/** Prepared once per connection and text; statements of unbounded variety (long IN lists) stay unnamed. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (text.length > 5000 || names.size > 2000) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** The same connection, but each query with parameters is a prepared statement named by its text. */
function withNamedStatements(client: PoolClient): PoolClient {
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') {
        return (text: string, values: unknown[] = []) =>
          values.length > 0 ? target.query({ name: nameOf(text), text, values }) : target.query(text);
      }
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
