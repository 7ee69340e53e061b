import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool, inTransaction } from '#platform/database';
import { metrics } from '#platform/metrics';
import { enqueue } from '#platform/outbox';
import { standingsOfTasks } from '#platform/worker/queue-watch';
import { openTestPlatform } from '#testing/app';
import { runDueJobs } from '#platform/worker';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

describe('a job that always throws', () => {
  it('holds up no other of its task, is counted when it is given up, and shows what waits behind a task nobody does [C39 F6]', async () => {
    const done: unknown[] = [];
    const work = async (payload: unknown) => {
      if (JSON.stringify(payload).includes('poisoned')) throw new Error('always');
      done.push(payload);
    };
    await inTransaction(async (tx) => {
      for (const what of ['first', 'poisoned', 'last']) await enqueue(tx, 'test.work', { what }, { maxAttempts: 1 });
      await enqueue(tx, 'test.nobodys', {}, { runAt: '2026-01-01T00:00:00.000Z' });
    });

    await runDueJobs({ 'test.work': work });
    const standings = await standingsOfTasks();
    const text = await metrics.metrics();

    expect(done).toEqual([{ what: 'first' }, { what: 'last' }]);
    expect(standings).toEqual([
      { task: 'test.nobodys', due: 1, failed: 0, oldestSeconds: expect.any(Number) },
      { task: 'test.work', due: 0, failed: 1, oldestSeconds: 0 },
    ]);
    expect(standings[0]?.oldestSeconds).toBeGreaterThan(300);
    expect(text).toContain('queue_due_jobs{task="test.nobodys"} 1');
    expect(text).toContain('queue_failed_jobs{task="test.work"} 1');
    expect(text).toMatch(/queue_oldest_waiting_seconds\{task="test\.nobodys"\} \d{3}/);
    await databasePool().query('delete from graphile_worker._private_jobs');
  });
});
