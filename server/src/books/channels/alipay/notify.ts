import { addMinutes, exactFenOf } from '@exam/contract/rules';
import { type AlipayClient, type AlipaySettings, fromChinaStamp } from './client.ts';
import type { ChannelPayment, Notice, Rejection } from '../channel.ts';
import { readForm } from '../form.ts';

/** How far a notification's time may lie from ours (T13). The channel stamps each of its tries again. */
const freshMinutes = 5;

/**
 * Reads a notification from its raw bytes: RSA2 signature of the channel over exactly these fields, our application, our
 * seller, and a time within five minutes (T13).
 */
export function parseAlipayNotify(
  client: AlipayClient,
  settings: AlipaySettings,
  { rawBody, now }: { rawBody: Buffer; now: string },
): Notice | Rejection {
  const fields = readForm(rawBody);
  if (!fields) return { rejected: 'malformed', tradeNo: null };
  const tradeNo = fields['out_trade_no'] ?? null;
  if (!isSigned(client, fields)) return { rejected: 'badSignature', tradeNo };
  if (fields['app_id'] !== settings.appId || fields['seller_id'] !== settings.sellerId)
    return { rejected: 'foreign', tradeNo };
  if (!isFresh(fields['notify_time'] ?? '', now)) return { rejected: 'stale', tradeNo };
  return tradeNo === null ? { rejected: 'malformed', tradeNo } : noticeOf(fields, tradeNo);
}

function isSigned(client: AlipayClient, fields: Readonly<Record<string, string>>): boolean {
  try {
    return client.isSigned(fields);
  } catch {
    return false;
  }
}

function isFresh(stamp: string, now: string): boolean {
  const at = fromChinaStamp(stamp);
  return at !== null && at >= addMinutes(now, -freshMinutes) && at <= addMinutes(now, freshMinutes);
}

function noticeOf(fields: Readonly<Record<string, string>>, tradeNo: string): Notice {
  const status = fields['trade_status'];
  const channelTradeNo = fields['trade_no'] ?? '';
  const isRefund = fields['refund_fee'] !== undefined || fields['out_biz_no'] !== undefined;
  if (isRefund)
    return {
      eventKey: `${channelTradeNo}:refunded:${fields['out_biz_no'] ?? ''}`,
      kind: 'refunded',
      tradeNo,
      payment: null,
      refund: { channelTradeNo, requestNo: fields['out_biz_no'] ?? '' },
    };
  const kind = kinds.get(status ?? '') ?? 'other';
  const payment = kind === 'paid' ? paymentOf(fields, channelTradeNo) : null;
  if (payment) return { eventKey: `${channelTradeNo}:paid`, kind, tradeNo, payment };
  const eventKey = `${channelTradeNo}:${status ?? ''}`;
  return { eventKey, kind: kind === 'paid' ? 'unread' : kind, tradeNo, payment: null };
}

const kinds: ReadonlyMap<string, 'paid' | 'closed'> = new Map([
  ['TRADE_SUCCESS', 'paid'],
  ['TRADE_FINISHED', 'paid'],
  ['TRADE_CLOSED', 'closed'],
]);

function paymentOf(fields: Readonly<Record<string, string>>, channelTradeNo: string): ChannelPayment | null {
  const amount = exactFenOf(fields['total_amount'] ?? '');
  const paidAt = fromChinaStamp(fields['gmt_payment'] ?? '');
  return amount === null || paidAt === null || channelTradeNo === '' ? null : { channelTradeNo, amount, paidAt };
}
