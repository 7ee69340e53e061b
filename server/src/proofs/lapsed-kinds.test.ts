import { addDays, addSeconds, keptUntilAfter, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomBytes, randomCode, randomId } from '#platform/chance';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { nobodysAccount } from '#platform/nobody';
import { moveClockTo, rowsOf } from '#testing';
import { lapsedSums } from './lapsed-orders.testing.ts';
import { bookingOn, type Ground, groundOf, orderFor, postTest, registrationOn, writeLike } from './planting.testing.ts';
import { brokenBooks, givenRegistered, run } from './retention.testing.ts';
import { isThere } from './ten-years.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;
let ground: Ground;
let lapsedAt: string;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await setClockOffset(0);
  await world.close();
});
beforeEach(async () => {
  ground = await groundOf(await givenRegistered(world));
  lapsedAt = await readNowAlone();
});

const unpaid = () => ({
  status: 'PaymentExpired',
  payment_completed_at: null,
  actual_pay_amount: 0,
  payment_end_at: lapsedAt,
});

const dayLater = () => ({ ...unpaid(), payment_end_at: addSeconds(lapsedAt, 86_400) });

/** Seconds until just after the year of what lapses now. */
const moveToEnd = async (seconds: number) => {
  await moveClockTo(addSeconds(keptUntilAfter('lapsedOrder', lapsedAt), seconds));
  await meddle(`update message set state = 'Failed' where state = 'Waiting'`);
};

/** A booking that was arranged for a day, with its line, and the order that nobody paid. */
async function givenBooking(day: string) {
  const bookingId = await bookingOn(ground, day);
  await meddle(`update booking set status = 'Confirming' where id = $1`, [bookingId]);
  const line = { registered_at: null, status: 'Expired', category: 'Booking', booking_id: bookingId };
  const applicationId = await registrationOn(ground, day, line);
  const orderId = await orderFor(ground, applicationId, {
    ...unpaid(),
    category: 'Booking',
    booking_id: bookingId,
    booking_version: 1,
  });
  return { bookingId, applicationId, orderId };
}

/** A request after results with the order that nobody paid; its window closed. */
async function givenRequest() {
  const savedAt = lapsedAt;
  const id = await postTest(ground, { status: 'Expired', person_key: randomBytes(32), saved_at: savedAt });
  return { id, orderId: await orderForRequest(id, unpaid()) };
}

async function orderForRequest(id: string, changes: Record<string, unknown>): Promise<string> {
  const own = { code: randomCode(14), request_key: null, category: 'PostTest' };
  const orderId = await writeLike('exam_order', ground.orderId, { ...own, ...changes });
  await meddle(
    `insert into order_item (id, order_id, application_id, is_post_test, position, original_amount, local_fee_amount, board_fee_amount,
       other_fee_amount, vat, tier_count, tier_discount_amount, late_entry_charge_amount, pay_amount)
     select $1, $2, $3, true, position, original_amount, local_fee_amount, board_fee_amount, other_fee_amount, vat, tier_count,
       tier_discount_amount, late_entry_charge_amount, pay_amount from order_item where order_id = $4`,
    [randomId(), orderId, id, ground.orderId],
  );
  return orderId;
}

const standOf = async (table: 'application' | 'booking' | 'post_test', id: string) =>
  (
    await rowsOf(
      `select coalesce(first_name, '') <> '' as "isNamed", account_id <> $2 as "isOwned" from ${table} where id = $1`,
      [id, nobodysAccount],
    )
  )[0];

const nobodys = { isNamed: false, isOwned: false };

describe('the order of a booking that nobody paid', () => {
  it('goes a year later with its line; the booking keeps its own period, and is nobody’s after that [S-18]', async () => {
    const day = addDays(ground.examDate, 30);
    const { bookingId, applicationId, orderId } = await givenBooking(day);
    const sums = [await lapsedSums(), await brokenBooks()];
    await moveToEnd(-30);
    await run();
    const before = [await isThere(orderId), (await standOf('application', applicationId))?.['isNamed']];

    await moveToEnd(1);
    await run();
    const after = [await isThere(orderId), await standOf('application', applicationId)];
    const kept = await standOf('booking', bookingId);
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', day), 1));
    await run();

    expect(before).toEqual([true, true]);
    expect(after).toEqual([false, nobodys]);
    expect(kept).toEqual({ isNamed: true, isOwned: true });
    expect(await standOf('booking', bookingId)).toEqual(nobodys);
    expect([await lapsedSums(), await brokenBooks()]).toEqual(sums);
  });

  it('finds nobody in a booking that was forgotten before [S-18]', async () => {
    const { bookingId, orderId } = await givenBooking('2021-03-01');
    await run();
    const between = await standOf('booking', bookingId);

    await moveToEnd(1);
    await run();

    expect(between).toEqual(nobodys);
    expect([await isThere(orderId), await standOf('booking', bookingId)]).toEqual([false, nobodys]);
  });
});

describe('the order of a request after results that nobody paid', () => {
  it('goes a year later; the draft went after ninety days, and its row is nobody’s from then on [S-18]', async () => {
    const { id, orderId } = await givenRequest();
    const sums = [await lapsedSums(), await brokenBooks()];
    await moveToEnd(-30);
    await run();
    const between = [await isThere(orderId), await standOf('post_test', id)];

    await moveToEnd(1);
    await run();

    expect(between).toEqual([true, { isNamed: false, isOwned: true }]);
    expect([await isThere(orderId), await standOf('post_test', id)]).toEqual([false, nobodys]);
    expect([await lapsedSums(), await brokenBooks()]).toEqual(sums);
  });

  it('leaves the account of a request that a later order was for, too [S-18]', async () => {
    const { id, orderId } = await givenRequest();
    await orderForRequest(id, dayLater());

    await moveToEnd(1);
    await run();

    expect([await isThere(orderId), (await standOf('post_test', id))?.['isOwned']]).toEqual([false, true]);
  });
});
