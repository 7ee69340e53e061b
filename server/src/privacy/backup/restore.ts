import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import { createPool } from '#platform/database/connection';
import { examine } from '#privacy/doctor';
import { createFolderStore, fileStore } from '#office/files';
import type { Tx } from '#platform/database';
import { openIndex } from '#platform/vault/open-index';
import { databaseTypes } from '#platform/database/values';
import { migrate, migrateJobs } from '#platform/database/migrate';
import type { Database } from '#platform/tables/index';
import { checkEmpty, checkFolder, checkKeys, checkVersion, fileLines } from './check.ts';
import { type Erased, journalStore, readJournal } from './journal.ts';
import { loadTables } from './load.ts';
import { takeRestoredNoticesOver } from '#privacy/rights';
import { forgetCases } from '#people/guardians';
import { BackupError, filePath, type Manifest, readManifest } from './manifest.ts';
import { saying, type Say } from './progress.ts';
import { replay } from './replay.ts';

type Asked = {
  /** Opened once the backup was found good: nothing is begun for a bad one. */
  openUrl: () => Promise<string>;
  folder: string;
  /** The folder of the journal of erasures; null: where this installation keeps it; none: people erased since come back. */
  journal: { folder: string | null } | 'none';
  say: Say;
};

/** What was restored. `findings`: what the doctor says of it, nothing when all is well. */
export type Restored = { madeAt: string; tables: number; forgottenAgain: number; findings: string[] };

/**
 * Fills an empty database from a backup, forgets again whom the journal of erasures names, puts the files into the store and looks the whole
 * over. All of it or nothing: it is one transaction. The vault and the settings are open.
 * @throws BackupError in one line for a backup that is incomplete, damaged or of another version, for missing keys, a missing or damaged journal,
 *   or a database that is not empty.
 */
export async function restoreBackup({ openUrl, folder, journal, say }: Asked): Promise<Restored> {
  const manifest = await readManifest(folder);
  checkVersion(manifest);
  checkKeys(manifest);
  const erased = await erasedSince(manifest, journal, say);
  say(`Checking the backup of ${manifest.madeAt}`);
  await checkFolder(folder, manifest, say);
  const url = await openUrl();
  await migrate(url);
  await migrateJobs(url);
  say(`Loading ${manifest.tables.length} tables`);
  const forgottenAgain = await inOneTransaction(url, async (client, tx) => {
    await checkEmpty(client);
    await loadTables(client, folder, manifest, say);
    await openIndex(tx);
    await takeRestoredNoticesOver(tx);
    const count = await replay(tx, erased);
    await forgetCases(tx, { isAlone: true });
    await putFiles(client, folder, say);
    return count;
  });
  say('Looking it over');
  const findings = await examine(url);
  return { madeAt: manifest.madeAt, tables: manifest.tables.length, forgottenAgain, findings };
}

async function erasedSince(manifest: Manifest, journal: Asked['journal'], say: Say): Promise<Erased[]> {
  if (journal === 'none') return [];
  const store = journal.folder === null ? journalStore() : createFolderStore(journal.folder);
  const read = await readJournal(store, manifest.madeAt);
  if (read === null)
    throw new BackupError(
      'There is no journal of erasures: whoever was erased after the backup would come back. Name its folder with --journal <folder>, or say --without-journal.',
    );
  if (read.writtenAt < manifest.madeAt)
    throw new BackupError(
      `The journal of erasures ends before the backup was made (${read.writtenAt}): it is not the one of this database. Name its folder with --journal <folder>, or say --without-journal.`,
    );
  say(`The journal of erasures reaches to ${read.writtenAt}`);
  return read.erased;
}

/** A connection of our own, without the server's short timeouts, on which both the driver and the query builder work. */
async function inOneTransaction<Result>(
  url: string,
  work: (client: PoolClient, tx: Tx) => Promise<Result>,
): Promise<Result> {
  const options = '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=10000';
  const pool = createPool(url, { max: 1, options, types: databaseTypes });
  const client = await pool.connect();
  const shared = {
    query: client.query.bind(client),
    release: () => undefined,
  };
  const kysely = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: async () => shared, end: async () => undefined },
    }),
  });
  try {
    return await kysely.transaction().execute((tx) => work(client, tx));
  } finally {
    client.release();
    await pool.end();
  }
}

/** The bytes of every file that still has a row; the row of one that was forgotten while the backup ran goes too. */
async function putFiles(client: PoolClient, folder: string, say: Say): Promise<void> {
  const store = fileStore();
  const progress = saying(say);
  let count = 0;
  for await (const { key, state } of fileLines(folder)) {
    const { rowCount } = await client.query('select from file where storage_key = $1', [key]);
    if (state === 'gone') await client.query('delete from file where storage_key = $1', [key]);
    else if (state === 'kept' && rowCount !== 0) await store.put(key, await readFile(join(folder, filePath(key))));
    count += 1;
    progress(`${count} files`);
  }
}
