import type { PaymentType } from '@exam/contract/entities';
import { expect } from 'vitest';
import { databasePool } from '#platform/database';
import { callOut, NetworkError } from '#platform/network';
import { tasks as refundTasks } from '#books/refunds';
import { ask, type Bank, type ChannelName, expectExactly } from '#testing';
import {
  booksProblems,
  count,
  fillSession,
  givenUnpaidOrder,
  moneyOf,
  orderOf,
  reachDeadline,
  type Sale,
  secondsPastDeadline,
  total,
  work,
} from './shopping.ts';

/**
 * The text with one letter or digit of its second half changed to another one. Not of an escape such as `%2a`, which means the same in
 * capitals.
 */
function withAnotherCharacter(text: string): string {
  let at = Math.floor(text.length / 2);
  while (!/[A-Za-z0-9]/.test(text[at] ?? '7') || text.slice(at - 2, at).includes('%')) at += 1;
  return text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1);
}

/** A channel under test: its server, its own books, and one way of paying by it. */
export type Under = { url: string; bank: Bank; channel: ChannelName; paymentType: PaymentType };

/** One piece of good manners: it throws when the channel's adapter, or what we make of it, lacks it. */
export type Manner = { name: string; run: (under: Under) => Promise<void> };

type Started = { sale: Sale; tradeNo: string };

/** A person who has chosen the way and is at the channel's page. */
async function given({ url, paymentType, bank }: Under): Promise<Started> {
  const sale = await givenUnpaidOrder(url);
  return { sale, tradeNo: await lead(sale, paymentType, bank) };
}

/** Starts paying, and posts the form where the channel wants one, as the payer's browser does. */
export async function lead({ browser, orderId }: Sale, paymentType: PaymentType, bank: Bank): Promise<string> {
  const { status, body } = await ask(browser, 'payment.start', { body: { orderId, paymentType } });
  if (status !== 200) throw new Error(`starting answered ${status} ${String(body['code'])}`);
  const fields = body['redirectFields'];
  if (Array.isArray(fields)) {
    const form = new URLSearchParams(fields.map(({ name, value }) => [String(name), String(value)]));
    const address = String(body['redirectUrl']);
    await callOut(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      allowedOrigins: [new URL(address).origin],
    }).catch((error: unknown) => {
      // The page redirects to the cashier; that it does is all we want.
      if (!(error instanceof NetworkError)) throw error;
    });
  }
  const tradeNo = String(body['tradeNo']);
  await bank.settle(tradeNo, 'pending');
  return tradeNo;
}

async function tell({ url, channel }: Under, sent: { headers: Record<string, string>; body: string }): Promise<number> {
  const answer = await callOut(`${url}/api/payment/notify/${channel}`, {
    method: 'POST',
    headers: sent.headers,
    body: sent.body,
    allowedOrigins: [url],
  });
  return answer.text === 'fail' ? 400 : answer.status;
}

async function lastNews(bank: Bank, tradeNo: string) {
  const sent = (await bank.trade(tradeNo))?.notifications.findLast(({ kind }) => kind === 'paid')?.sent;
  if (!sent) throw new Error('the channel told nothing');
  return sent;
}

async function agree({ bank }: Under, sale: Sale, expected: number): Promise<void> {
  // Whatever moves the clock lets the channel tell its news once more, beside the test: it may be under way still.
  await expect.poll(async () => (await moneyOf(bank, sale)).ours).toBe(expected);
  expectExactly((await moneyOf(bank, sale)).channel).toBe(expected);
  expectExactly(await booksProblems()).toEqual([]);
}

const statusOf = async (sale: Sale) => (await orderOf(sale))['status'];

async function expire({ bank }: Under, sale: Sale): Promise<void> {
  await bank.moveClock(await secondsPastDeadline(sale));
  await reachDeadline(sale);
  await work();
}

/** Looks at what is due later: polls, last looks, refunds that a channel works on. */
async function later({ bank }: Under, minutes: number): Promise<void> {
  const { rows } = await databasePool().query<{ seconds: number }>('select seconds from clock_offset');
  const now = rows[0]?.seconds ?? 0;
  await bank.moveClock(now + minutes * 60);
  await work();
  // A channel that works on a refund is asked again after a minute.
  await bank.moveClock(now + minutes * 60 + 90);
  await refundTasks['refunds.sweep']?.({});
  await work();
}

/** Everything that every channel must go through unharmed. */
export const manners: readonly Manner[] = [
  {
    name: 'pays and is told',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'paid');
      await work();
      expect(await statusOf(sale)).toBe('PaymentSuccessful');
      await agree(under, sale, total);
    },
  },
  {
    name: 'is told three times of one payment',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'duplicate-notify');
      await work();
      expectExactly(await count('payment where order_id = $1', [sale.orderId])).toBe(1);
      await agree(under, sale, total);
    },
  },
  {
    name: 'is never told, and finds the payment by asking',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'paid-silent');
      await later(under, 1);
      expect(await statusOf(sale)).toBe('PaymentSuccessful');
      await agree(under, sale, total);
    },
  },
  {
    name: 'does not believe a forged notification',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'bad-signature');
      await work();
      expect(await statusOf(sale)).toBe('PaymentPending');
      expectExactly(await count('payment where order_id = $1', [sale.orderId])).toBe(0);
    },
  },
  {
    name: 'does not believe a genuine notification changed by one character',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.fault('notify', { mode: 'down', times: 1 });
      await under.bank.settle(tradeNo, 'paid');
      const sent = await lastNews(under.bank, tradeNo);
      const body = withAnotherCharacter(sent.body);
      expect(await tell(under, { ...sent, body })).toBeGreaterThanOrEqual(400);
      expectExactly(await count('payment_event where kind = $1 and trade_no = $2', ['paid', tradeNo])).toBe(0);
      await later(under, 1);
      await agree(under, sale, total);
    },
  },
  {
    name: 'is not paid by a fen too little, and gives it back when the order ends',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'wrong-amount');
      await work();
      expect(await statusOf(sale)).toBe('PaymentPending');
      await expire(under, sale);
      await later(under, 70);
      expect(await statusOf(sale)).toBe('PaymentExpired');
      await agree(under, sale, 0);
    },
  },
  {
    name: 'keeps one of two payments of one trade and gives the other back',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'twice');
      await later(under, 70);
      expect(await statusOf(sale)).toBe('PaymentSuccessful');
      await agree(under, sale, total);
    },
  },
  {
    name: 'is paid after the end, with the seats gone, and gives everything back',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await expire(under, sale);
      expect(await statusOf(sale)).toBe('PaymentExpired');
      await fillSession(sale);
      await under.bank.settle(tradeNo, 'late');
      await later(under, 70);
      expect(await statusOf(sale)).toBe('PaymentExpired');
      await agree(under, sale, 0);
    },
  },
  {
    name: 'is paid after the end, with the seats free, and is revived',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await expire(under, sale);
      await under.bank.settle(tradeNo, 'late');
      await work();
      expect(await statusOf(sale)).toBe('PaymentSuccessful');
      await agree(under, sale, total);
    },
  },
  {
    name: 'waits for a payment that the channel works on, and takes its good end',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'accepted');
      await expire(under, sale);
      const atDeadline = await statusOf(sale);
      await under.bank.settle(tradeNo, 'paid');
      await work();
      expect(atDeadline).toBe('PaymentPending');
      expectExactly(await count(`payment_attempt where trade_no = $1 and status = 'Succeeded'`, [tradeNo])).toBe(1);
      await agree(under, sale, total);
    },
  },
  {
    name: 'keeps the seats while the channel answers nonsense',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'paid-silent');
      await under.bank.fault('gateway', { mode: 'garbage' });
      await expire(under, sale);
      const meanwhile = await statusOf(sale);
      await under.bank.fault('gateway', { mode: 'ok' });
      await later(under, 5);
      expect(meanwhile).toBe('PaymentPending');
      expect(await statusOf(sale)).toBe('PaymentSuccessful');
      await agree(under, sale, total);
    },
  },
  {
    name: 'does not take an answer for true that is wrongly signed',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'paid-silent');
      await under.bank.fault('gateway', { mode: 'bad-signature' });
      await later(under, 1);
      const meanwhile = await statusOf(sale);
      await under.bank.fault('gateway', { mode: 'ok' });
      await later(under, 6);
      expect(meanwhile).toBe('PaymentPending');
      expect(await statusOf(sale)).toBe('PaymentSuccessful');
    },
  },
  {
    name: 'does not call a refund done that the channel could not make',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await under.bank.settle(tradeNo, 'refund-fails');
      await expire(under, sale);
      await fillSession(sale);
      await under.bank.settle(tradeNo, 'late');
      await later(under, 3);
      const done = await count(`refund where order_id = $1 and status = 'Completed'`, [sale.orderId]);
      const failed = await count(`refund where order_id = $1 and status = 'Failed'`, [sale.orderId]);
      expect({ done, failed }).toEqual({ done: 0, failed: 1 });
    },
  },
  {
    name: 'hears old news again after the money has gone back, and changes nothing',
    run: async (under) => {
      const { sale, tradeNo } = await given(under);
      await expire(under, sale);
      await fillSession(sale);
      await under.bank.settle(tradeNo, 'late');
      const sent = await lastNews(under.bank, tradeNo);
      await work();
      await tell(under, sent);
      await later(under, 70);
      expect(await statusOf(sale)).toBe('PaymentExpired');
      expectExactly(await count('payment where order_id = $1', [sale.orderId])).toBe(1);
      await agree(under, sale, 0);
    },
  },
  {
    name: 'stands still while the channel is away, and starts when it is back',
    run: async (under) => {
      const sale = await givenUnpaidOrder(under.url);
      if (under.channel !== 'unionpay') {
        await under.bank.fault('gateway', { mode: 'down' });
        const { body } = await ask(sale.browser, 'payment.start', {
          body: { orderId: sale.orderId, paymentType: under.paymentType },
        });
        await under.bank.fault('gateway', { mode: 'ok' });
        expect(body['code']).toBe('PAYMENT_CHANNEL_DOWN');
      }
      const tradeNo = await lead(sale, under.paymentType, under.bank);
      await under.bank.settle(tradeNo, 'paid');
      await work();
      expect(await statusOf(sale)).toBe('PaymentSuccessful');
    },
  },
];
