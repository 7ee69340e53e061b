import { chainLines, checkChain } from '#audit';
import { readConfig } from '#platform/config';
import { startEmbeddedDatabase } from '#platform/embedded-database';

// `npm run audit-verify`: walks the audit chain of DATABASE_URL, or of the embedded database; names the first broken entry, exit code 1.
try {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl === null ? await startEmbeddedDatabase(config.dataDir) : null;
  try {
    const check = await checkChain(embedded?.url ?? config.databaseUrl ?? '');
    for (const line of chainLines(check)) console.log(line);
    if (check.first) process.exitCode = 1;
  } finally {
    if (embedded?.isOurs) await embedded.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
