import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { makeBackup } from '#backup';
import { readConfig } from '#platform/config';
import { closeDatabase, openDatabase } from '#platform/database';
import { startEmbeddedDatabase } from '#platform/embedded-database';
import { openSettings } from '#platform/settings';
import { openVault } from '#platform/vault';

// `npm run backup -- <folder>`: copies the database of DATABASE_URL, or the embedded one, and its files into an empty folder, while the server
// may run. Exit code 1: there is no backup. 2: it is complete but for files that the store has lost.
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error('Usage: npm run backup -- <empty folder>');
  const config = readConfig(process.env);
  openSettings(config);
  openVault(config.secrets);
  const embedded = config.databaseUrl === null ? await startEmbeddedDatabase(config.dataDir) : null;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  openDatabase(url, { connections: 2 });
  try {
    const made = await makeBackup(url, resolve(folder), (line) => console.log(line));
    const { tables, rows, files, missing } = made;
    console.log(`Backed up ${rows} rows of ${tables} tables and ${files} files into ${resolve(folder)}.`);
    console.log('The keys are not in it: keep FIELD_KEYS, INDEX_KEY and CSRF_KEY (or secrets.json) apart from it.');
    for (const key of missing) console.error(`The store has lost the file ${key}.`);
    if (missing.length > 0) process.exitCode = 2;
  } finally {
    await closeDatabase();
    if (embedded?.isOurs) await embedded.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
