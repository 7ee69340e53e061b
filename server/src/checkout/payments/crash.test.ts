import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { callOut } from '#platform/network';
import { openTestPlatform } from '#testing/app';
import { testEnvironment } from '#platform/testing/config';
import { locksAwaited } from '#platform/testing/database';
import { until } from '#platform/testing/until';
import { ask, type Bank, expectExactly, startBank } from '#testing';
import {
  booksProblems,
  count,
  fillSession,
  givenUnpaidOrder,
  moneyOf,
  orderOf,
  type Sale,
  secondsPastDeadline,
  startPaying,
  total,
} from '#testing/shopping';

let bank: Bank;
let closePlatform: () => Promise<void>;
let server: ChildProcess;
const url = () => bank.environment['PUBLIC_URL'] ?? '';

beforeAll(async () => {
  bank = await startBank();
  closePlatform = await openTestPlatform(bank.environment);
  await start();
});
afterAll(async () => {
  await kill();
  await closePlatform();
  await bank.close();
});
afterEach(async () => {
  await bank.fault('gateway', { mode: 'ok' });
  await bank.fault('notify', { mode: 'ok' });
  if (server.exitCode !== null || server.signalCode !== null) await start();
  await bank.moveClock(0);
});

/** The real program on the test's database; up when it answers. */
async function start(): Promise<void> {
  const databaseUrl = databasePool().options.connectionString ?? '';
  const environment = { ...process.env, ...testEnvironment, ...bank.environment, DATABASE_URL: databaseUrl };
  server = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const knock = () => callOut(`${url()}/api/product/lines`, { allowedOrigins: [url()] });
  await until(knock);
}

/** SIGKILL: nothing is finished, nothing is cleaned up. */
async function kill(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

/** Moves the clocks and lets the server do everything that is due by then, as the page of demonstrations does. */
async function workAt(seconds: number): Promise<void> {
  await bank.moveClock(seconds);
  const { status } = await callOut(`${url()}/internal/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-secret': testEnvironment['SANDBOX_SECRET'] ?? '' },
    body: JSON.stringify({ offsetSeconds: seconds }),
    allowedOrigins: [url()],
  });
  expect(status).toBe(204);
}

/** A deed that the dying server leaves unanswered. */
function unanswered(deed: Promise<unknown>): void {
  deed.catch(() => undefined);
}

/** The channel takes this method's calls and does nothing yet. */
const hang = (method: string) => bank.fault('gateway', { mode: 'slow', delayMs: 120_000, only: method });

async function untilHanging(): Promise<void> {
  await expect.poll(() => bank.waitingCalls(), { interval: 20 }).toBeGreaterThan(0);
}

/** The channel does what it was asked for, which nobody is there to hear. */
const goOn = () => bank.fault('gateway', { mode: 'ok' });

/** The worker may be at it still when the call that moved the clock is answered. */
async function untilStatus(sale: Sale, status: string): Promise<void> {
  await expect.poll(async () => (await orderOf(sale))['status']).toBe(status);
}

async function expectPaidOnce(sale: Sale): Promise<void> {
  await untilStatus(sale, 'PaymentSuccessful');
  expect(await orderOf(sale)).toMatchObject({ actualPayAmount: total });
  expectExactly(await count('payment where order_id = $1', [sale.orderId])).toBe(1);
  expectExactly(await count(`history where object_id = $1 and event = 'pay'`, [sale.orderId])).toBe(1);
  expectExactly(await count(`seat_event where order_id = $1 and kind = 'taken'`, [sale.orderId])).toBe(1);
  expectExactly(await moneyOf(bank, sale)).toEqual({ channel: total, ours: total, customer: 0 });
  expectExactly(await booksProblems()).toEqual([]);
}

describe('a server that is killed', () => {
  it('before the commit of a notification has applied nothing, and finds the payment by asking [F2 T14 C23 ASVS-2.3.3]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    const client = await databasePool().connect();
    await client.query('begin');
    await client.query('select from exam_order where id = $1 for update', [sale.orderId]);
    unanswered(bank.settle(tradeNo, 'paid'));
    await expect.poll(locksAwaited, { interval: 10 }).toBe(1);

    await kill();
    await client.query('commit');
    client.release();
    const [before, trade] = [await count('payment where order_id = $1', [sale.orderId]), await bank.trade(tradeNo)];
    await start();
    await workAt(10);

    expect([before, trade?.notifications.some(({ delivered }) => delivered)]).toEqual([0, false]);
    await expectPaidOnce(sale);
  });

  it('after the commit of a notification and before its answer applies the repeat no second time [F2 T14 C20]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    unanswered(bank.settle(tradeNo, 'paid'));
    await expect.poll(() => count('payment where order_id = $1', [sale.orderId]), { interval: 1 }).toBe(1);

    await kill();
    await start();
    await bank.settle(tradeNo, 'duplicate-notify');
    await workAt(10);

    await expectPaidOnce(sale);
  });

  it('while it asks about a payment asks again afterwards [F2 C22 C23]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank.settle(await startPaying(sale), 'paid-silent');
    await hang('alipay.trade.query');
    unanswered(ask(sale.browser, 'payment.query', { body: { orderId: sale.orderId } }));
    await untilHanging();

    await kill();
    await goOn();
    await start();
    await workAt(10);

    await expectPaidOnce(sale);
  });

  it('while it closes a trade at the deadline expires the order once [F2 F4 9.4#6 C12]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank.settle(tradeNo, 'pending');
    const past = await secondsPastDeadline(sale);
    await hang('alipay.trade.close');
    unanswered(ask(sale.browser, 'order.giveUp', { params: { id: sale.orderId, status: 'PaymentExpired' } }));
    await untilHanging();

    await kill();
    await goOn();
    await expect.poll(async () => (await bank.trade(tradeNo))?.status).toBe('TRADE_CLOSED');
    const kept = await count(`seat_allocation where order_id = $1 and state = 'Held'`, [sale.orderId]);
    await start();
    await workAt(past);

    expect(kept).toBe(1);
    await untilStatus(sale, 'PaymentExpired');
    expectExactly(await count(`history where object_id = $1 and event = 'expire'`, [sale.orderId])).toBe(1);
    expectExactly(await count(`seat_event where order_id = $1 and kind = 'freed'`, [sale.orderId])).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('while the channel makes a refund does not make a second one [F2 C30 I7]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank.settle(tradeNo, 'pending');
    await ask(sale.browser, 'order.giveUp', { params: { id: sale.orderId, status: 'PaymentExpired' } });
    await fillSession(sale);
    await hang('alipay.trade.refund');
    unanswered(bank.settle(tradeNo, 'late'));
    const sent = `refund where order_id = $1 and status = 'Processing'`;
    await expect.poll(() => count(sent, [sale.orderId])).toBe(1);
    await untilHanging();

    await kill();
    await goOn();
    await expect.poll(async () => (await bank.trade(tradeNo))?.refunds.length).toBe(1);
    const known = await count(`refund where order_id = $1 and status = 'Completed'`, [sale.orderId]);
    await start();

    const done = `refund where order_id = $1 and status = 'Completed'`;
    // The job that the dead server held may be given back a moment after the first look; the minutes that pass look again.
    const laterDone = async () => {
      await workAt(11 * 60);
      return await count(done, [sale.orderId]);
    };
    await expect.poll(laterDone, { interval: 2000 }).toBe(1);
    expect(known).toBe(0);
    expect((await bank.trade(tradeNo))?.refunds).toHaveLength(1);
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentExpired', refundInfo: { status: 'Completed' } });
    expectExactly(await moneyOf(bank, sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
    expectExactly(await booksProblems()).toEqual([]);
  });
});
