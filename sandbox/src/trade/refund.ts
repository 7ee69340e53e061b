import { paymentOf, refundedFen, refundNumber } from './trades.ts';
import type { Refund, Trade } from '../ledger.ts';
import type { World } from '../world.ts';

/** What a merchant asks to give back; amount in fen. */
export interface RefundOrder {
  outRequestNo: string;
  /** The channel's number of the payment. */
  tradeNo: string;
  amountFen: number;
  reason: string;
}

/** Why nothing is given back. */
export type NotRefunded = 'NOT_PAID' | 'TOO_MUCH' | 'DIFFERENT';

/** Gives money back, once for each request number: asked again it tells of the same refund. A refund that fails is there and abnormal. */
export function makeRefund(
  world: World,
  trade: Trade,
  order: RefundOrder,
): { refund: Refund; isNew: boolean } | { refused: NotRefunded } {
  const payment = paymentOf(trade, order.tradeNo);
  if (!payment) return { refused: 'NOT_PAID' };
  const before = trade.refunds.find(({ outRequestNo }) => outRequestNo === order.outRequestNo);
  if (before) return before.amountFen === order.amountFen ? { refund: before, isNew: false } : { refused: 'DIFFERENT' };
  if (refundedFen(trade, payment.tradeNo) + order.amountFen > payment.amountFen) return { refused: 'TOO_MUCH' };
  const refund: Refund = {
    ...order,
    tradeNo: payment.tradeNo,
    at: world.clock.stamp(),
    refundNo: refundNumber(world, trade),
    ...(trade.refundsFail ? { isAbnormal: true } : {}),
  };
  trade.refunds.push(refund);
  world.ledger.saveTrade(trade);
  void world.notifier.tell(trade, 'refunded', { refund });
  return { refund, isNew: true };
}
