import { createHmac, timingSafeEqual } from 'node:crypto';
import { addSeconds } from '@exam/contract/rules';
import * as z from 'zod/mini';
import { callOut, NetworkError } from '#platform/network';
import {
  type ChannelPayment,
  type ChannelPort,
  ChannelSilent,
  type MessageHeaders,
  type Notice,
  type RefundAnswer,
  type Rejection,
  type StartRequest,
  type TradeContext,
  type TradeState,
} from '../channel.ts';

export type CardSettings = {
  secretKey: string;
  webhookSecret: string;
  /** `https://api.stripe.com` */
  endpoint: string;
  returnUrl: string;
};

const charge = z.object({ created: z.int() });
const intent = z.object({
  id: z.string(),
  status: z.string(),
  latest_charge: z.nullable(z.union([charge, z.string()])),
});
const session = z.object({
  id: z.string(),
  client_reference_id: z.nullable(z.string()),
  amount_total: z.int(),
  currency: z.string(),
  status: z.string(),
  payment_status: z.string(),
  payment_intent: z.nullable(z.union([z.string(), intent])),
  url: z.optional(z.nullable(z.string())),
});
const refundShape = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  payment_intent: z.nullable(z.string()),
  failure_reason: z.optional(z.string()),
  metadata: z.object({ request_no: z.optional(z.string()) }),
});
type Refund = z.output<typeof refundShape>;
const event = z.object({ id: z.string(), type: z.string(), created: z.int(), data: z.object({ object: z.unknown() }) });
const problem = z.object({ error: z.object({ type: z.string(), code: z.optional(z.string()) }) });

/** How far a signature's time may lie from ours (T13). */
const freshSeconds = 300;
const epoch = '1970-01-01T00:00:00.000Z';

/**
 * International cards (and Apple Pay, which the same hosted page offers) by Stripe Checkout. A session has a name of its own by which
 * alone it can be asked about; it lives at least half an hour, so that it ends by being closed.
 */
export function createCard(settings: CardSettings): ChannelPort {
  return {
    start: (request) => start(settings, request),
    query: (tradeNo, context = {}) => query(settings, tradeNo, context),
    close: (_tradeNo, context = {}) => close(settings, context),
    refund: async (request) => {
      const answer = await call(settings, {
        path: '/v1/refunds',
        key: request.serialNumber,
        fields: {
          payment_intent: request.channelTradeNo,
          amount: String(request.amount),
          'metadata[request_no]': request.serialNumber,
          'metadata[trade_no]': request.tradeNo,
        },
      });
      return 'refused' in answer ? { state: 'refused', code: answer.refused } : stateOf(read(refundShape, answer.body));
    },
    queryRefund: async ({ channelTradeNo, serialNumber }) => {
      const path = `/v1/refunds?limit=100&payment_intent=${encodeURIComponent(channelTradeNo)}`;
      const answer = await call(settings, { path });
      if ('refused' in answer) throw new ChannelSilent(answer.refused);
      const { data } = read(z.object({ data: z.array(refundShape) }), answer.body);
      const found = data.find(({ metadata }) => metadata.request_no === serialNumber);
      return found ? stateOf(found) : { state: 'unknown' };
    },
    findRefund: async ({ requestNo }) => {
      const answer = await call(settings, { path: `/v1/refunds/${encodeURIComponent(requestNo)}` });
      if ('refused' in answer) throw new ChannelSilent(answer.refused);
      const found = read(refundShape, answer.body);
      if (found.status !== 'succeeded') throw new ChannelSilent(found.status);
      return { amount: found.amount };
    },
    parseNotify: (rawBody, now, headers = {}) => parseNotify(settings, { rawBody, now, headers }),
    answers: { believed: { status: 200, content: '' }, refused: { status: 400, content: 'fail' } },
  };
}

type Call = { path: string; fields?: Readonly<Record<string, string>>; key?: string };

/** Calls the gateway; what it refuses is told by its code. @throws ChannelSilent for its own faults and its limits. */
async function call(
  { secretKey, endpoint }: CardSettings,
  { path, fields, key }: Call,
): Promise<{ body: unknown } | { refused: string }> {
  try {
    const answer = await callOut(endpoint.replace(/(?<!\/)\/+$/, '') + path, {
      method: fields ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(fields ? { body: new URLSearchParams(fields).toString() } : {}),
      allowedOrigins: [new URL(endpoint).origin],
      timeoutMilliseconds: 8000,
    });
    const body = jsonOf(answer.text);
    if (answer.status === 200) return { body };
    return { refused: refusalOf(answer.status, body) };
  } catch (error) {
    throw error instanceof NetworkError ? new ChannelSilent(error) : error;
  }
}

/** What it refuses for good. @throws ChannelSilent where the fault is its own, or ours and not the trade's. */
function refusalOf(status: number, body: unknown): string {
  const isOurs = status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status);
  const said = problem.safeParse(body);
  if (!isOurs || !said.success) throw new ChannelSilent(status);
  return (said.data.error.code ?? said.data.error.type).slice(0, 60);
}

function read<T>(shape: z.ZodMiniType<T>, body: unknown): T {
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw new ChannelSilent('incomplete answer');
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function start(settings: CardSettings, request: StartRequest) {
  const back = (way: string) => `${settings.returnUrl}?out_trade_no=${encodeURIComponent(request.tradeNo)}&way=${way}`;
  const answer = await call(settings, {
    path: '/v1/checkout/sessions',
    key: request.tradeNo,
    fields: {
      mode: 'payment',
      client_reference_id: request.tradeNo,
      'payment_method_types[0]': 'card',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'cny',
      'line_items[0][price_data][unit_amount]': String(request.amount),
      'line_items[0][price_data][product_data][name]': request.subject,
      'payment_intent_data[metadata][trade_no]': request.tradeNo,
      'metadata[way]': request.paymentType,
      success_url: back('done'),
      cancel_url: back('left'),
    },
  });
  if ('refused' in answer) throw new ChannelSilent(answer.refused);
  const { id: reference, url } = read(session, answer.body);
  if (typeof url !== 'string') throw new ChannelSilent('no page');
  return { redirectUrl: url, qrCode: null, reference };
}

async function query(settings: CardSettings, tradeNo: string, { reference }: TradeContext): Promise<TradeState> {
  // Nobody was ever led to it.
  if (!reference) return { state: 'unknown' };
  const path = `/v1/checkout/sessions/${encodeURIComponent(reference)}?expand[]=payment_intent.latest_charge`;
  const answer = await call(settings, { path });
  if ('refused' in answer) throw new ChannelSilent(answer.refused);
  const found = read(session, answer.body);
  if (found.client_reference_id !== tradeNo || found.currency !== 'cny') throw new ChannelSilent('another trade');
  if (found.status === 'open') return { state: 'waiting' };
  if (found.status === 'expired') return { state: 'closed' };
  if (found.payment_status !== 'paid') return { state: 'accepted' };
  const paid = found.payment_intent;
  if (
    paid === null ||
    typeof paid === 'string' ||
    paid.latest_charge === null ||
    typeof paid.latest_charge === 'string'
  )
    throw new ChannelSilent('incomplete answer');
  const paidAt = addSeconds(epoch, paid.latest_charge.created);
  return { state: 'paid', payment: { channelTradeNo: paid.id, amount: found.amount_total, paidAt } };
}

async function close(settings: CardSettings, { reference }: TradeContext): Promise<'closed' | 'refused'> {
  if (!reference) return 'closed';
  const path = `/v1/checkout/sessions/${encodeURIComponent(reference)}/expire`;
  const answer = await call(settings, { path, fields: {} });
  return 'refused' in answer ? 'refused' : 'closed';
}

function stateOf({ status, failure_reason: reason }: Refund): RefundAnswer {
  if (status === 'succeeded') return { state: 'done' };
  if (status === 'failed' || status === 'canceled') return { state: 'refused', code: (reason ?? status).slice(0, 60) };
  return { state: 'underWay' };
}

type Told = { rawBody: Buffer; now: string; headers: MessageHeaders };

function parseNotify(settings: CardSettings, { rawBody, now, headers }: Told): Notice | Rejection {
  const checked = check(settings, { rawBody, now, headers });
  if (checked !== 'good') return { rejected: checked, tradeNo: null };
  const told = event.safeParse(jsonOf(rawBody.toString('utf8')));
  if (!told.success) return { rejected: 'malformed', tradeNo: null };
  const { type, data, id } = told.data;
  if (type.startsWith('refund.')) return refundNotice(refundShape.safeParse(data.object).data, id);
  const found = session.safeParse(data.object);
  const tradeNo = found.data?.client_reference_id ?? null;
  if (!found.success || tradeNo === null) return { eventKey: id, kind: 'other', tradeNo: '', payment: null };
  if (type === 'checkout.session.expired') return { eventKey: id, kind: 'closed', tradeNo, payment: null };
  const isPaid = paidTypes.includes(type) && found.data.payment_status === 'paid';
  if (!isPaid) return { eventKey: id, kind: 'other', tradeNo, payment: null };
  const payment = paymentOf(told.data, found.data);
  if (payment) return { eventKey: `${payment.channelTradeNo}:paid`, kind: 'paid', tradeNo, payment };
  return { eventKey: id, kind: 'unread', tradeNo, payment: null };
}

const paidTypes = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/** The money that an event tells of; null where it is of another currency, or without its number. */
function paymentOf({ created }: z.output<typeof event>, found: z.output<typeof session>): ChannelPayment | null {
  const { payment_intent: paid, currency, amount_total: amount } = found;
  const channelTradeNo = typeof paid === 'string' ? paid : paid?.id;
  if (channelTradeNo === undefined || currency !== 'cny') return null;
  return { channelTradeNo, amount, paidAt: addSeconds(epoch, created) };
}

function refundNotice(refund: Refund | undefined, id: string): Notice | Rejection {
  if (!refund || refund.payment_intent === null) return { rejected: 'malformed', tradeNo: null };
  const requestNo = refund.metadata.request_no ?? refund.id;
  return {
    eventKey: id,
    kind: 'refunded',
    tradeNo: '',
    payment: null,
    refund: { channelTradeNo: refund.payment_intent, requestNo },
  };
}

/** The header has the time and one or more signatures of time and body under the secret that only the gateway and we have. */
function check({ webhookSecret }: CardSettings, { rawBody, now, headers }: Told): 'good' | 'badSignature' | 'stale' {
  const header = headers['stripe-signature'];
  const parts = (typeof header === 'string' ? header : '').split(',').map((part) => part.split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return 'badSignature';
  const expected = createHmac('sha256', webhookSecret).update(`${time}.`).update(rawBody).digest('hex');
  const isGood = parts.some(([name, value = '']) => name === 'v1' && isSame(value, expected));
  if (!isGood) return 'badSignature';
  const at = addSeconds(epoch, Number(time));
  return at >= addSeconds(now, -freshSeconds) && at <= addSeconds(now, freshSeconds) ? 'good' : 'stale';
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
