import { randomDigits } from '../chance.ts';
import { paymentOf, refundedFen, refundNumber, statusOf } from './trades.ts';
import type { Refund, Trade } from '../ledger.ts';
import type { World } from '../world.ts';

/** `told` settles when the merchant's first answer is in. */
export type ConsoleRefund = { refused: 'NOT_PAID' | 'TOO_MUCH' | 'CLOSED' } | { told: Promise<void> };

/**
 * A refund that somebody makes by hand in the channel's own merchant console: the channel gives it a request number of its own and
 * tells the merchant if it tells of such refunds at all.
 * @param amountFen everything that is left when undefined
 */
export function refundInConsole(world: World, trade: Trade, amountFen?: number): ConsoleRefund {
  const payment = paymentOf(trade);
  if (!payment) return { refused: 'NOT_PAID' };
  if (statusOf(trade, world.clock.now(), payment.tradeNo) !== 'TRADE_SUCCESS') return { refused: 'CLOSED' };
  const left = payment.amountFen - refundedFen(trade, payment.tradeNo);
  const wanted = amountFen ?? left;
  if (wanted < 1 || wanted > left) return { refused: 'TOO_MUCH' };
  const refund: Refund = {
    outRequestNo: `MC${randomDigits(18)}`,
    tradeNo: payment.tradeNo,
    amountFen: wanted,
    reason: 'console',
    at: world.clock.stamp(),
    refundNo: refundNumber(world, trade),
  };
  trade.refunds.push(refund);
  world.ledger.saveTrade(trade);
  return { told: world.notifier.tell(trade, 'refunded', { refund, isByHand: true }) };
}
