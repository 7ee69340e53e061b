import { sql } from 'kysely';
import { inTransaction, openDatabase } from '#platform/database';
import { onceByKey } from '#platform/idempotency';
import { openSettings } from '#platform/settings';
import { testConfig } from '#platform/testing/config';
import { openVault } from '#platform/vault';
import { openIndex } from '#platform/vault/open-index';

// A server process of a test that does a deed under a key and stops, never to go on, at the point it is told.
const config = testConfig();
openSettings(config);
openVault(config.secrets);
openDatabase(process.env['DATABASE_URL'] ?? '', { connections: 2 });
await inTransaction(openIndex);

async function stopAt(point: string): Promise<void> {
  if (process.env['STOP_AT'] !== point) return;
  process.stdout.write('there\n');
  await new Promise(() => setInterval(() => undefined, 1000));
}

const request = { ownerId: process.env['OWNER'] ?? '', key: 'a-key-of-this-click', endpoint: 'test.deed', input: [] };
await onceByKey(request, async () => {
  await stopAt('before the work');
  await inTransaction(async (tx) => {
    await sql`insert into deed (who) values (${request.ownerId})`.execute(tx);
    await stopAt('in the work');
  });
  await stopAt('between the work and its answer');
  return { status: 200, answer: 'done by the first' };
});
await stopAt('after the answer was kept');
