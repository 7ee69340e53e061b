import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { givenStaff, type SignedInStaff } from '#testing';
import { type Desk, givenBoard, givenPaid, openDesk, statusOf, today } from '#testing/post-test-desk';
import { askToCancel, atTheDesk } from '#testing/post-test-staff';

let desk: Desk;
let officer: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  officer = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());
beforeEach(() => desk.moveTo(today));

const { send } = atTheDesk(() => officer);

it('a file for the awarding body leaves out whom a cancellation took while it waited, and takes the others [9.6#10 C2]', async () => {
  const board = await givenBoard();
  const [leaving, staying] = [await givenPaid(desk, 'review', { board }), await givenPaid(desk, 'review', { board })];
  const holder = await databasePool().connect();
  try {
    await holder.query('begin');
    await holder.query(`select from work_item where object_id = $1 for no key update`, [leaving.id]);
    const cancelling = askToCancel(leaving);
    await expect.poll(locksAwaited).toBe(1);
    const sending = send(leaving);
    await expect.poll(locksAwaited).toBe(2);
    await holder.query('commit');

    const [cancelled, sent] = await Promise.all([cancelling, sending]);
    expect([cancelled.status, sent.status], sent.text).toEqual([200, 200]);
  } finally {
    holder.release(true);
  }

  expect([await statusOf(leaving.id), await statusOf(staying.id)]).toEqual([
    'RegisteredCancellationRequested',
    'Processing',
  ]);
});
