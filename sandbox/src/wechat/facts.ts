import { chinaStamp } from '../china-time.ts';
import { paymentOf } from '../trade/trades.ts';
import type { Trade } from '../ledger.ts';

/** An instant as the channel writes it: `2026-11-21T16:00:00+08:00`. */
export function rfc3339(ms: number): string {
  return `${chinaStamp(ms).replace(' ', 'T')}+08:00`;
}

/** The channel's word for where a trade is; of a trade with any refund it says no more than that. */
function tradeState(trade: Trade): string {
  if (trade.payments.length > 0)
    return trade.refunds.some(({ isAbnormal }) => isAbnormal !== true) ? 'REFUND' : 'SUCCESS';
  if (trade.closedAt !== null) return 'CLOSED';
  return trade.acceptedAt === null ? 'NOTPAY' : 'USERPAYING';
}

const words: Readonly<Record<string, string>> = {
  SUCCESS: '支付成功',
  REFUND: '转入退款',
  CLOSED: '订单已关闭',
  NOTPAY: '订单未支付',
  USERPAYING: '用户支付中',
};

const types: Readonly<Record<string, string>> = { h5: 'MWEB', jsapi: 'JSAPI' };

/** The channel's word for how a trade is paid. */
export function tradeTypeOf({ method }: Trade): string {
  return types[method] ?? 'NATIVE';
}

/** What the channel says of a trade, or of one payment of it. */
export function stateOf(trade: Trade, tradeNo?: string): Record<string, unknown> {
  const payment = paymentOf(trade, tradeNo);
  const state = tradeState(trade);
  return {
    appid: trade.appId,
    out_trade_no: trade.outTradeNo,
    trade_type: tradeTypeOf(trade),
    trade_state: state,
    trade_state_desc: words[state] ?? state,
    attach: '',
    ...(payment
      ? {
          transaction_id: payment.tradeNo,
          bank_type: 'OTHERS',
          success_time: rfc3339(Date.parse(payment.paidAt)),
          payer: { openid: trade.payer ?? 'oSandboxBuyer0000000000000000' },
          amount: {
            total: payment.amountFen,
            payer_total: payment.amountFen,
            currency: 'CNY',
            payer_currency: 'CNY',
          },
        }
      : { amount: { total: trade.amountFen, currency: 'CNY' } }),
  };
}
