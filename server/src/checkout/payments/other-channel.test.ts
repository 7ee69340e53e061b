import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adapters, type ChannelPort, ChannelSilent, openChannels, type TradeState } from '#books/channels';
import { readNowAlone } from '#platform/clock';
import { ask, expectExactly } from '#testing';
import {
  booksProblems,
  count,
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

const bank = () => shop.bank;

/** A second channel that lives in this test's memory: what it was told, and what its payers did. */
type Cards = { states: Map<string, TradeState>; refunds: Set<string>; isSilent: boolean };
let cards: Cards;

function cardPort(): ChannelPort {
  const stateOf = (tradeNo: string): TradeState => {
    if (cards.isSilent) throw new ChannelSilent();
    return cards.states.get(tradeNo) ?? { state: 'unknown' };
  };
  return {
    start: async ({ tradeNo }) => {
      cards.states.set(tradeNo, { state: 'waiting' });
      return { redirectUrl: `https://cards.example/${tradeNo}`, qrCode: null };
    },
    query: async (tradeNo) => stateOf(tradeNo),
    close: async (tradeNo) => {
      if (stateOf(tradeNo).state === 'paid') return 'refused';
      cards.states.set(tradeNo, { state: 'closed' });
      return 'closed';
    },
    refund: async ({ serialNumber }) => {
      cards.refunds.add(serialNumber);
      return { state: 'done' };
    },
    queryRefund: async ({ serialNumber }) => ({ state: cards.refunds.has(serialNumber) ? 'done' : 'unknown' }),
    findRefund: async () => {
      throw new ChannelSilent();
    },
    parseNotify: () => ({ rejected: 'badSignature', tradeNo: null }),
  };
}

beforeEach(() => {
  cards = { states: new Map(), refunds: new Set(), isSilent: false };
  openChannels([
    ...adapters,
    { name: 'cards', ways: [{ paymentType: 'VISA_Master_AE_JCB', group: 'Bank' }], open: cardPort },
  ]);
});

const payByCard = (sale: Sale) =>
  ask(sale.browser, 'payment.start', { body: { orderId: sale.orderId, paymentType: 'VISA_Master_AE_JCB' } });
const query = (sale: Sale) => ask(sale.browser, 'payment.query', { body: { orderId: sale.orderId } });

async function cardIsCharged(tradeNo: string): Promise<void> {
  const payment = { channelTradeNo: `card-${tradeNo}`, amount: total, paidAt: await readNowAlone() };
  cards.states.set(tradeNo, { state: 'paid', payment });
}

describe('another way of paying', () => {
  it('is offered beside the first and closes the earlier attempt at its channel first [C24 9.4#3]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    const first = await startPaying(sale);
    await bank().settle(first, 'pending');

    const { status, body } = await payByCard(sale);

    const types = await ask(sale.browser, 'payment.types', { params: { orderId: sale.orderId } });
    expect(JSON.parse(types.text)).toMatchObject([
      { paymentType: 'ALI_SCANCODE_PAY' },
      { paymentType: 'VISA_Master_AE_JCB' },
    ]);
    expect([status, body]).toMatchObject([200, { isIcc: true, qrCode: null }]);
    expect(await bank().trade(first)).toMatchObject({ status: 'TRADE_CLOSED', closedBy: 'merchant' });
    expectExactly(await count(`payment_attempt where order_id = $1 and status = 'Started'`, [sale.orderId])).toBe(1);
    expect([first.slice(-2), String(body['tradeNo']).slice(-2)]).toEqual(['01', '02']);
  });

  it('and back again uses a new trade number, never the old one [C24]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    const trades = [await startPaying(sale)];
    trades.push(String((await payByCard(sale)).body['tradeNo']), await startPaying(sale));

    expect(new Set(trades).size).toBe(3);
    expect(cards.states.get(trades[1] ?? '')).toEqual({ state: 'closed' });
    expectExactly(await count(`payment_attempt where order_id = $1 and status = 'Started'`, [sale.orderId])).toBe(1);
  });

  it('finds out that the first was paid and starts nothing [C24 C12 T15]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    await bank().settle(await startPaying(sale), 'paid-silent');

    const { body } = await payByCard(sale);

    expect(body).toMatchObject({ code: 'ORDER_NOT_PAYABLE' });
    expect(cards.states.size).toBe(0);
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful', paymentType: 'ALI_SCANCODE_PAY' });
  });

  it('waits while the first channel is silent: two could be paid [C24 F17]', async () => {
    const sale = await givenUnpaidOrder(shop.server.url);
    await payByCard(sale);
    cards.isSilent = true;

    const { body } = await ask(sale.browser, 'payment.start', {
      body: { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' },
    });

    expect(body).toMatchObject({ code: 'PAYMENT_CHANNEL_DOWN' });
    expectExactly(await count('payment_attempt where order_id = $1', [sale.orderId])).toBe(1);
  });

  it.each(['alipay first', 'card first', 'both at once'])(
    'that is paid although it was closed goes back: one of two is kept, %s [T15 C17 C18 9.4#11]',
    async (order) => {
      const sale = await givenUnpaidOrder(shop.server.url);
      const first = await startPaying(sale);
      await bank().settle(first, 'pending');
      const second = String((await payByCard(sale)).body['tradeNo']);
      await cardIsCharged(second);

      if (order === 'alipay first') await bank().settle(first, 'late');
      if (order === 'both at once') await Promise.all([bank().settle(first, 'late'), query(sale)]);
      await query(sale);
      if (order === 'card first') await bank().settle(first, 'late');
      await work();
      await work();

      const alipayBack = (await bank().trade(first))?.refunds.length ?? 0;
      expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
      expect(alipayBack + cards.refunds.size).toBe(1);
      expectExactly(await moneyOf(bank(), sale)).toMatchObject({ ours: total, customer: 0 });
      expectExactly(await count('payment where order_id = $1', [sale.orderId])).toBe(2);
      expectExactly(await booksProblems()).toEqual([]);
    },
  );
});
