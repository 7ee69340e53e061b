import { instantOf } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes, randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { seal } from '#platform/vault';
import { ask, moveClockTo } from '#testing';
import { givenPaid, openDesk, type Registration, request, schedule, valueOf } from '#testing/cancellations-desk';
import { tasks } from './index.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** A document that this person uploaded. */
async function givenDocument(accountId: string): Promise<string> {
  const id = randomId();
  await databasePool().query(
    `insert into file (id, account_id, storage_key, name_sealed, kind, size, sha256, created_at)
     values ($1, $2, $3, $4, 'pdf', 5, $5, app_now())`,
    [id, accountId, randomId(), seal('letter.pdf', { table: 'file', row: id, column: 'name' }), randomBytes(32)],
  );
  return id;
}

const requested = `(select request_id from cancellation_item where application_id = $1)`;
const reminders = ({ applicationId }: Registration) =>
  valueOf<number>(
    `(select count(*)::integer from message where object_id = ${requested} and kind = 'documentsReminder' and channel = 'sms')`,
    [applicationId],
  );
const onBoard = ({ applicationId }: Registration) =>
  valueOf<number>(
    `(select count(*)::integer from work_item where object_id = ${requested} and kind = 'documentsOverdue' and closed_at is null)`,
    [applicationId],
  );

describe('the documents of a cancellation', () => {
  it('are reminded of on their last day and put before staff when they are overdue, unless they came with the request [R-74]', async () => {
    const [missing, sent] = [await givenPaid(desk.server.url, desk.bank), await givenPaid(desk.server.url, desk.bank)];
    for (const one of [missing, sent]) await schedule(one, '2026-12-18', '2026-12-01T09:59:59.999Z');
    await moveClockTo('2026-12-02T02:00:00.000Z');
    await databasePool().query(
      `update account_session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'`,
    );
    for (const [one, documentIds] of [
      [missing, []],
      [sent, [await givenDocument(sent.browser.accountId)]],
    ] as const) {
      const params = { id: one.applicationId };
      const quote = await ask(one.browser, 'application.cancellationQuote', { params });
      const asked = await request(one, { expectedAmount: quote.body['amount'], documentIds });
      expect(asked.status, asked.text).toBe(200);
    }
    const both = async (count: typeof reminders) => [await count(missing), await count(sent)];

    // Three working days after Wednesday 2 December.
    await moveClockTo(instantOf('2026-12-07', '08:59'));
    await tasks['cancellations.watchDocuments']?.({});
    const early = await both(reminders);
    await moveClockTo(instantOf('2026-12-07', '09:00'));
    await tasks['cancellations.watchDocuments']?.({});
    await tasks['cancellations.watchDocuments']?.({});
    const [reminded, inTime] = [await both(reminders), await both(onBoard)];
    await moveClockTo(instantOf('2026-12-08', '00:00'));
    await tasks['cancellations.watchDocuments']?.({});

    expect([early, reminded, inTime, await both(onBoard)]).toEqual([
      [0, 0],
      [1, 0],
      [0, 0],
      [1, 0],
    ]);
  });
});
