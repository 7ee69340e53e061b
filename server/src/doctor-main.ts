import { examine } from '#doctor';
import { readConfig } from '#platform/config';
import { startEmbeddedDatabase } from '#platform/embedded-database';
import { openVault } from '#platform/vault';

// `npm run doctor`: one line for each broken invariant of the database of DATABASE_URL, or of the embedded one; exit code 1.
try {
  const config = readConfig(process.env);
  openVault(config.secrets);
  const embedded = config.databaseUrl === null ? await startEmbeddedDatabase(config.dataDir) : null;
  try {
    const lines = await examine(embedded?.url ?? config.databaseUrl ?? '');
    for (const line of lines) console.log(line);
    if (lines.length === 0) console.log('Healthy: books, history, audit chain, migrations, calendar, jobs and keys.');
    else process.exitCode = 1;
  } finally {
    if (embedded?.isOurs) await embedded.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
