import { randomDigits, randomHex } from '../chance.ts';
import { chinaStamp } from '../china-time.ts';
import type { Channel, Payment, Trade } from '../ledger.ts';
import type { World } from '../world.ts';

/** The channel's words for where a trade is. */
export type TradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED' | 'TRADE_FINISHED';

/** What a merchant asks for when a trade is started; amounts in fen, `expiresAt` ISO 8601 UTC. */
export type TradeOrder = Pick<
  Trade,
  | 'channel'
  | 'outTradeNo'
  | 'appId'
  | 'method'
  | 'payer'
  | 'subject'
  | 'passback'
  | 'amountFen'
  | 'notifyUrl'
  | 'returnUrl'
  | 'expiresAt'
>;

/** Contracts allow refunds for up to a year; after that the trade is finished. */
const REFUND_WINDOW_MS = 365 * 24 * 3600 * 1000;
/** How long after closing an armed late payment arrives. */
const LATE_AFTER_MS = 2000;

/** A number as each channel gives them to trades. */
function newTradeNo(world: World, channel: Channel): string {
  const day = chinaStamp(world.clock.now()).slice(0, 10).replaceAll('-', '');
  const forms: Record<Channel, () => string> = {
    alipay: () => `${day}22001${randomDigits(15)}`,
    wechat: () => `4200${day}${randomDigits(16)}`,
    unionpay: () => `${day}${randomDigits(13)}`,
    card: () => `pi_${randomHex(24)}`,
  };
  return forms[channel]();
}

/** The channel's own number of a new refund; empty where it gives none. */
export function refundNumber(world: World, { channel }: Trade): string {
  if (channel === 'alipay') return '';
  if (channel === 'card') return `re_${randomHex(24)}`;
  return newTradeNo(world, channel).replace(/^4200/, '5030');
}

/** Enters a trade into the ledger; the buyer has not seen it yet. */
export function enterTrade(world: World, order: TradeOrder): Trade {
  const trade: Trade = {
    ...order,
    tradeNo: newTradeNo(world, order.channel),
    cashierId: randomHex(24),
    createdAt: world.clock.stamp(),
    openedAt: null,
    closedAt: null,
    closedBy: null,
    lateArmed: false,
    acceptedAt: null,
    refundsFail: false,
    declines: [],
    payments: [],
    refunds: [],
    notifications: [],
  };
  world.ledger.saveTrade(trade);
  return trade;
}

/** The payment that a channel number means; without a number (or with the trade's own) the first one. */
export function paymentOf(trade: Trade, tradeNo = ''): Payment | undefined {
  return trade.payments.find((payment) => payment.tradeNo === tradeNo) ?? trade.payments[0];
}

/** Fen refunded so far from one payment; what did not arrive is the merchant's again. */
export function refundedFen(trade: Trade, tradeNo: string): number {
  return trade.refunds
    .filter((refund) => refund.tradeNo === tradeNo && refund.isAbnormal !== true)
    .reduce((sum, refund) => sum + refund.amountFen, 0);
}

/** Where a trade is, or one payment of it: wholly refunded means closed, as at the real channel. */
export function statusOf(trade: Trade, nowMs: number, tradeNo = ''): TradeStatus {
  const payment = paymentOf(trade, tradeNo);
  if (!payment) return trade.closedAt === null ? 'WAIT_BUYER_PAY' : 'TRADE_CLOSED';
  if (refundedFen(trade, payment.tradeNo) >= payment.amountFen) return 'TRADE_CLOSED';
  return nowMs >= Date.parse(payment.paidAt) + REFUND_WINDOW_MS ? 'TRADE_FINISHED' : 'TRADE_SUCCESS';
}

/** The buyer scans the code or sees the pay page: from now on the channel knows the trade. */
export function openTrade(world: World, trade: Trade): void {
  if (trade.openedAt !== null) return;
  trade.openedAt = world.clock.stamp();
  world.ledger.saveTrade(trade);
}

/** Closes an unpaid trade, by the merchant's wish or because its time is over. */
export function closeTrade(world: World, trade: Trade, closedBy: 'merchant' | 'expiry'): void {
  trade.closedAt = world.clock.stamp();
  trade.closedBy = closedBy;
  world.ledger.saveTrade(trade);
}

/** Records a success at the channel under its own number. */
export function recordPayment(world: World, trade: Trade, amountFen: number): Payment {
  const payment: Payment = {
    tradeNo: trade.payments.length === 0 ? trade.tradeNo : newTradeNo(world, trade.channel),
    amountFen,
    paidAt: world.clock.stamp(),
    late: trade.closedAt !== null,
  };
  trade.payments.push(payment);
  trade.lateArmed = false;
  trade.acceptedAt = null;
  world.ledger.saveTrade(trade);
  return payment;
}

/**
 * Lets time do its work on one trade: an unpaid trade past its end is closed (and, once opened, the merchant is told),
 * an armed late payment arrives shortly after the closing.
 */
export function ageTrade(world: World, trade: Trade): void {
  const now = world.clock.now();
  if (trade.payments.length > 0) return;
  if (trade.closedAt === null && trade.acceptedAt === null && now >= Date.parse(trade.expiresAt)) {
    closeTrade(world, trade, 'expiry');
    if (trade.openedAt !== null && !trade.lateArmed) void world.notifier.tell(trade, 'closed');
  }
  if (trade.lateArmed && trade.closedAt !== null && now >= Date.parse(trade.closedAt) + LATE_AFTER_MS) {
    const payment = recordPayment(world, trade, trade.amountFen);
    void world.notifier.tell(trade, 'paid', { payment });
  }
}

/** Ages every trade; called by the process's heartbeat and after a clock move. */
export function ageTrades(world: World): void {
  for (const trade of world.ledger.trades()) ageTrade(world, trade);
}
