import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import {
  type Adapter,
  type ChannelPort,
  ChannelSilent,
  type Notice,
  openChannels,
  type TradeState,
} from '#books/channels';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { tasks as refundTasks } from '#books/refunds';
import { ask, expectExactly, givenSignedIn, type SignedIn, rounds } from '#testing';
import { takeNotification } from './notify.ts';
import {
  booksProblems,
  count,
  fillSession,
  givenAnotherOrder,
  moneyOf,
  openMoneyShop,
  reachDeadline,
  type Sale,
  secondsPastDeadline,
  total,
} from '#testing/shopping';

let shop: Awaited<ReturnType<typeof openMoneyShop>>;
let browser: SignedIn;
beforeAll(async () => {
  shop = await openMoneyShop();
});
afterAll(() => shop.close());

type Deed = () => Promise<unknown>;

/** Channels whose every answer the test decides, and in whose calls it can do something at the very moment. */
const trades = new Map<string, TradeState>();
const refunds: string[] = [];
let during: Partial<Record<'query' | 'close', Deed>> = {};
let closing: 'closed' | 'refused' | 'silent' = 'closed';

async function meet(call: 'query' | 'close'): Promise<void> {
  const deed = during[call];
  delete during[call];
  await deed?.();
}

const port: ChannelPort = {
  start: async ({ tradeNo }) => {
    trades.set(tradeNo, { state: 'waiting' });
    return { redirectUrl: `https://pay.example/${tradeNo}`, qrCode: null };
  },
  query: async (tradeNo) => {
    const answer = trades.get(tradeNo) ?? { state: 'unknown' };
    await meet('query');
    return answer;
  },
  close: async (tradeNo) => {
    await meet('close');
    if (closing === 'silent') throw new ChannelSilent();
    if (closing === 'refused' || trades.get(tradeNo)?.state === 'paid') return 'refused';
    trades.set(tradeNo, { state: 'closed' });
    return 'closed';
  },
  refund: async ({ channelTradeNo }) => {
    refunds.push(channelTradeNo);
    return { state: 'done' };
  },
  queryRefund: async () => ({ state: 'unknown' }),
  findRefund: async () => {
    throw new ChannelSilent();
  },
  parseNotify: (rawBody) => JSON.parse(rawBody.toString()),
};

const offered: readonly Adapter[] = [
  { name: 'scan', ways: [{ paymentType: 'ALI_SCANCODE_PAY', group: 'Scan' }], open: () => port },
  { name: 'cards', ways: [{ paymentType: 'VISA_Master_AE_JCB', group: 'Bank' }], open: () => port },
];

beforeEach(async () => {
  openChannels(offered);
  [during, closing] = [{}, 'closed'];
  browser = await givenSignedIn(shop.server.url);
});

async function start({ orderId }: Sale, paymentType: string): Promise<string> {
  return String((await ask(browser, 'payment.start', { body: { orderId, paymentType } })).body['tradeNo']);
}

async function charge(tradeNo: string): Promise<Notice> {
  const payment = { channelTradeNo: `taken-${tradeNo}`, amount: total, paidAt: await readNowAlone() };
  trades.set(tradeNo, { state: 'paid', payment });
  return { eventKey: `${tradeNo}:paid`, kind: 'paid', tradeNo, payment };
}

const tell = (channel: string, notice: Notice) =>
  takeNotification(channel, { rawBody: Buffer.from(JSON.stringify(notice)), ip: '127.0.0.1' });

/** Refunds of this order are sent now; jobs of other orders are left lying. */
async function sendRefunds({ orderId }: Sale): Promise<void> {
  const { rows } = await databasePool().query<{ id: string }>('select id from refund where order_id = $1', [orderId]);
  for (const { id } of rows) await refundTasks['refunds.send']?.({ refundId: id });
}

async function outcomeOf(sale: Sale) {
  const { rows } = await databasePool().query<{ status: string; live: number; payments: number; back: number }>(
    `select status, (select count(*)::integer from seat_allocation where order_id = placed.id and state in ('Held', 'Taken')) as live,
       (select count(*)::integer from payment where order_id = placed.id) as payments,
       (select count(*)::integer from refund where order_id = placed.id and status = 'Completed') as back
     from exam_order placed where id = $1`,
    [sale.orderId],
  );
  const { ours, customer } = await moneyOf(shop.bank, sale);
  return { ...rows[0], ours, customer };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

const kinds = ['paid', 'paid again', 'closed', 'refunded', 'the other paid'] as const;

/** An order with an attempt at each channel, both of which then took the money. */
async function givenBothPaid() {
  const sale = await givenAnotherOrder(browser);
  const first = await start(sale, 'ALI_SCANCODE_PAY');
  const second = await start(sale, 'VISA_Master_AE_JCB');
  const [paid, otherPaid] = [await charge(first), await charge(second)];
  const plain = { tradeNo: first, payment: null };
  const news: Record<(typeof kinds)[number], Deed> = {
    paid: () => tell('scan', paid),
    'paid again': () => tell('scan', paid),
    closed: () => tell('scan', { ...plain, eventKey: `${first}:closed`, kind: 'closed' }),
    refunded: () => tell('scan', { ...plain, eventKey: `${first}:refunded`, kind: 'refunded' }),
    'the other paid': () => tell('cards', otherPaid),
  };
  return { sale, news };
}

const oneKept = { status: 'PaymentSuccessful', live: 1, payments: 2, back: 1, ours: total, customer: 0 };

/** Every fifth order of the news, in which each comes first, last and before each other; `npm run test:full` plays all 120. */
const orders = permutations(kinds);
const played = orders.filter((_, index) => index % (orders.length / rounds(24, orders.length)) === 0);

describe('the news of two payments', () => {
  it('come to the same end in whatever order [F3 T14 T15 C21]', async () => {
    for (const order of played) {
      const { sale, news } = await givenBothPaid();

      for (const kind of order) await news[kind]();
      await sendRefunds(sale);

      expectExactly(await outcomeOf(sale), order.join(', ')).toEqual(oneKept);
    }
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('come to it also when any of them are lost for good and the poller asks [F3 C23]', async () => {
    const { tasks } = await import('./index.ts');
    for (let lost = 0; lost < 2 ** kinds.length; lost++) {
      browser = await givenSignedIn(shop.server.url);
      const { sale, news } = await givenBothPaid();
      const heard = kinds.filter((_kind, index) => (lost & (1 << index)) === 0);

      for (const kind of heard) await news[kind]();
      const { rows } = await databasePool().query<{ trade_no: string }>(
        'select trade_no from payment_attempt where order_id = $1',
        [sale.orderId],
      );
      for (const { trade_no: tradeNo } of rows) await tasks['payments.poll']?.({ tradeNo });
      await sendRefunds(sale);

      expectExactly(await outcomeOf(sale), heard.join(', ')).toEqual(oneKept);
    }
    expectExactly(await booksProblems()).toEqual([]);
  });
});

const moments = ['before', 'during the question', 'during the closing', 'after', 'never'] as const;
const closings = ['closed', 'refused', 'silent'] as const;
const grid = moments.flatMap((moment) =>
  closings.flatMap((answer) => [true, false].map((seatsFree) => ({ moment, answer, seatsFree }))),
);

describe('money that comes at the deadline', () => {
  it.each(grid)(
    '$moment, closing answered "$answer", seats free: $seatsFree, ends as a seat or as a refund [F4 S-3 C12 T16 9.4#6 9.4#9 9.4#10]',
    async ({ moment, answer, seatsFree }) => {
      const sale = await givenAnotherOrder(browser);
      const tradeNo = await start(sale, 'ALI_SCANCODE_PAY');
      const pay = async () => tell('scan', await charge(tradeNo));
      const payAndFill = async () => {
        if (!seatsFree) await fillSession(sale);
        await pay();
      };
      closing = answer;
      // Past the thirty minutes for a silent channel and the six extensions of one that is working on it.
      for (const late of [1, 601, 1201, 1801, 2401, 3001, 3601]) {
        await setClockOffset((await secondsPastDeadlineOnce(sale)) + late);
        if (late === 1 && moment === 'before') await payAndFill();
        if (late === 1 && moment === 'during the question') during.query = payAndFill;
        if (late === 1 && moment === 'during the closing') during.close = payAndFill;
        await reachDeadline(sale);
      }
      if (moment === 'after') await payAndFill();
      await sendRefunds(sale);
      await setClockOffset(0);

      const end = await outcomeOf(sale);
      const paid = { status: 'PaymentSuccessful', live: 1, payments: 1, back: 0, ours: total, customer: 0 };
      const gone = { status: 'PaymentExpired', live: 0, ours: 0, customer: 0 };
      if (moment === 'never') expectExactly(end).toEqual({ ...gone, payments: 0, back: 0 });
      else if (moment === 'after' && !seatsFree) expectExactly(end).toEqual({ ...gone, payments: 1, back: 1 });
      else expectExactly(end).toEqual(paid);
      expectExactly(
        await count(`history where object_id = $1 and event = 'expire'`, [sale.orderId]),
      ).toBeLessThanOrEqual(1);
      expectExactly(await booksProblems()).toEqual([]);
    },
  );
});

const firstDeadlines = new Map<string, number>();

/** Seconds from the real now to the order's first deadline: extensions move the row's. */
async function secondsPastDeadlineOnce(sale: Sale): Promise<number> {
  const known = firstDeadlines.get(sale.orderId) ?? (await secondsPastDeadline(sale, 0));
  firstDeadlines.set(sale.orderId, known);
  return known;
}
