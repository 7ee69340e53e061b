import { addDays, daysBetween } from '@exam/contract/rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databasePool, reading } from '#platform/database';
import { tasks as refundTasks } from '#books/refunds';
import { ask, expectExactly } from '#testing';
import { readWorkingCalendar } from '#office/working-days';
import {
  booksProblems,
  count,
  fillSession,
  givenUnpaidOrder,
  moneyOf,
  openMoneyShop,
  orderOf,
  type Sale,
  startPaying,
  total,
  work,
} from '#testing/shopping';

let shop: Awaited<ReturnType<typeof openMoneyShop>>;
beforeAll(async () => {
  shop = await openMoneyShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.bank.moveClock(0);
  await shop.bank.fault('gateway', { mode: 'ok' });
});

const bank = () => shop.bank;
const refused = { mode: 'error', code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', only: 'alipay.trade.refund' };
const hour = 3600;

/** Money that came too late for its seat: it has to go back. */
async function givenLateMoney(): Promise<{ sale: Sale; tradeNo: string }> {
  const sale = await givenUnpaidOrder(shop.server.url);
  const tradeNo = await startPaying(sale);
  await bank().settle(tradeNo, 'pending');
  await ask(sale.browser, 'order.giveUp', { params: { id: sale.orderId, status: 'PaymentExpired' } });
  await fillSession(sale);
  await bank().settle(tradeNo, 'late');
  return { sale, tradeNo };
}

/** What the worker and its clock would have done by then: the queue waits by the real clock between two tries. */
async function workAt(seconds: number): Promise<void> {
  await bank().moveClock(seconds);
  await databasePool().query('update graphile_worker._private_jobs set run_at = now() where attempts > 0');
  await refundTasks['refunds.sweep']?.({});
  await work();
}

/** A job of the order's refund that was queued before and comes now. */
async function sendOnce({ orderId }: Sale): Promise<void> {
  const { rows } = await databasePool().query<{ refundId: string }>(
    'select id as "refundId" from refund where order_id = $1',
    [orderId],
  );
  await refundTasks['refunds.send']?.(rows[0]);
}

const refusals = ({ orderId }: Sale) =>
  count(`history join refund on refund.id = history.object_id where refund.order_id = $1 and history.event = 'fail'`, [
    orderId,
  ]);
const openExceptions = ({ orderId }: Sale) =>
  count(`payment_exception where order_id = $1 and kind = 'refundFailed' and closed_at is null`, [orderId]);

describe('a refund that the channel refuses', () => {
  it('is tried again after 1, 6 and 24 hours, then given to staff and left alone [9.5#8 9.5#9 C31]', async () => {
    const { sale } = await givenLateMoney();
    await bank().fault('gateway', refused);

    const seen: number[] = [];
    const [one, six, day] = [hour, 7 * hour, 31 * hour];
    for (const at of [0, one - 60, one + 60, six - 60, six + 120]) {
      await workAt(at);
      seen.push(await refusals(sale));
    }
    const early = await openExceptions(sale);
    for (const at of [day - 60, day + 240, 100 * hour]) {
      await workAt(at);
      seen.push(await refusals(sale));
    }
    await sendOnce(sale);
    seen.push(await refusals(sale));

    expect(seen, 'a job that is left over sends nothing either').toEqual([1, 1, 2, 2, 3, 3, 4, 4, 4]);
    expect([early, await openExceptions(sale)]).toEqual([0, 1]);
    await bank().moveClock(0);
    expect(await orderOf(sale)).toMatchObject({ refundInfo: { status: 'Failed', totalRefundAmount: total } });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is promised within six weeks, and comes before staff when it is not done in fifteen working days [R-75]', async () => {
    const { sale } = await givenLateMoney();
    await bank().fault('gateway', refused);
    await workAt(0);
    const { rows } = await databasePool().query<Record<'id' | 'approved' | 'target_date' | 'latest_date', string>>(
      `select id, (approved_at at time zone 'Asia/Shanghai')::date::text as approved, target_date::text, latest_date::text
       from refund where order_id = $1`,
      [sale.orderId],
    );
    const [refund] = rows;
    const approved = refund?.approved ?? '';
    const overdue = () =>
      count(`work_item where kind = 'refundOverdue' and object_id = $1 and closed_at is null`, [refund?.id]);
    const watchAt = async (day: number) => {
      await bank().moveClock(day * 24 * hour);
      await refundTasks['refunds.watchTargets']?.({});
      return await overdue();
    };

    const calendar = await reading(readWorkingCalendar);
    expect(refund).toMatchObject({ target_date: calendar.add(approved, 15), latest_date: addDays(approved, 42) });
    const days = daysBetween(approved, refund?.target_date ?? '');
    expect([await watchAt(days), await watchAt(days + 1), await watchAt(days + 2)]).toEqual([0, 1, 1]);
    const isDue = `due_at = ($2::date + 1)::timestamp at time zone 'Asia/Shanghai'`;
    expectExactly(
      await count(`work_item where kind = 'refundOverdue' and object_id = $1 and ${isDue}`, [
        refund?.id,
        refund?.latest_date,
      ]),
    ).toBe(1);
  });

  it('ends well at the next try, once, and the exception closes by itself [9.5#9 C17 C30]', async () => {
    const { sale, tradeNo } = await givenLateMoney();
    await bank().fault('gateway', { ...refused, times: 1 });

    await workAt(0);
    await workAt(hour + 60);
    await workAt(8 * hour);

    expect(await refusals(sale)).toBe(1);
    expect((await bank().trade(tradeNo))?.refunds).toHaveLength(1);
    expectExactly(await count('payment_exception where order_id = $1 and closed_at is null', [sale.orderId])).toBe(0);
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
  });

  it('loses none of its tries to a silent channel [9.5#9 F17]', async () => {
    const { sale } = await givenLateMoney();
    await bank().fault('gateway', { mode: 'down', only: 'alipay.trade.refund' });
    for (let minutes = 0; minutes <= 60; minutes += 12) await workAt(minutes * 60);
    await bank().fault('gateway', refused);

    await workAt(80 * 60);

    expect(await refusals(sale)).toBe(1);
    expect(await openExceptions(sale)).toBe(0);
  });
});

describe('a refund whose job was lost', () => {
  it.each([0, 1])('is sent all the same, %i times refused before [C12 F5]', async (before) => {
    const { sale, tradeNo } = await givenLateMoney();
    if (before > 0) {
      await bank().fault('gateway', refused);
      await workAt(0);
      await bank().fault('gateway', { mode: 'ok' });
    }
    await databasePool().query(`select graphile_worker.remove_job('refund:' || id) from refund where order_id = $1`, [
      sale.orderId,
    ]);

    await workAt(2 * hour);

    expect((await bank().trade(tradeNo))?.refunds).toHaveLength(1);
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
  });
});
