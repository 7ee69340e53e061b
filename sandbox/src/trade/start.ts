import { ageTrade, enterTrade, type TradeOrder } from './trades.ts';
import type { Trade } from '../ledger.ts';
import type { World } from '../world.ts';

/** Why an order cannot be started (any more). */
export type NotStarted = 'PAID' | 'CLOSED' | 'DIFFERENT';

/** Starts a trade, or finds the one that was started with the same number and content at the same channel. */
export function startOrder(world: World, order: TradeOrder): { trade: Trade } | { refused: NotStarted } {
  const known = world.ledger.trade(order.outTradeNo);
  if (!known) return { trade: enterTrade(world, order) };
  ageTrade(world, known);
  if (known.payments.length > 0) return { refused: 'PAID' };
  if (known.closedAt !== null) return { refused: 'CLOSED' };
  return isSame(known, order) && known.amountFen === order.amountFen && known.channel === order.channel
    ? { trade: known }
    : { refused: 'DIFFERENT' };
}

/** WeChat takes a repeated number with the very same content only. */
function isSame(known: Trade, order: TradeOrder): boolean {
  if (order.channel !== 'wechat') return true;
  return known.subject === order.subject && known.method === order.method && known.payer === order.payer;
}

/** A trade of one channel by the merchant's number, aged; undefined when that channel has none. */
export function tradeAt(world: World, channel: Trade['channel'], outTradeNo: string): Trade | undefined {
  const trade = world.ledger.trade(outTradeNo);
  if (trade?.channel !== channel) return undefined;
  ageTrade(world, trade);
  return trade;
}
