import { sealed } from './signing.ts';
import { compactStamp, paymentFields, refundFields } from './facts.ts';
import { paymentOf } from '../trade/trades.ts';
import type { Clock } from '../clock.ts';
import type { Dialect } from '../trade/dialect.ts';
import type { UnionpayChain } from '../world.ts';

interface Parts {
  clock: Clock;
  chain: () => UnionpayChain;
}

/**
 * How UnionPay tells: a signed form that is the same at each try and carries no time of its sending. It tells of payments and of the
 * refunds that the merchant's own calls asked for, and posts the buyer back with the same fields.
 */
export function unionpayDialect(parts: Parts): Dialect {
  return {
    tells: (kind, about) => kind === 'paid' || kind === 'forged' || (kind === 'refunded' && about.isByHand !== true),
    facts: (trade, kind, about) => {
      if (about.refund) return refundFields(trade, about.refund);
      const payment = about.payment ?? paymentOf(trade);
      const forged = { tradeNo: '9'.repeat(21), amountFen: trade.amountFen, paidAt: parts.clock.stamp() };
      return paymentFields(trade, kind === 'forged' || !payment ? forged : payment);
    },
    message: ({ kind, fields }) => {
      const { signature: _old, ...facts } = fields;
      const told = sealed(facts, parts.chain(), kind !== 'forged');
      return {
        fields: told,
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
        body: new URLSearchParams(told).toString(),
      };
    },
    isHeard: (status) => status === 200,
    wayBack: (trade) => {
      const payment = paymentOf(trade);
      const facts = payment
        ? paymentFields(trade, payment)
        : { orderId: trade.outTradeNo, merId: trade.appId, txnTime: compactStamp(Date.parse(trade.createdAt)) };
      return { address: trade.returnUrl, form: sealed(facts, parts.chain()) };
    },
  };
}
