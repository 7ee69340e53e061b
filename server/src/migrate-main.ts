import { runCommand } from '#platform/command';
import { migrate, migrateJobs } from '#platform/database/migrate';

// `npm run migrate`: brings the database of DATABASE_URL, or the embedded one of DATA_DIR, up to date.
await runCommand(async (open) => {
  const { url } = await open();
  const ran = await migrate(url, undefined, { say: console.error });
  await migrateJobs(url);
  console.log(ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.join(', ')}.`);
});
