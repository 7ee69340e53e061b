import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
// Restoring ends orders, and their bookings with them: app.ts says who follows whom.
import './app.ts';
import { restoreBackup } from '#privacy/backup';
import { runCommand } from '#platform/command';
import { readConfig } from '#platform/config';
import { Advice } from '#platform/errors';
import { openSettings } from '#platform/settings';
import { openVault } from '#platform/vault';

const usage = 'Usage: npm run restore -- <folder of a backup> [--journal <folder> | --without-journal]';

// `npm run restore -- <folder>`: fills an empty database from a backup and forgets again whom the journal of erasures names. Exit code 1: nothing
// was restored. 2: it was, and the doctor finds something wrong with it.
await runCommand(async (open) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { journal: { type: 'string' }, 'without-journal': { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Advice(usage);
  if (values.journal !== undefined && values['without-journal']) throw new Advice(usage);
  const config = readConfig(process.env);
  openSettings(config);
  openVault(config.secrets);
  const journal = values['without-journal']
    ? 'none'
    : { folder: values.journal === undefined ? null : resolve(values.journal) };
  const say = (line: string) => console.log(line);
  const { madeAt, tables, forgottenAgain, findings } = await restoreBackup({
    openUrl: async () => (await open({ whenRunning: 'refuse', onProgress: say })).url,
    folder: resolve(folder),
    journal,
    say,
  });
  console.log(`Restored ${tables} tables as they were at ${madeAt}; ${forgottenAgain} erasures since were done again.`);
  for (const line of findings) console.log(line);
  if (findings.length === 0) console.log('Healthy: books, history, audit chain, migrations, calendar, jobs and keys.');
  else process.exitCode = 2;
});
