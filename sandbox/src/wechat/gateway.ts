import { jsonRecord, recordOf, textFields, textOf } from '../reading.ts';
import { makeRefund } from '../trade/refund.ts';
import { startOrder, tradeAt } from '../trade/start.ts';
import { closeTrade, paymentOf } from '../trade/trades.ts';
import { rfc3339, stateOf } from './facts.ts';
import { callIsGenuine, claimOf, signedHeaders } from './signing.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refund, Trade } from '../ledger.ts';
import type { Unchecked } from '../reading.ts';
import type { World } from '../world.ts';

/** An answer before it is signed; null has no body (204). */
interface Answer {
  status: number;
  body: object | null;
}
type Work = (world: World, call: { content: Unchecked; params: Unchecked; query: Unchecked }) => Answer;

const FRESH_MS = 5 * 60 * 1000;
/** An order that names no end lives a week. */
const UNSET_LIFE_MS = 7 * 24 * 3600 * 1000;
const LONGEST_DESCRIPTION = 127;
const refused = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } });
const notExist = refused(404, 'ORDER_NOT_EXIST', '订单不存在');

/** How a payer comes to it: by a code, from a page on a phone, or inside WeChat. */
type Method = 'native' | 'h5' | 'jsapi';

const openidOf = (content: Unchecked) => textOf(recordOf(content['payer']), 'openid');

/** When an order ends, in milliseconds; NaN when it says so wrongly. */
function endOf(world: World, content: Unchecked): number {
  const said = textOf(content, 'time_expire');
  return said === '' ? world.clock.now() + UNSET_LIFE_MS : Date.parse(said);
}

function isNamed(content: Unchecked): boolean {
  const { length } = textOf(content, 'description');
  return /^[\w*|-]{6,32}$/.test(textOf(content, 'out_trade_no')) && length > 0 && length <= LONGEST_DESCRIPTION;
}

/** A phone's page wants the payer's address, a payment inside WeChat whoever signed in there. */
function wrongPayer(content: Unchecked, method: Method): Answer | undefined {
  if (method === 'h5' && textOf(recordOf(content['scene_info']), 'payer_client_ip') === '')
    return refused(400, 'PARAM_ERROR', '用户终端IP必填');
  if (method === 'jsapi' && !/^o[\w-]{27}$/.test(openidOf(content)))
    return refused(400, 'PARAM_ERROR', '支付者 openid 无效');
  return undefined;
}

/** The first thing that is wrong with an order; undefined when nothing is. */
function wrongOrder(world: World, content: Unchecked, method: Method): Answer | undefined {
  const amount = recordOf(content['amount']);
  const amountFen = Number(textOf(amount, 'total'));
  const access = world.access.wechat;
  if (textOf(content, 'mchid') !== access?.mchId || textOf(content, 'appid') !== access.appId)
    return refused(400, 'APPID_MCHID_NOT_MATCH', '商户号与AppID不匹配');
  const isMoney = amountFen > 0 && Number.isInteger(amountFen) && ['', 'CNY'].includes(textOf(amount, 'currency'));
  if (!isMoney || !isNamed(content)) return refused(400, 'PARAM_ERROR', '参数错误');
  if (!(endOf(world, content) > world.clock.now())) return refused(400, 'INVALID_REQUEST', '订单失效时间不合法');
  return wrongPayer(content, method);
}

const notStarted = {
  PAID: refused(400, 'ORDERPAID', '该订单已支付'),
  CLOSED: refused(400, 'ORDER_CLOSED', '订单已关闭'),
  DIFFERENT: refused(400, 'OUT_TRADE_NO_USED', '商户订单号重复'),
} as const;

function start(method: Method): Work {
  return (world, { content }) => {
    const wrong = wrongOrder(world, content, method);
    if (wrong) return wrong;
    const started = startOrder(world, {
      channel: 'wechat',
      outTradeNo: textOf(content, 'out_trade_no'),
      appId: textOf(content, 'appid'),
      method,
      ...(method === 'jsapi' ? { payer: openidOf(content) } : {}),
      subject: textOf(content, 'description'),
      passback: '',
      amountFen: Number(textOf(recordOf(content['amount']), 'total')),
      notifyUrl: textOf(content, 'notify_url'),
      returnUrl: '',
      expiresAt: new Date(endOf(world, content)).toISOString(),
    });
    if ('refused' in started) return notStarted[started.refused];
    const address = `${world.publicUrl()}/pay/${started.trade.cashierId}`;
    const leads = {
      native: { code_url: address },
      h5: { h5_url: address },
      jsapi: { prepay_id: `wx${started.trade.cashierId}` },
    };
    return { status: 200, body: leads[method] };
  };
}

const query: Work = (world, { params, query: asked }) => {
  const trade = tradeAt(world, 'wechat', textOf(params, 'outTradeNo'));
  if (!trade || textOf(asked, 'mchid') !== world.access.wechat?.mchId) return notExist;
  return { status: 200, body: { mchid: world.access.wechat.mchId, ...stateOf(trade) } };
};

const close: Work = (world, { params, content }) => {
  const trade = tradeAt(world, 'wechat', textOf(params, 'outTradeNo'));
  if (!trade || textOf(content, 'mchid') !== world.access.wechat?.mchId) return notExist;
  if (trade.payments.length > 0) return refused(400, 'ORDERPAID', '订单已支付');
  if (trade.acceptedAt !== null) return refused(400, 'USERPAYING', '用户支付中，需要输入密码');
  if (trade.closedAt === null) closeTrade(world, trade, 'merchant');
  return { status: 204, body: null };
};

function refundBody(trade: Trade, refund: Refund, status: string): object {
  const total = paymentOf(trade, refund.tradeNo)?.amountFen ?? trade.amountFen;
  return {
    refund_id: refund.refundNo,
    out_refund_no: refund.outRequestNo,
    transaction_id: refund.tradeNo,
    out_trade_no: trade.outTradeNo,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: rfc3339(Date.parse(refund.at)),
    ...(status === 'SUCCESS' ? { success_time: rfc3339(Date.parse(refund.at)) } : {}),
    status,
    amount: { total, refund: refund.amountFen, payer_total: total, payer_refund: refund.amountFen, currency: 'CNY' },
  };
}

const refund: Work = (world, { content }) => {
  const amount = recordOf(content['amount']);
  const trade = world.ledger.tradeByNumber(textOf(content, 'transaction_id'));
  if (trade?.channel !== 'wechat') return refused(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
  const payment = paymentOf(trade, textOf(content, 'transaction_id'));
  const outRequestNo = textOf(content, 'out_refund_no');
  const amountFen = Number(textOf(amount, 'refund'));
  if (outRequestNo === '' || !(amountFen > 0) || textOf(amount, 'currency') !== 'CNY')
    return refused(400, 'PARAM_ERROR', '参数错误');
  if (Number(textOf(amount, 'total')) !== payment?.amountFen) return refused(400, 'INVALID_REQUEST', '订单金额不一致');
  const made = makeRefund(world, trade, {
    outRequestNo,
    tradeNo: payment.tradeNo,
    amountFen,
    reason: textOf(content, 'reason'),
  });
  if ('refused' in made)
    return made.refused === 'TOO_MUCH'
      ? refused(403, 'NOT_ENOUGH', '退款金额大于可退余额')
      : refused(400, 'INVALID_REQUEST', '请求参数与首次不一致');
  // The real channel works on it for a while; its query and its notification tell how it ended.
  return { status: 200, body: refundBody(trade, made.refund, 'PROCESSING') };
};

const refundQuery: Work = (world, { params }) => {
  const requestNo = textOf(params, 'outRefundNo');
  for (const trade of world.ledger.trades()) {
    const found = trade.channel === 'wechat' && trade.refunds.find(({ outRequestNo }) => outRequestNo === requestNo);
    if (found) return { status: 200, body: refundBody(trade, found, found.isAbnormal ? 'ABNORMAL' : 'SUCCESS') };
  }
  return refused(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
};

/** The first thing that is wrong with a call; undefined when it may be believed. */
function wrongWith(world: World, request: FastifyRequest, body: string): Answer | undefined {
  const claim = claimOf(textFields(request.headers)['authorization'] ?? '');
  const access = world.access.wechat;
  if (!access || !claim || claim.mchId !== access.mchId) return refused(401, 'SIGN_ERROR', '商户未配置或签名格式错误');
  const isFresh = Math.abs(Number(claim.timestamp) * 1000 - world.clock.now()) <= FRESH_MS;
  const isOurs = claim.serial === access.merchantSerial;
  const { method, url } = request;
  if (!isFresh || !isOurs || !callIsGenuine({ method, url, body }, claim, access.merchantPublicKey))
    return refused(401, 'SIGN_ERROR', '签名错误');
  return undefined;
}

function send(world: World, reply: FastifyReply, { status, body }: Answer, isGenuine: boolean): FastifyReply {
  const text = body === null ? '' : JSON.stringify(body);
  const signed = signedHeaders(text, { ...world.wechatKeys, at: world.clock.now(), isGenuine });
  void reply.code(status).headers(signed);
  return body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(text);
}

/** WeChat Pay, APIv3: JSON signed in the headers both ways, the merchant by its certificate's serial, the channel by its public key. */
export function wechatGateway(app: FastifyInstance, world: World): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  function serve(method: 'GET' | 'POST', path: string, name: string, work: Work): void {
    app.route({
      method,
      url: `/wechat${path}`,
      handler: async (request, reply) => {
        const fault = await world.faults.meet('gateway', `wechat.${name}`);
        const hangUp = (): FastifyReply => {
          void reply.hijack();
          request.raw.socket.destroy();
          return reply;
        };
        if (fault.mode === 'down') return hangUp();
        if (fault.mode === 'garbage') return reply.type('text/html').send('<html><body>502 Bad Gateway</body></html>');
        const text = typeof request.body === 'string' ? request.body : '';
        const wrong = wrongWith(world, request, text);
        if (wrong) return send(world, reply, wrong, false);
        if (fault.mode === 'error') {
          const isBusiness = /^[A-Z_]+$/.test(fault.code) && fault.code !== 'SYSTEM_ERROR';
          return send(world, reply, refused(isBusiness ? 403 : 500, fault.code || 'SYSTEM_ERROR', '系统异常'), true);
        }
        const call = {
          content: jsonRecord(text || '{}') ?? {},
          params: recordOf(request.params),
          query: recordOf(request.query),
        };
        const answer = work(world, call);
        if (fault.mode === 'lost') return hangUp();
        return send(world, reply, answer, fault.mode !== 'bad-signature');
      },
    });
  }
  serve('POST', '/v3/pay/transactions/native', 'start', start('native'));
  serve('POST', '/v3/pay/transactions/h5', 'start', start('h5'));
  serve('POST', '/v3/pay/transactions/jsapi', 'start', start('jsapi'));
  serve('GET', '/v3/pay/transactions/out-trade-no/:outTradeNo', 'query', query);
  serve('POST', '/v3/pay/transactions/out-trade-no/:outTradeNo/close', 'close', close);
  serve('POST', '/v3/refund/domestic/refunds', 'refund', refund);
  serve('GET', '/v3/refund/domestic/refunds/:outRefundNo', 'refundQuery', refundQuery);
}
