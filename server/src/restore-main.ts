import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '#backup';
import { readConfig } from '#platform/config';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#platform/embedded-database';
import { openSettings } from '#platform/settings';
import { openVault } from '#platform/vault';

const usage = 'Usage: npm run restore -- <folder of a backup> [--journal <folder> | --without-journal]';

// `npm run restore -- <folder>`: fills an empty database from a backup and forgets again whom the journal of erasures names. Exit code 1: nothing
// was restored. 2: it was, and the doctor finds something wrong with it.
const started: EmbeddedDatabase[] = [];
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { journal: { type: 'string' }, 'without-journal': { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error(usage);
  if (values.journal !== undefined && values['without-journal']) throw new Error(usage);
  const config = readConfig(process.env);
  openSettings(config);
  openVault(config.secrets);
  const openUrl = async () => {
    if (config.databaseUrl !== null) return config.databaseUrl;
    const embedded = await startEmbeddedDatabase(config.dataDir, { whenRunning: 'refuse', onProgress: console.log });
    started.push(embedded);
    return embedded.url;
  };
  const journal = values['without-journal']
    ? 'none'
    : { folder: values.journal === undefined ? null : resolve(values.journal) };
  const say = (line: string) => console.log(line);
  const { madeAt, tables, forgottenAgain, findings } = await restoreBackup({
    openUrl,
    folder: resolve(folder),
    journal,
    say,
  });
  console.log(`Restored ${tables} tables as they were at ${madeAt}; ${forgottenAgain} erasures since were done again.`);
  for (const line of findings) console.log(line);
  if (findings.length === 0) console.log('Healthy: books, history, audit chain, migrations, calendar, jobs and keys.');
  else process.exitCode = 2;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const embedded of started) await embedded.stop();
}
