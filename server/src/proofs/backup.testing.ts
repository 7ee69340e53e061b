import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { expect } from 'vitest';
import { restoreBackup } from '#privacy/backup';
import { closeDatabase, databasePool, openDatabase } from '#platform/database';
import { openSettings, settings } from '#platform/settings';
import { testEnvironment } from '#platform/testing/config';
import { createTestDatabase, databaseUrlOf } from '#platform/testing/database';

/** Where a database is for the time of a test: its address, and the folder of its files. */
export type Stand = { url: string; dataDir: string };

/** Gives the opened database a folder of its own for files and journal. */
export async function standOfWorld(room: string): Promise<Stand> {
  const dataDir = join(room, 'data');
  openSettings({ ...settings(), dataDir });
  const { rows } = await databasePool().query<{ name: string }>('select current_database() as name');
  return { url: databaseUrlOf(rows[0]?.name ?? ''), dataDir };
}

/** A folder for backups and files of one test file. */
export function makeRoom(): string {
  return mkdtempSync(join(tmpdir(), 'examport-backup-'));
}

/** Does something while another database and another folder are the open ones. */
export async function standingAt<Result>(stand: Stand, work: () => Promise<Result>): Promise<Result> {
  const before = settings();
  const { rows } = await databasePool().query<{ name: string }>('select current_database() as name');
  await closeDatabase();
  openDatabase(stand.url, { connections: 3 });
  openSettings({ ...before, dataDir: stand.dataDir });
  try {
    return await work();
  } finally {
    await closeDatabase();
    openDatabase(databaseUrlOf(rows[0]?.name ?? ''), { connections: 5 });
    openSettings(before);
  }
}

/**
 * Restores a backup into a new database and a new folder, with the journal of where it came from, and hands it over. The database is one
 * that was migrated and left empty: that a restore makes the tables itself is shown by the command.
 * @param given.journal `none`: as if the journal were lost and that was accepted.
 */
export async function restored<Result>(
  given: { folder: string; from: Stand; room: string; journal?: 'none' },
  work: (result: Awaited<ReturnType<typeof restoreBackup>>, stand: Stand) => Promise<Result>,
): Promise<Result> {
  const empty = await createTestDatabase();
  const before = settings();
  const stand = { url: empty.url, dataDir: makeRoom() };
  openSettings({ ...before, dataDir: stand.dataDir });
  try {
    const journal = given.journal ?? { folder: join(given.from.dataDir, 'files') };
    const openUrl = async () => empty.url;
    const result = await restoreBackup({ openUrl, folder: given.folder, journal, say: () => undefined });
    openSettings(before);
    return await work(result, stand);
  } finally {
    openSettings(before);
    await empty.drop();
    rmSync(stand.dataDir, { recursive: true, force: true });
  }
}

/** Runs a program of the server as an operator does, at a database and a folder. @returns its exit code, and what it said or complained of. */
export async function runProgram(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ...testEnvironment, ...environment };
  return await promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', file), ...args], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

/** The same restore by the command, in a process that knows nothing of this one. */
export async function restoredByCommand<Result>(
  given: { folder: string; from: Stand },
  work: (stand: Stand) => Promise<Result>,
): Promise<{ said: Awaited<ReturnType<typeof runProgram>>; found: Result }> {
  const empty = await createTestDatabase();
  const stand = { url: empty.url, dataDir: makeRoom() };
  try {
    const said = await runProgram('restore-main.ts', [given.folder, '--journal', join(given.from.dataDir, 'files')], {
      DATABASE_URL: stand.url,
      DATA_DIR: stand.dataDir,
    });
    return { said, found: await work(stand) };
  } finally {
    await empty.drop();
    rmSync(stand.dataDir, { recursive: true, force: true });
  }
}

/** Every table of a database, ours and the job queue's, as a sum over its rows; but those that say when a migration ran. */
export async function sumsOf(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')
         and schemaname || '.' || tablename not in ('public.migration', 'graphile_worker.migrations') order by 1`,
    );
    const sums: Record<string, string> = {};
    for (const { name } of rows) {
      const sum = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      );
      sums[name] = sum.rows[0]?.sum ?? '';
    }
    expect(Object.keys(sums).length).toBeGreaterThan(100);
    return sums;
  } finally {
    await client.end();
  }
}
