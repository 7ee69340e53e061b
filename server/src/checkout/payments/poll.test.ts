import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '#checkout/payments';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { metrics } from '#platform/metrics';
import { expectExactly } from '#testing';
import {
  givenUnpaidOrder,
  openMoneyShop,
  reachDeadline,
  secondsPastDeadline,
  startPaying,
  work,
} from '#testing/shopping';

let shop: Awaited<ReturnType<typeof openMoneyShop>>;
beforeAll(async () => {
  shop = await openMoneyShop();
});
beforeEach(() => databasePool().query('update payment_attempt set next_poll_at = null'));
afterEach(async () => {
  await setClockOffset(0);
  await shop.bank.fault('gateway', { mode: 'ok' });
});
afterAll(() => shop.close());

async function givenTrade() {
  const sale = await givenUnpaidOrder(shop.server.url);
  const tradeNo = await startPaying(sale);
  await shop.bank.settle(tradeNo, 'pending');
  return { ...sale, tradeNo };
}

/** Asks about a trade this many seconds after its start. @returns how long after its start, and from now, it is asked about next; nulls: never again. */
async function askAfter(tradeNo: string, seconds: number) {
  await setClockOffset(seconds);
  await databasePool().query('delete from graphile_worker._private_jobs');
  await tasks['payments.poll']?.({ tradeNo });
  const { rows } = await databasePool().query<{ step: number | null; wait: number | null }>(
    `select round(extract(epoch from next_poll_at - created_at))::integer as step,
       round(extract(epoch from next_poll_at - app_now()))::integer as wait
     from payment_attempt where trade_no = $1`,
    [tradeNo],
  );
  return rows[0];
}

/** Sweeps where nothing is queued. @returns the keys of what it queued of a task. */
async function sweptJobsOf(task: string): Promise<(string | null)[]> {
  await databasePool().query('delete from graphile_worker._private_jobs');
  await tasks['payments.sweep']?.({});
  return await jobsOf(task);
}

async function jobsOf(task: string): Promise<(string | null)[]> {
  const { rows } = await databasePool().query<{ key: string | null }>(
    'select key from graphile_worker.jobs where task_identifier = $1 order by key',
    [task],
  );
  return rows.map(({ key }) => key);
}

describe('a payment that nobody tells us of', () => {
  it('is asked about 5, 15, 30, 60, 120 and 240 seconds after its start, then every five minutes [C23]', async () => {
    const { tradeNo } = await givenTrade();
    const { rows } = await databasePool().query<{ step: number }>(
      'select round(extract(epoch from next_poll_at - created_at))::integer as step from payment_attempt where trade_no = $1',
      [tradeNo],
    );

    const planned = [];
    for (const at of [6, 16, 31, 61, 121]) planned.push((await askAfter(tradeNo, at))?.step);
    const later = [await askAfter(tradeNo, 241), await askAfter(tradeNo, 600)];

    expect([rows[0]?.step, ...planned]).toEqual([5, 15, 30, 60, 120, 240]);
    expect(later.map((each) => each?.wait)).toEqual([300, 300]);
    expect(await jobsOf('payments.poll')).toEqual([`poll:${tradeNo}`]);
  });

  it('is asked about no more once it has ended and the channel has said so [C23]', async () => {
    const trade = await givenTrade();
    await setClockOffset(await secondsPastDeadline(trade));
    await reachDeadline(trade);

    const last = await askAfter(trade.tradeNo, 7200);

    expect(last).toEqual({ step: null, wait: null });
    expect(await jobsOf('payments.poll')).toEqual([]);
    expect(await sweptJobsOf('payments.poll')).toEqual([]);
  });

  it('is asked about once more when the channel was silent at the last question [C23 F17]', async () => {
    const trade = await givenTrade();
    await setClockOffset(await secondsPastDeadline(trade));
    await reachDeadline(trade);
    await shop.bank.fault('gateway', { mode: 'error', code: 'SYSTEM_ERROR' });

    const silent = await askAfter(trade.tradeNo, 7200);
    await shop.bank.fault('gateway', { mode: 'ok' });
    const last = await askAfter(trade.tradeNo, 7500);

    expect([silent?.wait, last?.wait]).toEqual([300, null]);
  });

  it('is asked about on and on while the channel is silent, though not for ever [C23]', async () => {
    const { tradeNo } = await givenTrade();
    await shop.bank.fault('gateway', { mode: 'error', code: 'SYSTEM_ERROR' });
    const silent = await askAfter(tradeNo, 600);
    await databasePool().query('update payment_attempt set polls = 399 where trade_no = $1', [tradeNo]);
    const fourHundredth = await askAfter(tradeNo, 900);

    expect([silent?.wait, fourHundredth?.wait, (await askAfter(tradeNo, 1200))?.wait]).toEqual([300, 300, null]);
  });
});

describe('the sweep of payments', () => {
  it('queues the questions that are late, and those that a clock put back has left too far ahead, and no others', async () => {
    const [late, far, soon, never] = [await givenTrade(), await givenTrade(), await givenTrade(), await givenTrade()];
    const plan = (tradeNo: string, at: string) =>
      databasePool().query(`update payment_attempt set next_poll_at = ${at} where trade_no = $1`, [tradeNo]);
    await plan(late.tradeNo, `app_now() - interval '1 second'`);
    await plan(far.tradeNo, `app_now() + interval '310 seconds'`);
    await plan(soon.tradeNo, `app_now() + interval '290 seconds'`);
    await plan(never.tradeNo, 'null');

    expect(await sweptJobsOf('payments.poll')).toEqual([late, far].map(({ tradeNo }) => `poll:${tradeNo}`).toSorted());
  });

  it('is missed in the figures by questions that are five minutes late', async () => {
    const [late, soon] = [await givenTrade(), await givenTrade()];
    for (const [{ tradeNo }, minutes] of [
      [late, 6],
      [soon, 4],
    ] as const)
      await databasePool().query(
        'update payment_attempt set next_poll_at = app_now() - make_interval(mins => $2) where trade_no = $1',
        [tradeNo, minutes],
      );

    expect(await metrics.getSingleMetric('payment_polls_late')?.get()).toMatchObject({
      values: [{ value: 1 }],
    });
  });

  it('queues the deadline of an unpaid order that is past it, and of no other order [9.4#6]', async () => {
    const [due, paid] = [await givenTrade(), await givenTrade(), await givenTrade()];
    await shop.bank.settle(paid.tradeNo, 'paid');
    await work();
    for (const { orderId } of [due, paid])
      await databasePool().query(
        `update exam_order set payment_end_at = app_now() - interval '1 second' where id = $1`,
        [orderId],
      );

    expectExactly(await sweptJobsOf('payments.deadline')).toEqual([`deadline:${due.orderId}`]);
  });
});
