import { parseArgs } from 'node:util';
import { checkEmail } from '@exam/contract/rules';
import { closeDatabase, inTransaction, openDatabase } from '#platform/database';
import { runCommand } from '#platform/command';
import { Advice } from '#platform/errors';
import { checkKnownKeys } from '#platform/vault/known-keys';
import { migrate, migrateJobs } from '#platform/database/migrate';
import { openVault } from '#platform/vault';
import { createFirstAdministrator } from '#people/staff';

/**
 * `npm run first-administrator -- --email a@b.cn --name "Wang Min"`: the way into a console that has nobody. It prints the link by
 * which this person chooses a password and sets up an authenticator; it works once and for three days.
 */
await runCommand(async (open) => {
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } });
  const checked = checkEmail(values.email ?? '');
  const name = (values.name ?? '').trim();
  if (!checked.ok || name === '' || name.length > 80)
    throw new Advice('Usage: npm run first-administrator -- --email <address> --name <name>');
  const { config, url } = await open();
  await migrate(url);
  await migrateJobs(url);
  openVault(config.secrets);
  openDatabase(url);
  try {
    await checkKnownKeys();
    const path = await inTransaction((tx) =>
      createFirstAdministrator(tx, { name, email: checked.email, language: 'zh' }),
    );
    if (path === null) throw new Advice('The console has staff already. Its administrators invite further people.');
    console.log(`${name} can set up their access, once and within three days, at\n${config.consoleUrl}${path}`);
  } finally {
    await closeDatabase();
  }
});
