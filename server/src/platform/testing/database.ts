import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { Pool } from 'pg';
import { randomCode } from '#platform/chance';
import { closeDatabase, databasePool, openDatabase } from '#platform/database';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; the migrated template is the database `template_examport`. */
    databaseUrl: string;
  }
}

/** The same server, another database. */
export function databaseUrlOf(name: string): string {
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

/** A database of a test file: its name, its address, and its end. */
export type TestDatabase = { name: string; url: string; drop: () => Promise<void> };

/** A database of this test file's own, cloned from the migrated template, from nothing, or from another one that nobody has open. */
export async function createTestDatabase(template = 'template_examport'): Promise<TestDatabase> {
  const name = `test_${randomCode(12).toLowerCase()}`;
  // Copying the files takes half of what writing them through the log does.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  return {
    name,
    url: databaseUrlOf(name),
    drop: async () => {
      const deadlocks = await deadlocksOf(name);
      await administer(`drop database if exists ${name} with (force)`);
      if (deadlocks > 0 && !isDeadlockPlanted)
        throw new Error(`PostgreSQL counted ${deadlocks} deadlocks.\n${await deadlocksTold(name)}`);
    },
  };
}

/** Has the statements of a database planned as the product's are, for tests that look at plans. Before the first connection to it. */
export async function planAsProduct({ name }: TestDatabase): Promise<void> {
  await administer(`alter database ${name} set plan_cache_mode = auto`);
}

let isDeadlockPlanted = false;

/** Says that a test of this file makes a deadlock on purpose; everywhere else one is a fault. */
export function plantDeadlock(): void {
  isDeadlockPlanted = true;
}

/** What PostgreSQL counted in a database; its connections report when they end. */
async function deadlocksOf(name: string): Promise<number> {
  const [row] = await administer(`
    do $$ begin
      for tried in 1..100 loop
        exit when not exists (select from pg_stat_activity where datname = '${name}');
        perform pg_sleep(0.02), pg_stat_clear_snapshot();
      end loop;
    end $$;
    select deadlocks::integer as count from pg_stat_database where datname = '${name}'`);
  return row?.count ?? 0;
}

/** What PostgreSQL wrote into its log about the deadlocks in a database: who waited for whom, with which statements. */
async function deadlocksTold(name: string): Promise<string> {
  const [row] = await administer<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const log = readFileSync(join(row?.folder ?? '', '../postgres.log'), 'utf8');
  const entries = log.split(/^(?=\d{4}-)/m).filter((entry) => entry.includes(` ${name} `));
  // The error, and below it its detail, hint, context and statement.
  return entries
    .flatMap((entry, at) => (entry.includes('deadlock detected') ? entries.slice(at, at + 5) : []))
    .join('');
}

/**
 * Opens the platform's database on a fresh clone, or on a database that is there.
 * @returns closes and drops it; for `afterAll`.
 */
export async function openTestDatabase(database?: TestDatabase): Promise<() => Promise<void>> {
  const { url, drop } = database ?? (await createTestDatabase());
  openDatabase(url, { connections: 5 });
  return async () => {
    await closeDatabase();
    await drop();
  };
}

/** How many connections to the open database wait for a lock: who has come to a row that another act holds. */
export async function locksAwaited(): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

/** Runs a statement in the server's own database: what is done to another one from outside. */
export async function administer<Row = { count: number }>(statement: string): Promise<Row[]> {
  administration ??= openAdministration();
  // An array where there are several statements.
  return [await administration.query<Row & {}>(statement)].flat().at(-1)?.rows ?? [];
}

/** This worker's, kept from one file to the next; its connection is made again when it was lost. */
let administration: Pool | null = null;

function openAdministration(): Pool {
  const pool = new Pool({ connectionString: databaseUrlOf('postgres'), max: 1, allowExitOnIdle: true });
  return pool.on('error', () => undefined);
}
