import { readConfig } from '#platform/config';
import { startEmbeddedDatabase } from '#platform/embedded-database';
import { migrate, migrateJobs } from '#platform/migrate';

// `npm run migrate`: brings the database of DATABASE_URL, or the embedded one of DATA_DIR, up to date.
try {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl === null ? await startEmbeddedDatabase(config.dataDir) : null;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  const ran = await migrate(url);
  await migrateJobs(url);
  await embedded?.stop();
  console.log(ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.join(', ')}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
