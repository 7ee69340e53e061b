import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeBackup } from '#privacy/backup';
import { runCommand } from '#platform/command';
import { closeDatabase, openDatabase } from '#platform/database';
import { Advice } from '#platform/errors';
import { openSettings } from '#platform/settings';
import { openVault } from '#platform/vault';

// `npm run backup -- <folder>`: copies the database of DATABASE_URL, or the embedded one, and its files into an empty folder, while the server
// may run. Exit code 1: there is no backup. 2: it is complete but for files that the store has lost.
await runCommand(async (open) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder = ''] = positionals.map((word) => resolve(word));
  if (positionals.length !== 1) throw new Advice('Usage: npm run backup -- <empty folder>');
  const { config, url } = await open();
  openSettings(config);
  openVault(config.secrets);
  openDatabase(url, { connections: 2 });
  try {
    const { tables, rows, files, missing } = await makeBackup(url, folder, (line) => console.log(line));
    console.log(`Backed up ${rows} rows of ${tables} tables and ${files} files into ${folder}.`);
    console.log('The keys are not in it: keep FIELD_KEYS, INDEX_KEY and CSRF_KEY (or secrets.json) apart from it.');
    for (const key of missing) console.error(`The store has lost the file ${key}.`);
    if (missing.length > 0) process.exitCode = 2;
  } finally {
    await closeDatabase();
  }
});
