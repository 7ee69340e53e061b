import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import type { Client } from 'pg';
import { createClient, createPool } from '#platform/database-connection';
import { codeOf } from '#platform/database-errors';
import { Advice } from '#platform/errors';

type Migration = { name: string; text: string; sha256: string };

type Waiting = {
  /** Seconds to wait for a database that does not answer yet; the default is none. */
  waitSeconds?: number;
  /** Told once when that begins, and when a migration begins to wait for its locks. */
  say?: (line: string) => void;
};

/** The first line of a migration of which each statement stands for itself, as `create index concurrently` has to. */
const apart = /^-- outside a transaction\b/;

/** Tries to get the locks of a migration, with a second of waiting and growing pauses each: about three minutes. */
const mostTries = 60;

/** Where the product's migrations lie. */
export const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** A migration that cannot be run or was changed after it ran; one line for a person. */
export class MigrationError extends Advice {
  override readonly name = 'MigrationError';
}

/**
 * Brings the database at `url` up to date: each numbered file of `folder` once, in its own transaction, forward only; then
 * the job queue's own tables. Two starters at once run one after the other (a lock row). A lock is waited for one second at a
 * time, since everybody else waits behind who waits. A database one step ahead is run on as it is (decision 0033).
 * @returns the names of the files that ran.
 * @throws MigrationError when the database cannot be reached, a file that already ran was edited, it is more than a step ahead, its locks
 * cannot be had, or the SQL fails.
 */
export async function migrate(url: string, folder = migrationsFolder, waiting: Waiting = {}): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await connect(url, waiting);
  try {
    await prepare(client);
    const ran: string[] = [];
    for (const migration of migrations)
      if (await withPatience(migration, waiting, () => runOnce(client, migration, migrations)))
        ran.push(migration.name);
    return ran;
  } finally {
    await client.end();
  }
}

/** The job queue's tables (schema graphile_worker). */
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

/** Waits for the locks of a migration as often as it takes, leaving room for everybody else between two tries. */
async function withPatience<Result>(
  { name }: Migration,
  { say }: Waiting,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof MigrationError || codeOf(error) !== '55P03') throw error;
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

/** PostgreSQL's "if not exists" is no guard against another starter in the same moment: the loser looks again. */
async function prepare(client: Client): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`
        create table if not exists migration (name text primary key, sha256 text not null, ran_at timestamptz not null);
        create table if not exists migration_lock (only_row boolean primary key default true check (only_row));
        insert into migration_lock values (true) on conflict do nothing;
      `);
      return;
    } catch (error) {
      // The other's row of the catalogue is met unwritten (23505), as a type (42710) or as a table (42P07).
      if (!['23505', '42710', '42P07'].includes(codeOf(error)) || tries === 5) throw error;
    }
  }
}

async function runOnce(client: Client, migration: Migration, all: readonly Migration[]): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '1s'`);
    await client.query('select from migration_lock for no key update');
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration');
    refuseEdited(rows, all);
    const isNew = !rows.some((row) => row.name === migration.name);
    const standsApart = apart.test(migration.text);
    if (isNew && !standsApart) {
      await client.query(migration.text);
      await note(client, migration);
    }
    await client.query('commit');
    if (isNew && standsApart) await runApart(client, migration);
    return isNew;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (error instanceof MigrationError || codeOf(error) === '55P03') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const advice = codeOf(error) === '53100' ? '. Free space on the disk of the database, then start again' : '';
    throw new MigrationError(`Migration ${migration.name} failed: ${reason}${advice}`, { cause: error });
  }
}

/** Each statement by itself; cut off in the middle it is run again from the first, so each has to bear that. */
async function runApart(client: Client, migration: Migration): Promise<void> {
  for (const statement of migration.text.split(/;\s*$/m)) if (statement.trim() !== '') await client.query(statement);
  await note(client, migration);
}

async function note(client: Client, { name, sha256 }: Migration): Promise<void> {
  await client.query('insert into migration values ($1, $2, clock_timestamp()) on conflict do nothing', [name, sha256]);
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
