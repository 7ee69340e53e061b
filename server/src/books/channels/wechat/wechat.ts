import { addMinutes } from '@exam/contract/rules';
import * as z from 'zod/mini';
import {
  type ChannelPort,
  ChannelSilent,
  type Notice,
  type RefundAnswer,
  type RefundRequest,
  type Rejection,
  type StartRequest,
  type TradeState,
} from '../channel.ts';
import { openSheet, signInPage } from './inside.ts';
import { createWechatClient, type WechatClient, type WechatSettings } from './client.ts';

const trade = z.object({
  mchid: z.string(),
  appid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.optional(z.string()),
  success_time: z.optional(z.string()),
  amount: z.optional(z.object({ total: z.int(), currency: z.optional(z.string()) })),
});
type Trade = z.output<typeof trade>;
const refundShape = z.object({ status: z.string(), amount: z.object({ refund: z.int() }) });
const notification = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z._default(z.string(), ''),
  }),
});
const refundNews = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string(),
  out_refund_no: z.string(),
  refund_status: z.string(),
});

/**
 * WeChat Pay v3: on a computer a code to scan, on a phone the page that opens the app. A number that was used for the one cannot be used
 * for the other. Inside WeChat's own browser neither works: there the payer is signed in at our official account without a word, and
 * pays on WeChat's own sheet (decision 0093).
 * @throws ConfigError when the keys cannot be read.
 */
export function createWechat(settings: WechatSettings): ChannelPort {
  const client = createWechatClient(settings);
  const { signIn } = settings;
  return {
    ...(signIn && {
      sheet: (request, code) =>
        openSheet(client, { ...settings, signIn }, { content: orderOf(settings, request), code }),
    }),
    isBoundToDevice: true,
    isLeadBrief: true,
    start: (request) => start(client, settings, request),
    query: (tradeNo) => query(client, settings, tradeNo),
    close: async (tradeNo) => {
      const answer = await client.call('POST', `${place(tradeNo)}/close`, { mchid: settings.mchId });
      return answer.status === 204 || isRefusedAs(answer, 'ORDER_NOT_EXIST') ? 'closed' : 'refused';
    },
    refund: (request) => refund(client, settings, request),
    queryRefund: async ({ serialNumber }) => {
      const answer = await client.call('GET', refundPlace(serialNumber));
      return answer.status === 404 ? { state: 'unknown' } : refundAnswer(answer);
    },
    findRefund: async ({ requestNo }) => {
      const answer = await client.call('GET', refundPlace(requestNo));
      const found = refundShape.safeParse(answer.fields);
      if (!found.success || found.data.status !== 'SUCCESS') throw new ChannelSilent(answer.status);
      return { amount: found.data.amount.refund };
    },
    parseNotify: (rawBody, now, headers = {}) => {
      // With these the channel tries whether signatures are looked at: they are refused, and are nobody's fault.
      if (String(headers['wechatpay-signature']).startsWith('WECHATPAY/SIGNTEST/'))
        return { rejected: 'malformed', tradeNo: null };
      const body = rawBody.toString('utf8');
      const checked = client.check(body, headers, now);
      return checked === 'good' ? readNotice(client, settings, body) : { rejected: checked, tradeNo: null };
    },
    answers: {
      believed: { status: 200, content: '' },
      refused: {
        status: 400,
        content: JSON.stringify({ code: 'FAIL', message: '失败' }),
        mediaType: 'application/json',
      },
    },
  };
}

const place = (tradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeNo)}`;
const refundPlace = (requestNo: string) => `/v3/refund/domestic/refunds/${encodeURIComponent(requestNo)}`;

/** An instant in China time with its offset, as the channel wants it. */
function chinaTime(instant: string): string {
  return `${addMinutes(instant, 8 * 60).slice(0, 19)}+08:00`;
}

/** The instant of a time written by the channel; null when it is none. */
function instantOf(text: string): string | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?\+08:00$/.exec(text);
  return parts ? addMinutes(`${parts[1]}.000Z`, -8 * 60) : null;
}

/** What every way of paying tells of an order. */
function orderOf(settings: WechatSettings, request: StartRequest) {
  return {
    mchid: settings.mchId,
    appid: settings.appId,
    description: request.subject,
    out_trade_no: request.tradeNo,
    time_expire: chinaTime(request.expiresAt),
    notify_url: settings.notifyUrl,
    amount: { total: request.amount, currency: 'CNY' },
  };
}

async function start(client: WechatClient, settings: WechatSettings, request: StartRequest) {
  const { signIn } = settings;
  const content = orderOf(settings, request);
  if (request.device === 'wechat' && signIn)
    return { redirectUrl: signInPage({ ...settings, signIn }, request), qrCode: null };
  if (request.device === 'desktop') {
    const { fields, status } = await client.call('POST', '/v3/pay/transactions/native', content);
    if (typeof fields['code_url'] !== 'string') throw new ChannelSilent(fields['code'] ?? status);
    return { redirectUrl: null, qrCode: fields['code_url'] };
  }
  const scene = { payer_client_ip: request.ip, h5_info: { type: 'Wap' } };
  const { fields, status } = await client.call('POST', '/v3/pay/transactions/h5', { ...content, scene_info: scene });
  if (typeof fields['h5_url'] !== 'string') throw new ChannelSilent(fields['code'] ?? status);
  const page = new URL(fields['h5_url']);
  page.searchParams.set('redirect_url', `${settings.returnUrl}?out_trade_no=${encodeURIComponent(request.tradeNo)}`);
  return { redirectUrl: page.href, qrCode: null };
}

function isRefusedAs({ fields }: { fields: Record<string, unknown> }, code: string): boolean {
  return fields['code'] === code;
}

async function query(client: WechatClient, settings: WechatSettings, tradeNo: string): Promise<TradeState> {
  const answer = await client.call('GET', `${place(tradeNo)}?mchid=${encodeURIComponent(settings.mchId)}`);
  if (isRefusedAs(answer, 'ORDER_NOT_EXIST')) return { state: 'unknown' };
  const read = trade.safeParse(answer.fields);
  if (!read.success || read.data.out_trade_no !== tradeNo || read.data.mchid !== settings.mchId)
    throw new ChannelSilent(answer.fields['code'] ?? answer.status);
  const state = unpaid.get(read.data.trade_state);
  if (state) return { state };
  // What was given back was still a payment.
  const payment = /^(SUCCESS|REFUND)$/.test(read.data.trade_state) ? paymentOf(read.data) : null;
  if (!payment) throw new ChannelSilent(read.data.trade_state);
  return { state: 'paid', payment };
}

const unpaid: ReadonlyMap<string, 'waiting' | 'accepted' | 'closed'> = new Map([
  ['NOTPAY', 'waiting'],
  ['USERPAYING', 'accepted'],
  ['ACCEPT', 'accepted'],
  ['CLOSED', 'closed'],
  ['REVOKED', 'closed'],
  ['PAYERROR', 'closed'],
]);

function paymentOf({ transaction_id: channelTradeNo, success_time: time, amount }: Trade) {
  const paidAt = instantOf(time ?? '');
  const isYuan = (amount?.currency ?? 'CNY') === 'CNY';
  return channelTradeNo && paidAt !== null && amount && isYuan
    ? { channelTradeNo, amount: amount.total, paidAt }
    : null;
}

async function refund(client: WechatClient, settings: WechatSettings, request: RefundRequest): Promise<RefundAnswer> {
  const answer = await client.call('POST', '/v3/refund/domestic/refunds', {
    transaction_id: request.channelTradeNo,
    out_refund_no: request.serialNumber,
    reason: request.reason,
    notify_url: settings.notifyUrl,
    amount: { refund: request.amount, total: request.paidAmount, currency: 'CNY' },
  });
  return refundAnswer(answer);
}

function refundAnswer({ status, fields }: { status: number; fields: Record<string, unknown> }): RefundAnswer {
  if (status >= 400) return { state: 'refused', code: codeOf(fields, status) };
  const read = refundShape.safeParse(fields);
  if (!read.success) throw new ChannelSilent('incomplete answer');
  switch (read.data.status) {
    case 'SUCCESS':
      return { state: 'done' };
    case 'PROCESSING':
      return { state: 'underWay' };
    default:
      return { state: 'refused', code: read.data.status.slice(0, 60) };
  }
}

function codeOf({ code }: Record<string, unknown>, status: number): string {
  return (typeof code === 'string' ? code : String(status)).slice(0, 60);
}

function readNotice(client: WechatClient, settings: WechatSettings, body: string): Notice | Rejection {
  const malformed = { rejected: 'malformed', tradeNo: null } as const;
  const told = notification.safeParse(jsonOf(body));
  if (!told.success) return malformed;
  const { ciphertext, nonce, associated_data: associatedData } = told.data.resource;
  const opened = jsonOf(() => client.open({ ciphertext, nonce, associatedData }));
  if (told.data.event_type.startsWith('REFUND.')) return refundNotice(settings, refundNews.safeParse(opened).data);
  const read = trade.safeParse(opened);
  if (!read.success) return malformed;
  const { out_trade_no: tradeNo, trade_state: state } = read.data;
  if (read.data.mchid !== settings.mchId || read.data.appid !== settings.appId) return { rejected: 'foreign', tradeNo };
  const isPaid = state === 'SUCCESS';
  const payment = isPaid ? paymentOf(read.data) : null;
  if (payment) return { eventKey: `${payment.channelTradeNo}:paid`, kind: 'paid', tradeNo, payment };
  return { eventKey: `${tradeNo}:${state}`, kind: isPaid ? 'unread' : 'other', tradeNo, payment: null };
}

function refundNotice(settings: WechatSettings, news: z.output<typeof refundNews> | undefined): Notice | Rejection {
  if (!news) return { rejected: 'malformed', tradeNo: null };
  const { out_trade_no: tradeNo, transaction_id: channelTradeNo, out_refund_no: requestNo } = news;
  if (news.mchid !== settings.mchId) return { rejected: 'foreign', tradeNo };
  const eventKey = `${channelTradeNo}:refunded:${requestNo}:${news.refund_status}`;
  return { eventKey, kind: 'refunded', tradeNo, payment: null, refund: { channelTradeNo, requestNo } };
}

function jsonOf(text: string | (() => string)): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : text());
  } catch {
    return null;
  }
}
