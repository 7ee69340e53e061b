import { addDays, addSeconds, keptUntilAfter, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomCode, randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { tableNames } from '#platform/columns/index';
import { seal } from '#platform/vault';
import { findMarks, moveClockTo, rowsOf } from '#testing';
import { type Family, givenFamily } from './family.testing.ts';
import { write } from './planting.testing.ts';
import { brokenBooks, givenRegistered, run } from './retention.testing.ts';
import { isThere } from './ten-years.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await setClockOffset(0);
  await world.close();
});

const foundIn = async (mark: string) => [
  ...new Set((await findMarks([mark])).map(({ table, column }) => `${table}.${column}`)),
];

/** An event that the account's holder caused, with a reason in their words as versions before kept it. */
async function happened(kind: string, objectId: string, { browser }: Pick<Family, 'browser'>, reason: string) {
  const id = randomId();
  const caused = { event: 'x', actor_kind: 'candidate', actor_id: browser.accountId };
  await write('history', { id, kind, object_id: objectId, ...caused, at: '2026-01-01T00:00:00Z' });
  await meddle('update history set reason = $2 where id = $1', [id, reason]);
}

/** A proposal about something that a colleague declined. */
async function declined(objectId: string, reason: string) {
  const id = randomId();
  const said = { event: 'reject', actor_kind: 'system', reason, at: '2026-01-01T00:00:00Z' };
  await write('history', { id: randomId(), kind: 'proposal', object_id: id, ...said });
  await write('proposal', {
    id,
    kind: 'refundByHand',
    object_id: objectId,
    payload: '{}',
    reason,
    status: 'Rejected',
    proposed_by: randomId(),
    proposed_by_name: 'Ding Yi',
    proposed_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-01-02T00:00:00Z',
    decided_by: randomId(),
    decided_by_name: 'Wang Er',
    decided_at: '2026-01-01T00:00:00Z',
    decision_reason: reason,
  });
}

/** Moves past the end of something; no message waits meanwhile. */
async function movePast(instant: string): Promise<void> {
  await meddle(`update message set state = 'Failed' where state = 'Waiting'`);
  await moveClockTo(addSeconds(instant, 1));
}

const sealedReason = (row: string, words: string) =>
  seal(words, { table: 'cancellation_request', row, column: 'reason' });

/** The tables with a row that leads to an account. */
async function leadingTo(accountId: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of tableNames)
    if ((await rowsOf(`select from "${table}" t where t::text like $1 limit 1`, [`%${accountId}%`])).length > 0)
      found.push(table);
  return found;
}

describe('what was written and given of a registration, a booking and a request after results', () => {
  it('goes with its record: reasons in their histories, of cancellations, and the timetable of the booking [S-18]', async () => {
    const family = await givenFamily(world);
    const mark = 'WHYMARK';
    const done = `outcome = 'Rejected', decided_at = app_now(), decided_by = gen_random_uuid()`;
    await meddle(
      `update cancellation_request set reason_sealed = $3, documents_asked = $2, decision_reason = $2, ${done} where id = $1`,
      [family.cancellationId, mark, sealedReason(family.cancellationId, mark)],
    );
    const things = { application: family.applicationId, booking: family.bookingId, postTest: family.postTestId };
    for (const [kind, id] of Object.entries(things)) await happened(kind, id, family, mark);
    await happened('cancellation', family.cancellationId, family, mark);
    await declined(family.applicationId, mark);
    await meddle(
      `update misconduct_case set closed_at = app_now(), closed_by = $1, status = 'Closed', outcome = 'No.'`,
      [family.officerId],
    );
    await meddle(`update booking set status = 'Completed'`);
    await meddle(`update post_test set status = 'Complete', completed_at = $1`, [`${family.examDate}T00:00:00Z`]);
    const timetable = async () => (await rowsOf('select from file where id = $1', [family.files.booking])).length;
    const before = [await foundIn(mark), await timetable()];

    await movePast(keptUntilAfterDate('examRecord', addDays(family.examDate, 1)));
    await run();

    expect(before).toEqual([
      [
        'cancellation_request.documents_asked',
        'cancellation_request.decision_reason',
        'history.reason',
        'proposal.reason',
        'proposal.decision_reason',
        'cancellation_request.reason_sealed',
      ],
      1,
    ]);
    expect([await foundIn(mark), await timetable()]).toEqual([[], 0]);
    const events = await rowsOf('select event from history where object_id = any($1) and event = $2', [
      Object.values(things),
      'x',
    ]);
    expect(events).toHaveLength(3);
  });
});

describe('an order seven years after it was closed', () => {
  it('leads to nobody: neither its history, its refunds nor what the channel told of who paid [S-18]', async () => {
    const paid = await givenRegistered(world);
    const mark = 'PAYERMARK';
    const refundId = randomId();
    await write('refund', {
      id: refundId,
      order_id: paid.orderId,
      serial_number: randomCode(16),
      status: 'Closed',
      cause: 'cancellation',
      policy_row: 'P0',
      amount: 0,
      note: mark,
      submitted_at: '2026-01-01T00:00:00Z',
    });
    await happened('order', paid.orderId, paid, mark);
    await happened('refund', refundId, paid, mark);
    await declined(refundId, mark);
    const [event] = await rowsOf(
      `select event.id from payment_event event join payment_attempt attempt on attempt.trade_no = event.trade_no where order_id = $1`,
      [paid.orderId],
    );
    const payload = seal(`{"buyer_logon_id":"${mark}"}`, {
      table: 'payment_event',
      row: String(event?.['id']),
      column: 'payload_sealed',
    });
    await meddle('update payment_event set payload_sealed = $2 where id = $1', [event?.['id'], payload]);
    const before = [await foundIn(mark), await leadingTo(paid.browser.accountId)];
    const [row] = await rowsOf('select payment_completed_at from exam_order where id = $1', [paid.orderId]);

    // The exam was soon: what is kept of the person for longer than that has gone with it.
    await meddle('update exam_session set exam_date = $2 where id = $1', [paid.sessionId, '2026-12-01']);
    await movePast(addSeconds(keptUntilAfter('orderPerson', String(row?.['payment_completed_at'])), 366 * 86_400));
    await run();
    await run();

    expect(before[0]).toEqual(
      expect.arrayContaining(['history.reason', 'payment_event.payload_sealed', 'proposal.reason', 'refund.note']),
    );
    expect(before[1]).toEqual(expect.arrayContaining(['exam_order', 'history']));
    expect(await foundIn(mark)).toEqual([]);
    // A call that is written down late has the time of the clock that was moved.
    const leading = (await leadingTo(paid.browser.accountId)).filter((table) => table !== 'network_log');
    // The saved child is still there, and with it what its guardian agreed to.
    expect(leading).toEqual(['account', 'account_device', 'candidate', 'consent']);
    expect([await isThere(paid.orderId), await brokenBooks()]).toEqual([true, []]);
  });
});
