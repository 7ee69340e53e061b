import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import type { Client } from 'pg';
import { createClient, createPool } from '#platform/database/connection';
import { codeOf } from '#platform/database/errors';
import { Advice } from '#platform/errors';

type Migration = { name: string; text: string; sha256: string };

type Waiting = {
  /** Seconds to wait for a database that does not answer yet; the default is none. */
  waitSeconds?: number;
  /** Seconds to wait while somebody else migrates; the default is ten minutes. */
  turnSeconds?: number;
  /** Told once when one of these begins, and when a migration begins to wait for its locks. */
  say?: (line: string) => void;
};

/** The first line of a migration of which each statement stands for itself, as `create index concurrently` has to. */
const apart = /^-- outside a transaction\b/;

/** Tries to get the locks of a migration, with a second of waiting and growing pauses each: about three minutes. */
const mostTries = 60;

/** The lock of who migrates: of its connection, so it ends with that, and is held between transactions too. */
const turn = `hashtextextended('migrations', 0)`;

/** Where the product's migrations lie. */
export const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** A migration that cannot be run or was changed after it ran; one line for a person. */
export class MigrationError extends Advice {
  override readonly name = 'MigrationError';
}

/**
 * Brings the database at `url` up to date: each numbered file of `folder` once, in its own transaction, forward only. Starters at once run one
 * after the other; one that finds all its files run waits for nobody, so a version also starts while the next one migrates. A version from
 * before this lock took a row of `migration_lock` instead: the two need not keep each other out, since all that it has ran before the next one
 * came, and with nothing to run it only reads. A table's lock is waited for one second at a time, since everybody else waits behind who waits. A
 * database one step ahead is run on as it is (decision 0033).
 * @returns the names of the files that ran.
 * @throws MigrationError when the database cannot be reached, a file that already ran was edited, it is more than a step ahead, somebody else
 * migrates without end, its locks cannot be had, or the SQL fails.
 */
export async function migrate(url: string, folder = migrationsFolder, waiting: Waiting = {}): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await connect(url, waiting);
  try {
    if (!(await isOurTurn(client, migrations, waiting))) return [];
    await prepare(client);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) await withPatience(migration, waiting, () => runOnce(client, migration));
    // The end of the connection gives the lock back too, but a moment after we know of it.
    await client.query(`select pg_advisory_unlock(${turn})`);
    return pending.map(({ name }) => name);
  } catch (error) {
    throw error instanceof MigrationError ? error : unusable(client, error);
  } finally {
    await client.end();
  }
}

/** The job queue's tables (schema graphile_worker). It keeps starters at once apart itself: each step is a transaction that begins with its row. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 });
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** @throws MigrationError, one line, when the database at `url` cannot be reached. */
export async function checkDatabase(url: string): Promise<void> {
  const client = await connect(url, {});
  await client.end();
}

async function connect(url: string, { waitSeconds = 0, say }: Waiting): Promise<Client> {
  const deadline = performance.now() + waitSeconds * 1000;
  for (let tries = 1; ; tries++) {
    const client = createClient(url, { options: '-c timezone=UTC', connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isNotThereYet(error) || performance.now() > deadline) throw unusable(client, error);
      if (tries === 1) say?.(`${unusable(client, error).message} Waiting up to ${waitSeconds} s for it.`);
      await pause(500);
    }
  }
}

/** The reason is the database's own sentence or, where nobody answers, the system's code: neither holds the password. */
function unusable(client: Client, error: unknown): MigrationError {
  const reason = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
  return new MigrationError(
    `The database at ${client.host}:${client.port} cannot be used: ${reason}. Check DATABASE_URL.`,
    { cause: error },
  );
}

/** Nobody answers, or only to say that it is about to; a wrong name or password does not mend itself. */
function isNotThereYet(error: unknown): boolean {
  const isSilent = error instanceof Error && /^timeout expired$|Connection terminated/.test(error.message);
  return isSilent || /^(57P03|53300|ECONN\w+|ENOENT|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)$/.test(codeOf(error));
}

/**
 * Waits until nobody else migrates, by asking again: a statement that waits has a snapshot, for which the other's `concurrently` would wait in turn.
 * @returns whether the lock is ours; not, when every file has run.
 */
async function isOurTurn(
  client: Client,
  all: readonly Migration[],
  { turnSeconds = 600, say }: Waiting,
): Promise<boolean> {
  const deadline = performance.now() + turnSeconds * 1000;
  for (let tries = 1; ; tries++) {
    if ((await pendingOf(client, all)).length === 0) return false;
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${turn}) as "isOurs"`);
    if (rows[0]?.isOurs) return true;
    if (performance.now() > deadline) {
      throw new MigrationError(
        'Another program has been migrating this database all the while. Let it finish, or end it, then start again.',
      );
    }
    if (tries === 1) say?.(`Another program migrates this database. Waiting up to ${turnSeconds} s for it.`);
    await pause(Math.min(tries * 100, 1000));
  }
}

/** The files that have not run yet. @throws MigrationError when those that ran are not ours. */
async function pendingOf(client: Client, all: readonly Migration[]): Promise<Migration[]> {
  const { rows: known } = await client.query(`select where to_regclass('migration') is not null`);
  if (known.length === 0) return [...all];
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration');
  refuseEdited(rows, all);
  return all.filter(({ name }) => !rows.some((row) => row.name === name));
}

/** Waits for the locks of a migration as often as it takes, leaving room for everybody else between two tries. */
async function withPatience({ name }: Migration, { say }: Waiting, run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (codeOf(error) !== '55P03') throw error;
      if (tries === mostTries) {
        throw new MigrationError(
          `Migration ${name} could not lock its tables: something has held them for minutes (a long transaction, as of a backup). End it, then start again.`,
        );
      }
      if (tries === 1) say?.(`Migration ${name} waits for its tables: something holds them.`);
      await pause(Math.min(tries * 100, 2000));
    }
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((name, index) => {
    if (numberOf(name) !== index + 1)
      throw new MigrationError(`Migration ${name} is out of order: number ${index + 1} is expected.`);
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}

/** The table of what ran, and that of the lock as it was before: it is named (decision 0046), and the version before makes it anyway. */
async function prepare(client: Client): Promise<void> {
  await client.query(`
    create table if not exists migration (name text primary key, sha256 text not null, ran_at timestamptz not null);
    create table if not exists migration_lock (only_row boolean primary key default true check (only_row));
  `);
}

/** @throws the database's own error when a lock was not to be had; nothing is done then, or only what runs apart. */
async function runOnce(client: Client, migration: Migration): Promise<void> {
  try {
    if (apart.test(migration.text)) await runApart(client, migration);
    else await runWhole(client, migration);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (codeOf(error) === '55P03') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const advice = codeOf(error) === '53100' ? '. Free space on the disk of the database, then start again' : '';
    throw new MigrationError(`Migration ${migration.name} failed: ${reason}${advice}`, { cause: error });
  }
}

async function runWhole(client: Client, migration: Migration): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '1s'`);
  await client.query(migration.text);
  await note(client, migration);
  await client.query('commit');
}

/** Each statement by itself; cut off in the middle it is run again from the first, so each has to bear that. */
async function runApart(client: Client, migration: Migration): Promise<void> {
  for (const statement of migration.text.split(/;\s*$/m)) if (statement.trim() !== '') await client.query(statement);
  await note(client, migration);
}

async function note(client: Client, { name, sha256 }: Migration): Promise<void> {
  await client.query('insert into migration values ($1, $2, clock_timestamp())', [name, sha256]);
}

function refuseEdited(ran: readonly { name: string; sha256: string }[], all: readonly Migration[]): void {
  const later = ran.map(({ name }) => name).filter((name) => !all.some((migration) => migration.name === name));
  const next = Math.max(0, ...all.map(({ name }) => numberOf(name))) + 1;
  const tooLate = later.find((name) => numberOf(name) !== next);
  if (tooLate !== undefined) {
    throw new MigrationError(
      `The database has run ${tooLate}, which this version does not have. Start the newer version.`,
    );
  }
  for (const { name, sha256 } of ran) {
    const file = all.find((migration) => migration.name === name);
    if (file && file.sha256 !== sha256) {
      throw new MigrationError(
        `Migration ${name} was edited after it ran. Restore the file and write a new migration instead.`,
      );
    }
  }
}

function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}
