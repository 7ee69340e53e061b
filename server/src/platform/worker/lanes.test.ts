import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, inTransaction, openDatabase } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { createTestDatabase } from '#platform/testing/database';
import { startWorker } from '#platform/worker';
import { queueLanes } from '#platform/worker/lanes';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  openDatabase(database.url, { connections: 5 });
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

it('a code is taken at once while a channel hangs, 5,000 notices wait and letters go out [C39 F6]', async () => {
  const begun: string[] = [];
  const goOn = Promise.withResolvers<void>();
  const hanging = ['payments.poll', 'messages.send', 'letters.mail'];
  const hang = (task: string) => async (): Promise<void> => {
    begun.push(task);
    await goOn.promise;
  };
  const worker = await startWorker(
    {
      ...Object.fromEntries(hanging.map((task) => [task, hang(task)])),
      'messages.sendCode': async () => void begun.push('code'),
    },
    [],
  );
  const { money, usual, late } = queueLanes;
  const workersThatHang = money.workers + usual.workers + late.workers;
  await inTransaction(async (tx) => {
    for (const task of hanging) {
      await sql`select count(*) from graphile_worker.add_jobs(array(
        select (${task}, '{}'::json, null, null, 1, null, null, null)::graphile_worker.job_spec
        from generate_series(1, ${task === 'messages.send' ? 5000 : 90})))`.execute(tx);
    }
  });
  await expect.poll(() => begun.length).toBe(workersThatHang);

  await inTransaction((tx) => enqueue(tx, 'messages.sendCode', {}));

  await expect.poll(() => begun).toContain('code');
  expect(begun.indexOf('code')).toBe(workersThatHang);
  await inTransaction((tx) => sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(tx));
  goOn.resolve();
  await worker.stop();
});
