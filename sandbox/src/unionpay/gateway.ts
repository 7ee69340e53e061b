import { textFields } from '../reading.ts';
import { readerOf, sendPage } from '../pages/layout.ts';
import { refusedTradePage } from '../pages/pay-page.ts';
import { makeRefund } from '../trade/refund.ts';
import { startOrder, tradeAt } from '../trade/start.ts';
import { paymentFields, refundFields, fromCompactStamp } from './facts.ts';
import { formIsGenuine, sealed } from './signing.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Trade } from '../ledger.ts';
import type { World } from '../world.ts';

type Fields = Record<string, string>;

const answer = (fields: Fields, respCode: string, respMsg: string, more: Fields = {}): Fields => ({
  version: '5.1.0',
  encoding: 'UTF-8',
  bizType: fields['bizType'] ?? '',
  txnType: fields['txnType'] ?? '',
  txnSubType: fields['txnSubType'] ?? '',
  accessType: '0',
  merId: fields['merId'] ?? '',
  orderId: fields['orderId'] ?? '',
  txnTime: fields['txnTime'] ?? '',
  ...more,
  respCode,
  respMsg,
});

/** The code of the first thing that is wrong with a call; undefined when it may be believed. */
function wrongWith(world: World, fields: Fields): string | undefined {
  const access = world.access.unionpay;
  if (!access || fields['merId'] !== access.merId || fields['certId'] !== access.certId) return '11';
  if (!formIsGenuine(fields, access.merchantPublicKey)) return '11';
  return fields['version'] === '5.1.0' && fromCompactStamp(fields['txnTime'] ?? '') !== undefined ? undefined : '10';
}

/** An order that names no end lives a day. */
const UNSET_LIFE_MS = 24 * 3600 * 1000;

function start(world: World, fields: Fields): { trade: Trade } | { refused: string } {
  const text = (name: string): string => fields[name] ?? '';
  const end = text('payTimeout') === '' ? world.clock.now() + UNSET_LIFE_MS : fromCompactStamp(text('payTimeout'));
  const amountFen = Number(text('txnAmt'));
  const isMoney = text('currencyCode') === '156' && amountFen > 0;
  if (!isMoney || !/^[0-9A-Za-z]{8,32}$/.test(text('orderId'))) return { refused: '10' };
  if (end === undefined || end <= world.clock.now()) return { refused: '10' };
  const started = startOrder(world, {
    channel: 'unionpay',
    outTradeNo: text('orderId'),
    appId: text('merId'),
    method: `${text('bizType')}:${text('txnSubType')}`,
    subject: /commodityName=([^&}]*)/.exec(text('riskRateInfo'))?.[1] ?? text('orderId'),
    passback: text('txnTime'),
    amountFen,
    notifyUrl: text('backUrl'),
    returnUrl: text('frontUrl'),
    expiresAt: new Date(end).toISOString(),
  });
  if ('trade' in started) return started;
  return { refused: started.refused === 'CLOSED' ? '77' : '12' };
}

function refund(world: World, fields: Fields): Fields {
  const trade = world.ledger.tradeByNumber(fields['origQryId'] ?? '');
  if (trade?.channel !== 'unionpay') return answer(fields, '34', '查无此交易');
  const made = makeRefund(world, trade, {
    outRequestNo: fields['orderId'] ?? '',
    tradeNo: fields['origQryId'] ?? '',
    amountFen: Number(fields['txnAmt']),
    reason: '',
  });
  if ('refused' in made) return answer(fields, made.refused === 'TOO_MUCH' ? '61' : '12', '原交易金额错误');
  // Accepted is all that the real channel says here; a repeated number is a repeated transaction to it.
  return made.isNew
    ? answer(fields, '00', '成功[0000000]', { queryId: made.refund.refundNo ?? '' })
    : answer(fields, '12', '重复交易');
}

/** What became of a transaction: its own facts, its result as that of the original. */
function resultOf(fields: Fields, { respCode = '', respMsg = '', ...facts }: Fields): Fields {
  return answer(fields, '00', '成功[0000000]', { ...facts, origRespCode: respCode, origRespMsg: respMsg });
}

/** Finds the transaction, a payment or a refund, and says how it is. Before the buyer has confirmed, the channel knows none. */
function query(world: World, fields: Fields): Fields {
  const unknown = answer(fields, '34', '查无此交易');
  const orderId = fields['orderId'] ?? '';
  const trade = tradeAt(world, 'unionpay', orderId);
  if (!trade) return refundFound(world, fields, orderId) ?? unknown;
  const [payment] = trade.payments;
  if (trade.passback !== fields['txnTime']) return unknown;
  if (payment) return resultOf(fields, paymentFields(trade, payment));
  if (trade.acceptedAt === null) return unknown;
  return resultOf(fields, { respCode: '05', respMsg: '交易已受理，请稍后查询交易结果' });
}

function refundFound(world: World, fields: Fields, requestNo: string): Fields | undefined {
  for (const trade of world.ledger.trades()) {
    const found = trade.channel === 'unionpay' && trade.refunds.find(({ outRequestNo }) => outRequestNo === requestNo);
    if (found) return resultOf(fields, refundFields(trade, found));
  }
  return undefined;
}

function back(world: World, fields: Fields): Fields {
  if (fields['txnType'] === '04') return refund(world, fields);
  if (fields['txnType'] !== '01' || fields['txnSubType'] !== '07') return answer(fields, '10', '报文格式错误');
  const started = start(world, fields);
  if ('refused' in started) return answer(fields, started.refused, '交易失败');
  return answer(fields, '00', '成功[0000000]', { qrCode: `${world.publicUrl()}/pay/${started.trade.cashierId}` });
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

/** The gateway's pages have a host of their own, as the real ones may: on this machine, its other name. */
export function unionpayPages(publicUrl: string): string {
  const url = new URL(publicUrl);
  const other = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }[url.hostname];
  if (other !== undefined) url.hostname = other;
  return url.origin;
}

/** UnionPay 5.1.0: forms signed both ways; a browser brings the form of a payment, answers are `k=v&k=v` without encoding. */
export function unionpayGateway(app: FastifyInstance, world: World): void {
  app.post('/unionpay/gateway/api/frontTransReq.do', (request, reply) => {
    const fields = textFields(request.body);
    const wrong = wrongWith(world, fields);
    const started = wrong === undefined ? start(world, fields) : { refused: wrong };
    if ('trade' in started)
      return reply.redirect(`${unionpayPages(world.publicUrl())}/pay/${started.trade.cashierId}`, 303);
    return sendPage(reply, refusedTradePage(readerOf(request), started.refused), 400);
  });

  function serve(
    path: string,
    nameOf: (fields: Fields) => string,
    work: (world: World, fields: Fields) => Fields,
  ): void {
    app.post(`/unionpay/gateway/api/${path}`, async (request, reply) => {
      const fields = textFields(request.body);
      const fault = await world.faults.meet('gateway', nameOf(fields));
      if (fault.mode === 'down') return hangUp(request, reply);
      if (fault.mode === 'garbage') return reply.type('text/html').send('<html><body>502 Bad Gateway</body></html>');
      const wrong = wrongWith(world, fields) ?? (fault.mode === 'error' ? fault.code || '02' : undefined);
      const said = wrong === undefined ? work(world, fields) : answer(fields, wrong, '交易失败');
      if (fault.mode === 'lost') return hangUp(request, reply);
      const told = sealed(said, world.unionpayChain(), fault.mode !== 'bad-signature');
      const line = Object.entries(told).map(([name, value]) => `${name}=${value}`);
      return reply.type('text/html;charset=UTF-8').send(line.join('&'));
    });
  }
  serve('backTransReq.do', (fields) => (fields['txnType'] === '04' ? 'unionpay.refund' : 'unionpay.start'), back);
  serve('queryTrans.do', () => 'unionpay.query', query);
}
