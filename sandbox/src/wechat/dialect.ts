import { randomHex } from '../chance.ts';
import { rfc3339, stateOf } from './facts.ts';
import { sealedResource, signedHeaders } from './signing.ts';
import { paymentOf } from '../trade/trades.ts';
import type { Clock } from '../clock.ts';
import type { Refund, Trade } from '../ledger.ts';
import type { Dialect } from '../trade/dialect.ts';
import type { WechatAccess, WechatKeys } from '../world.ts';

interface Parts {
  clock: Clock;
  access: WechatAccess | undefined;
  keys: WechatKeys;
}

function paymentFacts(parts: Parts, trade: Trade, tradeNo?: string): object {
  return {
    mchid: parts.access?.mchId,
    ...stateOf(trade, tradeNo),
    ...(tradeNo === undefined ? {} : { trade_state: 'SUCCESS' }),
  };
}

function refundFacts(parts: Parts, trade: Trade, refund: Refund): object {
  const total = paymentOf(trade, refund.tradeNo)?.amountFen ?? trade.amountFen;
  return {
    mchid: parts.access?.mchId,
    out_trade_no: trade.outTradeNo,
    transaction_id: refund.tradeNo,
    out_refund_no: refund.outRequestNo,
    refund_id: refund.refundNo,
    refund_status: refund.isAbnormal ? 'ABNORMAL' : 'SUCCESS',
    success_time: rfc3339(Date.parse(refund.at)),
    user_received_account: '支付用户零钱',
    amount: { total, refund: refund.amountFen, payer_total: total, payer_refund: refund.amountFen },
  };
}

/**
 * How WeChat Pay tells: JSON whose resource is sealed under the merchant's key, signed in the headers. It tells of payments and of the
 * refunds that the merchant's own calls asked for, not of those made in its console.
 */
export function wechatDialect(parts: Parts): Dialect {
  return {
    tells: (kind, about) => kind === 'paid' || kind === 'forged' || (kind === 'refunded' && about.isByHand !== true),
    facts: (trade, kind, about) => {
      const { refund } = about;
      const event = refund ? `REFUND.${refund.isAbnormal ? 'ABNORMAL' : 'SUCCESS'}` : 'TRANSACTION.SUCCESS';
      const payment = about.payment ?? paymentOf(trade);
      const forged = { ...stateOf(trade), trade_state: 'SUCCESS', transaction_id: '9'.repeat(28) };
      const told = refund ? refundFacts(parts, trade, refund) : paymentFacts(parts, trade, payment?.tradeNo ?? '');
      return {
        notify_id: randomHex(32),
        event_type: event,
        resource: JSON.stringify(kind === 'forged' ? forged : told),
      };
    },
    message: ({ kind, fields }) => {
      const type = fields['event_type'] ?? '';
      const original = type.startsWith('REFUND') ? 'refund' : 'transaction';
      const key = parts.access?.apiV3Key ?? '';
      const body = JSON.stringify({
        id: fields['notify_id'],
        create_time: rfc3339(parts.clock.now()),
        resource_type: 'encrypt-resource',
        event_type: type,
        summary: original === 'refund' ? '退款' : '支付成功',
        resource: { original_type: original, ...sealedResource(fields['resource'] ?? '{}', key, original) },
      });
      const signed = signedHeaders(body, { ...parts.keys, at: parts.clock.now(), isGenuine: kind !== 'forged' });
      return { fields: { ...fields }, headers: { 'content-type': 'application/json', ...signed }, body };
    },
    isHeard: () => true,
    wayBack: (trade) => ({ address: trade.returnUrl }),
  };
}
