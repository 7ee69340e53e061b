import { chinaStamp, fromChinaStamp } from '../china-time.ts';
import type { Payment, Refund, Trade } from '../ledger.ts';

/** An instant as the channel writes it: `20261121160000`, China time. */
export function compactStamp(ms: number): string {
  return chinaStamp(ms).replaceAll(/[-: ]/g, '');
}

/** Milliseconds of such a time; undefined when it is none. */
export function fromCompactStamp(stamp: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp);
  return parts ? fromChinaStamp(`${parts[1]}-${parts[2]}-${parts[3]} ${parts[4]}:${parts[5]}:${parts[6]}`) : undefined;
}

/** What every message about one transaction says. */
function common(trade: Trade): Record<string, string> {
  return { version: '5.1.0', encoding: 'UTF-8', accessType: '0', merId: trade.appId, currencyCode: '156' };
}

/** A payment as notification and way back tell of it. `method` is `bizType:txnSubType`, `passback` the merchant's txnTime. */
export function paymentFields(
  trade: Trade,
  payment: Pick<Payment, 'tradeNo' | 'amountFen' | 'paidAt'>,
): Record<string, string> {
  const [bizType = '', txnSubType = ''] = trade.method.split(':');
  const at = compactStamp(Date.parse(payment.paidAt));
  return {
    ...common(trade),
    bizType,
    txnType: '01',
    txnSubType,
    orderId: trade.outTradeNo,
    txnTime: trade.passback,
    txnAmt: String(payment.amountFen),
    queryId: payment.tradeNo,
    traceNo: payment.tradeNo.slice(-6),
    traceTime: at.slice(4),
    settleAmt: String(payment.amountFen),
    settleCurrencyCode: '156',
    settleDate: at.slice(4, 8),
    respCode: '00',
    respMsg: '成功[0000000]',
  };
}

/** A refund as its notification tells of it; `txnTime` is that of the merchant's call. */
export function refundFields(trade: Trade, refund: Refund): Record<string, string> {
  const at = compactStamp(Date.parse(refund.at));
  return {
    ...common(trade),
    bizType: trade.method.split(':')[0] ?? '',
    txnType: '04',
    txnSubType: '00',
    orderId: refund.outRequestNo,
    txnTime: at,
    txnAmt: String(refund.amountFen),
    queryId: refund.refundNo ?? '',
    origQryId: refund.tradeNo,
    traceTime: at.slice(4),
    respCode: refund.isAbnormal ? '99' : '00',
    respMsg: refund.isAbnormal ? '退货失败' : '成功[0000000]',
  };
}
