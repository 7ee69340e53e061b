import { exactFenOf, yuanOf } from '@exam/contract/rules';
import {
  type AlipayAnswer,
  type AlipayClient,
  type AlipaySettings,
  chinaStamp,
  createAlipayClient,
  fromChinaStamp,
} from './client.ts';
import { parseAlipayNotify } from './notify.ts';
import {
  type ChannelPort,
  ChannelSilent,
  type RefundAnswer,
  type RefundRequest,
  type RefundStanding,
  type StartRequest,
  type TradeState,
} from '../channel.ts';

/**
 * Alipay: on a computer a code to scan and the channel's own page, on a phone the wap page that opens the app. One trade
 * number serves both, so at most one payment is meant.
 * @throws ConfigError when the keys cannot be read.
 */
export function createAlipay(settings: AlipaySettings): ChannelPort {
  const client = createAlipayClient(settings);
  return {
    start: (request) => start(client, settings, request),
    query: (tradeNo) => query(client, tradeNo),
    close: async (tradeNo) => {
      const answer = await client.call('alipay.trade.close', { out_trade_no: tradeNo });
      // A trade that nobody opened is unknown to the channel, and its code dies at `expiresAt`.
      if (isSuccess(answer) || isRefusedAs(answer, 'ACQ.TRADE_NOT_EXIST')) return 'closed';
      if (answer['code'] === '40004') return 'refused';
      throw new ChannelSilent(answer['sub_code']);
    },
    refund: (request) => refund(client, request),
    queryRefund: (request) => queryRefund(client, request),
    findRefund: (refund) => findRefund(client, refund),
    parseNotify: (rawBody, now) => parseAlipayNotify(client, settings, { rawBody, now }),
  };
}

async function start(client: AlipayClient, settings: AlipaySettings, request: StartRequest) {
  const content = {
    out_trade_no: request.tradeNo,
    total_amount: yuanOf(request.amount),
    subject: request.subject,
    seller_id: settings.sellerId,
    time_expire: chinaStamp(request.expiresAt),
  };
  if (request.device === 'phone') {
    const redirectUrl = await client.pageUrl('alipay.trade.wap.pay', { ...content, product_code: 'QUICK_WAP_WAY' });
    return { redirectUrl, qrCode: null };
  }
  const answer = await client.call('alipay.trade.precreate', content);
  const qrCode = answer['qr_code'];
  if (!isSuccess(answer) || qrCode === undefined) throw new ChannelSilent(answer['sub_code']);
  const redirectUrl = await client.pageUrl('alipay.trade.page.pay', {
    ...content,
    product_code: 'FAST_INSTANT_TRADE_PAY',
  });
  return { redirectUrl, qrCode };
}

async function query(client: AlipayClient, tradeNo: string): Promise<TradeState> {
  const answer = await client.call('alipay.trade.query', { out_trade_no: tradeNo });
  if (isRefusedAs(answer, 'ACQ.TRADE_NOT_EXIST')) return { state: 'unknown' };
  if (!isSuccess(answer) || answer['out_trade_no'] !== tradeNo) throw new ChannelSilent(answer['sub_code']);
  switch (answer['trade_status']) {
    case 'WAIT_BUYER_PAY':
      return { state: 'waiting' };
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return paidState(answer);
    case 'TRADE_CLOSED':
      // Closed with a payment date is a payment that was given back in full: it was still a payment.
      return answer['send_pay_date'] === undefined ? { state: 'closed' } : paidState(answer);
    default:
      throw new ChannelSilent(answer['trade_status']);
  }
}

function paidState(answer: AlipayAnswer): TradeState {
  const amount = exactFenOf(answer['total_amount'] ?? '');
  const paidAt = fromChinaStamp(answer['send_pay_date'] ?? '');
  const channelTradeNo = answer['trade_no'];
  if (amount === null || paidAt === null || channelTradeNo === undefined) throw new ChannelSilent('incomplete answer');
  return { state: 'paid', payment: { channelTradeNo, amount, paidAt } };
}

async function refund(client: AlipayClient, request: RefundRequest): Promise<RefundAnswer> {
  const answer = await client.call('alipay.trade.refund', {
    out_trade_no: request.tradeNo,
    trade_no: request.channelTradeNo,
    out_request_no: request.serialNumber,
    refund_amount: yuanOf(request.amount),
    refund_reason: request.reason,
  });
  // `fund_change` N means that this very refund was made before: the same good end.
  if (isSuccess(answer)) return { state: 'done' };
  if (answer['code'] === '40004' && answer['sub_code'] !== 'ACQ.SYSTEM_ERROR') {
    return { state: 'refused', code: answer['sub_code'] ?? 'unknown' };
  }
  throw new ChannelSilent(answer['sub_code']);
}

async function queryRefund(client: AlipayClient, request: RefundRequest): Promise<RefundStanding> {
  const answer = await client.call('alipay.trade.fastpay.refund.query', {
    out_trade_no: request.tradeNo,
    trade_no: request.channelTradeNo,
    out_request_no: request.serialNumber,
  });
  if (isRefusedAs(answer, 'ACQ.TRADE_NOT_EXIST')) return { state: 'unknown' };
  if (!isSuccess(answer)) throw new ChannelSilent(answer['sub_code']);
  return answer['refund_status'] === 'REFUND_SUCCESS' ? { state: 'done' } : { state: 'unknown' };
}

async function findRefund(client: AlipayClient, refund: Parameters<ChannelPort['findRefund']>[0]) {
  const answer = await client.call('alipay.trade.fastpay.refund.query', {
    out_trade_no: refund.tradeNo,
    trade_no: refund.channelTradeNo,
    out_request_no: refund.requestNo,
  });
  const amount = exactFenOf(answer['refund_amount'] ?? '');
  const isDone = isSuccess(answer) && answer['refund_status'] === 'REFUND_SUCCESS';
  if (!isDone || amount === null) throw new ChannelSilent(answer['sub_code']);
  return { amount };
}

function isSuccess(answer: AlipayAnswer): boolean {
  return answer['code'] === '10000';
}

function isRefusedAs(answer: AlipayAnswer, subCode: string): boolean {
  return answer['code'] === '40004' && answer['sub_code'] === subCode;
}
