import { recordOf, textFields, textOf } from '../reading.ts';
import { makeRefund } from '../trade/refund.ts';
import { startOrder } from '../trade/start.ts';
import { ageTrade, closeTrade, type TradeOrder } from '../trade/trades.ts';
import { refundObject, sessionObject } from './objects.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Trade } from '../ledger.ts';
import type { World } from '../world.ts';

type Fields = Record<string, string>;
interface Answer {
  status: number;
  body: object;
}
type Work = (world: World, call: { fields: Fields; id: string }) => Answer;

const DAY_MS = 86_400_000;
const refused = (status: number, code: string, type = 'invalid_request_error'): Answer => ({
  status,
  body: { error: { type, code, message: code } },
});
const missing = refused(404, 'resource_missing');

function tradeOf(world: World, id: string): Trade | undefined {
  const trade = world.ledger.tradeByCashier(id.replace('cs_test_', ''));
  if (trade?.channel !== 'card') return undefined;
  ageTrade(world, trade);
  return trade;
}

const PRICE = 'line_items[0][price_data]';

/** The first thing that is missing in the wish for a page; undefined when nothing is. */
function wrongWith(fields: Fields): Answer | undefined {
  const amountFen = Number(fields[`${PRICE}[unit_amount]`]);
  const isOne = fields['mode'] === 'payment' && fields['line_items[0][quantity]'] === '1';
  const isYuan = fields[`${PRICE}[currency]`] === 'cny' && amountFen > 0;
  if (!isOne || !isYuan || !fields['client_reference_id']) return refused(400, 'parameter_missing');
  return amountFen < 400 ? refused(400, 'amount_too_small') : undefined;
}

function orderOf(world: World, fields: Fields): TradeOrder {
  const text = (name: string): string => fields[name] ?? '';
  return {
    channel: 'card',
    outTradeNo: text('client_reference_id'),
    appId: '',
    method: text('metadata[way]') === 'APPLE_PAY' ? 'apple_pay' : 'card',
    subject: text(`${PRICE}[product_data][name]`),
    passback: '',
    amountFen: Number(fields[`${PRICE}[unit_amount]`]),
    notifyUrl: world.access.card?.webhookUrl ?? '',
    returnUrl: text('success_url'),
    expiresAt: new Date(world.clock.now() + DAY_MS).toISOString(),
  };
}

const start: Work = (world, { fields }) => {
  const wrong = wrongWith(fields);
  if (wrong) return wrong;
  const started = startOrder(world, orderOf(world, fields));
  // A repeated idempotency key gives the first answer; another body under the same number is the merchant's mistake.
  if ('refused' in started) return refused(400, 'idempotency_key_in_use', 'idempotency_error');
  const { trade } = started;
  return {
    status: 200,
    body: { ...sessionObject(trade, undefined), url: `${world.publicUrl()}/pay/${trade.cashierId}` },
  };
};

const read: Work = (world, { id }) => {
  const trade = tradeOf(world, id);
  return trade ? { status: 200, body: sessionObject(trade, trade.payments[0], true) } : missing;
};

const expire: Work = (world, { id }) => {
  const trade = tradeOf(world, id);
  if (!trade) return missing;
  if (trade.payments.length > 0 || trade.acceptedAt !== null || trade.closedAt !== null)
    return refused(400, 'checkout_session_not_open');
  closeTrade(world, trade, 'merchant');
  return { status: 200, body: sessionObject(trade, undefined) };
};

const refund: Work = (world, { fields }) => {
  const trade = world.ledger.tradeByNumber(fields['payment_intent'] ?? '');
  if (trade?.channel !== 'card') return missing;
  const made = makeRefund(world, trade, {
    outRequestNo: fields['metadata[request_no]'] ?? '',
    tradeNo: fields['payment_intent'] ?? '',
    amountFen: Number(fields['amount']),
    reason: '',
  });
  if ('refused' in made)
    return refused(400, made.refused === 'TOO_MUCH' ? 'charge_already_refunded' : 'idempotency_error');
  // The bank's answer comes later: the first word is always this.
  return { status: 200, body: { ...refundObject(trade, made.refund), status: 'pending' } };
};

const refunds: Work = (world, { fields }) => {
  const intent = fields['payment_intent'] ?? '';
  const trade = world.ledger.tradeByNumber(intent);
  if (trade?.channel !== 'card') return missing;
  const data = trade.refunds.filter(({ tradeNo }) => tradeNo === intent).map((one) => refundObject(trade, one));
  return { status: 200, body: { object: 'list', has_more: false, data } };
};

const oneRefund: Work = (world, { id }) => {
  for (const trade of world.ledger.trades()) {
    const found = trade.channel === 'card' && trade.refunds.find(({ refundNo }) => refundNo === id);
    if (found) return { status: 200, body: refundObject(trade, found) };
  }
  return missing;
};

/** The international card gateway: hosted pages, forms in, JSON out, the merchant by its secret key. */
export function cardGateway(app: FastifyInstance, world: World): void {
  function serve(method: 'GET' | 'POST', path: string, name: string, work: Work): void {
    app.route({
      method,
      url: `/card${path}`,
      handler: async (request, reply) => {
        const fault = await world.faults.meet('gateway', `card.${name}`);
        const hangUp = (): FastifyReply => {
          void reply.hijack();
          request.raw.socket.destroy();
          return reply;
        };
        if (fault.mode === 'down') return hangUp();
        if (fault.mode === 'garbage' || fault.mode === 'bad-signature')
          return reply.type('text/html').send('<html><body>502 Bad Gateway</body></html>');
        const access = world.access.card;
        const sent = textFields(request.headers)['authorization'];
        if (!access || sent !== `Bearer ${access.secretKey}`)
          return reply.code(401).send(refused(401, 'api_key_invalid').body);
        if (fault.mode === 'error') {
          const isBusiness = fault.code !== '' && fault.code !== 'api_error';
          const troubled = isBusiness ? refused(402, fault.code, 'card_error') : refused(500, 'api_error', 'api_error');
          return reply.code(troubled.status).send(troubled.body);
        }
        const fields = textFields(request.query, request.body);
        const answer = work(world, { fields, id: textOf(recordOf(request.params), 'id') });
        return fault.mode === 'lost' ? hangUp() : reply.code(answer.status).send(answer.body);
      },
    });
  }
  serve('POST', '/v1/checkout/sessions', 'start', start);
  serve('GET', '/v1/checkout/sessions/:id', 'query', read);
  serve('POST', '/v1/checkout/sessions/:id/expire', 'close', expire);
  serve('POST', '/v1/refunds', 'refund', refund);
  serve('GET', '/v1/refunds', 'refundQuery', refunds);
  serve('GET', '/v1/refunds/:id', 'refundQuery', oneRefund);
}
