import type { Payment, Refund, Trade } from '../ledger.ts';

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** A hosted page's session as the gateway shows it; with the payment opened up to its charge when wanted. */
export function sessionObject(trade: Trade, payment: Payment | undefined, isExpanded = false): object {
  const intent = payment?.tradeNo ?? (trade.acceptedAt === null ? null : trade.tradeNo);
  return {
    id: `cs_test_${trade.cashierId}`,
    object: 'checkout.session',
    client_reference_id: trade.outTradeNo,
    amount_total: payment?.amountFen ?? trade.amountFen,
    currency: 'cny',
    status: statusOf(trade, payment),
    payment_status: payment ? 'paid' : 'unpaid',
    payment_intent: isExpanded && intent !== null ? intentObject(trade, payment, intent) : intent,
  };
}

function statusOf(trade: Trade, payment: Payment | undefined): 'complete' | 'open' | 'expired' {
  if (payment || trade.acceptedAt !== null) return 'complete';
  return trade.closedAt === null ? 'open' : 'expired';
}

function intentObject(trade: Trade, payment: Payment | undefined, id: string): object {
  return {
    id,
    object: 'payment_intent',
    amount: payment?.amountFen ?? trade.amountFen,
    currency: 'cny',
    status: payment ? 'succeeded' : 'processing',
    latest_charge: payment
      ? { id: id.replace('pi_', 'ch_'), object: 'charge', created: seconds(payment.paidAt) }
      : null,
  };
}

/** A refund as the gateway shows it; one made in its console has no number of the merchant's. */
export function refundObject(trade: Trade, refund: Refund): object {
  const isByHand = refund.reason === 'console';
  return {
    id: refund.refundNo,
    object: 'refund',
    amount: refund.amountFen,
    currency: 'cny',
    payment_intent: refund.tradeNo,
    status: refund.isAbnormal ? 'failed' : 'succeeded',
    ...(refund.isAbnormal ? { failure_reason: 'expired_or_canceled_card' } : {}),
    created: seconds(refund.at),
    metadata: isByHand ? {} : { request_no: refund.outRequestNo, trade_no: trade.outTradeNo },
  };
}
