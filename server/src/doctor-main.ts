import { examine } from '#privacy/doctor';
import { runCommand } from '#platform/command';
import { openVault } from '#platform/vault';

// `npm run doctor`: one line for each broken invariant of the database of DATABASE_URL, or of the embedded one; exit code 1.
await runCommand(async (open) => {
  const { config, url } = await open();
  openVault(config.secrets);
  const lines = await examine(url);
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log('Healthy: books, history, audit chain, migrations, calendar, jobs and keys.');
  else process.exitCode = 1;
});
