import { chinaStamp, fromChinaStamp } from '../china-time.ts';
import { textOf } from '../reading.ts';
import { fenOf, yuanOf } from '../yuan.ts';
import { businessFailed, success } from './answers.ts';
import { buyer } from './dialect.ts';
import { ageTrade, closeTrade, enterTrade, paymentOf, refundedFen, statusOf } from '../trade/trades.ts';
import type { Refund, Trade } from '../ledger.ts';
import type { Unchecked } from '../reading.ts';
import type { World } from '../world.ts';
import type { Answer } from './answers.ts';

/** A genuine call of the merchant: the common parameters and the opened biz_content. */
export interface Call {
  method: string;
  appId: string;
  notifyUrl: string;
  returnUrl: string;
  content: Unchecked;
}

const DEFAULT_LIFE_MS: Record<string, number> = { 'alipay.trade.precreate': 2 * 3600 * 1000 };
const FIFTEEN_DAYS_MS = 15 * 24 * 3600 * 1000;
const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const notExist = (): Answer => businessFailed('ACQ.TRADE_NOT_EXIST');

const LONGEST_SUBJECT = 256;

function lifeMs(timeout: string): number | undefined {
  const parts = /^(\d{1,5})([mhd])$/.exec(timeout);
  const unit = UNIT_MS[parts?.[2] ?? ''];
  return parts && unit !== undefined ? Number(parts[1]) * unit : undefined;
}

/** When a new trade ends, ISO 8601 UTC: time_expire wins over a duration, as at the channel; undefined when malformed or already past. */
function endOf(world: World, call: Call): string | undefined {
  const now = world.clock.now();
  const expire = textOf(call.content, 'time_expire');
  const timeout = textOf(call.content, 'timeout_express') || textOf(call.content, 'qr_code_timeout_express');
  const unset = now + (DEFAULT_LIFE_MS[call.method] ?? FIFTEEN_DAYS_MS);
  const life = timeout === '' ? unset - now : lifeMs(timeout);
  const end = expire === '' ? life !== undefined && now + life : fromChinaStamp(expire);
  return end === undefined || end === false || end <= now ? undefined : new Date(end).toISOString();
}

function refusedOrder(known: Trade, amountFen: number): Answer | undefined {
  if (known.payments.length > 0) return businessFailed('ACQ.TRADE_HAS_SUCCESS');
  if (known.closedAt !== null) return businessFailed('ACQ.TRADE_HAS_CLOSE');
  return known.amountFen === amountFen ? undefined : businessFailed('ACQ.CONTEXT_INCONSISTENT');
}

/**
 * Starts a trade or finds the one that was started with the same number and amount.
 * @returns the trade, or the answer that refuses it
 */
export function startTrade(world: World, call: Call): { trade: Trade } | { refused: Answer } {
  const outTradeNo = textOf(call.content, 'out_trade_no');
  const subject = textOf(call.content, 'subject');
  const amountFen = fenOf(textOf(call.content, 'total_amount'));
  const seller = textOf(call.content, 'seller_id');
  if (!/^[\w-]{1,64}$/.test(outTradeNo)) return { refused: businessFailed('ACQ.INVALID_PARAMETER', 'out_trade_no') };
  if (subject === '' || subject.length > LONGEST_SUBJECT)
    return { refused: businessFailed('ACQ.INVALID_PARAMETER', 'subject') };
  if (amountFen === undefined || amountFen < 1)
    return { refused: businessFailed('ACQ.INVALID_PARAMETER', 'total_amount') };
  if (seller !== '' && seller !== world.merchant.sellerId)
    return { refused: businessFailed('ACQ.INVALID_PARAMETER', 'seller_id') };
  const known = world.ledger.trade(outTradeNo);
  if (known) {
    ageTrade(world, known);
    const refused = refusedOrder(known, amountFen);
    return refused ? { refused } : { trade: known };
  }
  const expiresAt = endOf(world, call);
  if (expiresAt === undefined) return { refused: businessFailed('ACQ.INVALID_PARAMETER', 'time_expire') };
  const { method, appId, notifyUrl, returnUrl } = call;
  const passback = textOf(call.content, 'passback_params');
  return {
    trade: enterTrade(world, {
      channel: 'alipay',
      outTradeNo,
      appId,
      method,
      subject,
      passback,
      amountFen,
      notifyUrl,
      returnUrl,
      expiresAt,
    }),
  };
}

/** The trade a call speaks of, once a buyer has opened it: an unscanned code is unknown to the real channel too. */
function findTrade(world: World, call: Call): Trade | undefined {
  const tradeNo = textOf(call.content, 'trade_no');
  const trade =
    tradeNo === '' ? world.ledger.trade(textOf(call.content, 'out_trade_no')) : world.ledger.tradeByNumber(tradeNo);
  if (trade) ageTrade(world, trade);
  return trade?.openedAt === null ? undefined : trade;
}

function precreate(world: World, call: Call): Answer {
  const started = startTrade(world, call);
  if ('refused' in started) return started.refused;
  return {
    ...success,
    out_trade_no: started.trade.outTradeNo,
    qr_code: `${world.publicUrl()}/pay/${started.trade.cashierId}`,
  };
}

function query(world: World, call: Call): Answer {
  const trade = findTrade(world, call);
  if (!trade) return notExist();
  const payment = paymentOf(trade, textOf(call.content, 'trade_no'));
  const answer = {
    ...success,
    trade_no: payment?.tradeNo ?? trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    trade_status: statusOf(trade, world.clock.now(), payment?.tradeNo),
    total_amount: yuanOf(payment?.amountFen ?? trade.amountFen),
    buyer_user_id: buyer.id,
    buyer_logon_id: buyer.logon,
  };
  if (!payment) return answer;
  const yuan = yuanOf(payment.amountFen);
  const paid = { receipt_amount: yuan, buyer_pay_amount: yuan, invoice_amount: yuan, point_amount: '0.00' };
  return { ...answer, ...paid, send_pay_date: chinaStamp(Date.parse(payment.paidAt)) };
}

function close(world: World, call: Call): Answer {
  const trade = findTrade(world, call);
  if (!trade) return notExist();
  // A trade that is paid, closed or being worked on answers the same: only its query tells which, and of the last not even that.
  if (trade.payments.length > 0 || trade.closedAt !== null || trade.acceptedAt !== null)
    return businessFailed('ACQ.TRADE_STATUS_ERROR');
  closeTrade(world, trade, 'merchant');
  return { ...success, trade_no: trade.tradeNo, out_trade_no: trade.outTradeNo };
}

function refundAnswer(trade: Trade, refund: Refund, changed: boolean): Answer {
  const total = yuanOf(refundedFen(trade, refund.tradeNo));
  return {
    ...success,
    trade_no: refund.tradeNo,
    out_trade_no: trade.outTradeNo,
    buyer_user_id: buyer.id,
    buyer_logon_id: buyer.logon,
    fund_change: changed ? 'Y' : 'N',
    refund_fee: total,
    send_back_fee: changed ? yuanOf(refund.amountFen) : '0.00',
    gmt_refund_pay: chinaStamp(Date.parse(refund.at)),
  };
}

function makeRefund(world: World, trade: Trade, made: Refund): Answer {
  const status = statusOf(trade, world.clock.now(), made.tradeNo);
  if (status === 'TRADE_CLOSED') return businessFailed('ACQ.TRADE_HAS_CLOSE');
  if (status === 'TRADE_FINISHED') return businessFailed('ACQ.TRADE_HAS_FINISHED');
  const paidFen = paymentOf(trade, made.tradeNo)?.amountFen ?? 0;
  if (refundedFen(trade, made.tradeNo) + made.amountFen > paidFen)
    return businessFailed('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
  if (trade.refundsFail) return businessFailed('ACQ.SELLER_BALANCE_NOT_ENOUGH');
  trade.refunds.push(made);
  world.ledger.saveTrade(trade);
  void world.notifier.tell(trade, 'refunded', { refund: made });
  return refundAnswer(trade, made, true);
}

function refund(world: World, call: Call): Answer {
  const trade = findTrade(world, call);
  if (!trade) return notExist();
  const payment = paymentOf(trade, textOf(call.content, 'trade_no'));
  const amountFen = fenOf(textOf(call.content, 'refund_amount'));
  const requestNo = textOf(call.content, 'out_request_no');
  if (!payment) return businessFailed('ACQ.TRADE_STATUS_ERROR');
  if (amountFen === undefined || amountFen < 1) return businessFailed('ACQ.INVALID_PARAMETER', 'refund_amount');
  if (requestNo === '' && amountFen < payment.amountFen)
    return businessFailed('ACQ.INVALID_PARAMETER', 'out_request_no');
  const outRequestNo = requestNo || trade.outTradeNo;
  const before = trade.refunds.find(
    (known) => known.outRequestNo === outRequestNo && known.tradeNo === payment.tradeNo,
  );
  if (before)
    return before.amountFen === amountFen
      ? refundAnswer(trade, before, false)
      : businessFailed('ACQ.DISCORDANT_REPEAT_REQUEST');
  const reason = textOf(call.content, 'refund_reason');
  return makeRefund(world, trade, {
    outRequestNo,
    tradeNo: payment.tradeNo,
    amountFen,
    reason,
    at: world.clock.stamp(),
  });
}

function refundQuery(world: World, call: Call): Answer {
  const trade = findTrade(world, call);
  if (!trade) return notExist();
  const outRequestNo = textOf(call.content, 'out_request_no');
  if (outRequestNo === '') return businessFailed('ACQ.INVALID_PARAMETER', 'out_request_no');
  const tradeNo = textOf(call.content, 'trade_no');
  const found = trade.refunds.find(
    (known) => known.outRequestNo === outRequestNo && (tradeNo === '' || known.tradeNo === tradeNo),
  );
  // A refund that was never made is no error at the channel: the answer is merely empty.
  if (!found) return { ...success };
  return {
    ...success,
    trade_no: found.tradeNo,
    out_trade_no: trade.outTradeNo,
    out_request_no: outRequestNo,
    refund_reason: found.reason,
    total_amount: yuanOf(paymentOf(trade, found.tradeNo)?.amountFen ?? trade.amountFen),
    refund_amount: yuanOf(found.amountFen),
    refund_status: 'REFUND_SUCCESS',
    gmt_refund_pay: chinaStamp(Date.parse(found.at)),
  };
}

/** The methods that answer in JSON; the two page methods show the pay page instead. */
export const methods: Readonly<Record<string, (world: World, call: Call) => Answer>> = {
  'alipay.trade.precreate': precreate,
  'alipay.trade.query': query,
  'alipay.trade.close': close,
  'alipay.trade.refund': refund,
  'alipay.trade.fastpay.refund.query': refundQuery,
  'alipay.data.dataservice.bill.downloadurl.query': () => businessFailed('isp.unsupported'),
};

/** The methods a browser is sent to. */
export const pageMethods: readonly string[] = ['alipay.trade.page.pay', 'alipay.trade.wap.pay'];
