import { openLog } from '#platform/log';
import { runCommand } from '#platform/command';
import { ConfigError, readConfig } from '#platform/config';
import { appendFieldKey, renewCsrfKey } from '#platform/config/secrets';
import { closeDatabase, openDatabase } from '#platform/database';
import { checkKnownKeys } from '#platform/vault/known-keys';
import { migrate } from '#platform/database/migrate';
import { rotateKeys } from '#platform/vault/rotate-keys';
import { openSettings } from '#platform/settings';
import { openVault } from '#platform/vault';

// `npm run rotate-keys`: seals every value again with the first of FIELD_KEYS. `-- --new` first makes a new key in the DATA_DIR
// of an embedded set-up, and one for anti-forgery values; where FIELD_KEYS is set, put the new keys in front of the others there.
await runCommand(async (open) => {
  const wantsNew = process.argv.includes('--new');
  if (process.argv.includes('--index'))
    throw new ConfigError([
      'The index key is not rotated: docs/decisions/0017-index-key-stays.md says why, and what to do if it leaked.',
    ]);
  if (wantsNew && process.env['FIELD_KEYS'])
    throw new ConfigError([
      'FIELD_KEYS is set: put the new key in front of the others there, then run this without --new.',
    ]);
  openLog('error');
  if (wantsNew) {
    const { dataDir } = readConfig(process.env);
    console.log(`Made the field key ${appendFieldKey(dataDir)}.`);
    renewCsrfKey(dataDir);
    console.log('Made a key for anti-forgery values; those of open pages are still taken.');
  }
  const { config, url } = await open();
  await migrate(url);
  openSettings(config);
  openVault(config.secrets);
  openDatabase(url);
  try {
    await checkKnownKeys();
    const { resealed, retired } = await rotateKeys();
    for (const [column, count] of Object.entries(resealed)) console.log(`${column}: ${count} sealed anew`);
    if (Object.keys(resealed).length === 0) console.log('Everything is sealed with the current key.');
    if (retired.length > 0) console.log(`No longer needed to open anything: ${retired.join(', ')}.`);
  } finally {
    await closeDatabase();
  }
});
