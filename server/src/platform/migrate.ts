import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { Client, Pool } from 'pg';

type Migration = { name: string; text: string; sha256: string };

/** Where the product's migrations lie. */
export const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** A migration that cannot be run or was changed after it ran; one line for a person. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Brings the database at `url` up to date: each numbered file of `folder` once, in its own transaction, forward only; then
 * the job queue's own tables. Two starters at once run one after the other (a lock row).
 * @returns the names of the files that ran.
 * @throws MigrationError when the database cannot be reached, a file that already ran was edited or has disappeared, or the
 * SQL fails.
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new Client({ connectionString: url, options: '-c timezone=UTC' });
  client.on('error', () => undefined);
  await connect(client);
  try {
    await prepare(client);
    const ran: string[] = [];
    for (const migration of migrations) if (await runOnce(client, migration, migrations)) ran.push(migration.name);
    return ran;
  } finally {
    await client.end();
  }
}

/** The job queue's tables (schema graphile_worker). */
export async function migrateJobs(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** The reason is the database's own sentence or, where nobody answers, the system's code: neither holds the password. */
async function connect(client: Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = error instanceof Error && error.message !== '' ? error.message : code;
    throw new MigrationError(
      `The database at ${client.host}:${client.port} cannot be used: ${reason}. Check DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1)
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
      const isRace = error instanceof Error && 'code' in error && (error.code === '23505' || error.code === '42P07');
      if (!isRace || tries === 5) throw error;
    }
  }
}

async function runOnce(client: Client, migration: Migration, all: readonly Migration[]): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query('select from migration_lock for update');
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration');
    refuseEdited(rows, all);
    const isNew = !rows.some((row) => row.name === migration.name);
    if (isNew) {
      await client.query(migration.text);
      await client.query('insert into migration values ($1, $2, clock_timestamp())', [
        migration.name,
        migration.sha256,
      ]);
    }
    await client.query('commit');
    return isNew;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof MigrationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

function refuseEdited(ran: readonly { name: string; sha256: string }[], all: readonly Migration[]): void {
  for (const { name, sha256 } of ran) {
    const file = all.find((migration) => migration.name === name);
    if (!file)
      throw new MigrationError(
        `The database has run ${name}, which this version does not have. Start the newer version.`,
      );
    if (file.sha256 !== sha256) {
      throw new MigrationError(
        `Migration ${name} was edited after it ran. Restore the file and write a new migration instead.`,
      );
    }
  }
}
