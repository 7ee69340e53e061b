import { authenticatorOf } from './authenticators.ts';
import { isDependency, isFaultMode } from './faults.ts';
import { integerOf, isRecord, recordOf, textOf } from './reading.ts';
import { statementOf } from './alipay/statement.ts';
import { cardStatement } from './card/statement.ts';
import { wechatStatement } from './wechat/statement.ts';
import { refundInConsole } from './trade/console-refund.ts';
import { enterPast, pastPaymentOf } from './trade/past.ts';
import { isOutcome, settle } from './trade/settle.ts';
import { ageTrade, ageTrades, statusOf } from './trade/trades.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Fault } from './faults.ts';
import type { Message, Trade } from './ledger.ts';
import type { Unchecked } from './reading.ts';
import type { World } from './world.ts';

/** Twelve years: what is kept for ten has gone by then, and the year after it can be seen. */
const MAX_OFFSET_SECONDS = 12 * 366 * 86_400;

/** A trade as programs read it: amounts in fen, `tradeNo` the merchant's number, each success under the channel's. */
function tradeView(world: World, trade: Trade): object {
  const { tradeNo: alipayTradeNo, outTradeNo: tradeNo, ...rest } = trade;
  const now = world.clock.now();
  const payments = trade.payments.map((payment) => ({ ...payment, status: statusOf(trade, now, payment.tradeNo) }));
  return { tradeNo, alipayTradeNo, status: statusOf(trade, now), ...rest, payments };
}

function messageView(message: Message): object {
  return { ...message, attachments: message.attachments.map(({ name, type, size }) => ({ name, type, size })) };
}

/** The messages that one recipient got, newest first; a phone number matches with and without +86. Empty: all. */
export function messagesTo(world: World, recipient: string): Message[] {
  const plain = (to: string): string => to.toLowerCase().replace(/^\+?86(?=1\d{10}$)/, '');
  const wanted = plain(recipient.trim());
  return world.ledger.messages().filter(({ to, isReturned }) => !isReturned && (wanted === '' || plain(to) === wanted));
}

/** Reads an offset in whole seconds, at most twelve years either way; undefined when it is none. */
export function offsetOf(fields: Unchecked): number | undefined {
  const offset = integerOf(fields, 'offsetSeconds');
  return offset !== undefined && Math.abs(offset) <= MAX_OFFSET_SECONDS ? offset : undefined;
}

/** Reads a fault to be switched; undefined when dependency or mode are unknown. Slow without a delay is ten seconds. */
export function faultOf(fields: Unchecked): Fault | undefined {
  const mode = textOf(fields, 'mode');
  if (!isFaultMode(mode)) return undefined;
  const delayMs = Math.min(Math.max(integerOf(fields, 'delayMs') ?? (mode === 'slow' ? 10_000 : 0), 0), 120_000);
  const times = integerOf(fields, 'times');
  return {
    mode,
    delayMs,
    only: textOf(fields, 'only'),
    code: textOf(fields, 'code'),
    times: times !== undefined && times > 0 ? times : undefined,
  };
}

/** How each channel writes its statement of a day. */
const statements: ReadonlyMap<string, (world: World, day: string) => string> = new Map([
  ['alipay', statementOf],
  ['wechat', wechatStatement],
  ['card', cardStatement],
]);

function paymentCalls(app: FastifyInstance, world: World): void {
  const absent = (reply: FastifyReply): FastifyReply => reply.code(404).send({ code: 'TRADE_NOT_FOUND' });
  app.get('/api/payments', () => {
    ageTrades(world);
    return world.ledger.trades().map((trade) => tradeView(world, trade));
  });
  app.get('/api/statement', (request, reply) => {
    const day = textOf(recordOf(request.query), 'day');
    const channel = textOf(recordOf(request.query), 'channel') || 'alipay';
    const write = statements.get(channel);
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return reply.code(400).send({ code: 'BAD_DAY' });
    if (!write) return reply.code(404).send({ code: 'NO_STATEMENT' });
    return reply
      .header('content-disposition', `attachment; filename="${channel}-${day}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(write(world, day));
  });
  app.get('/api/payments/:tradeNo', (request, reply) => {
    const trade = world.ledger.trade(textOf(recordOf(request.params), 'tradeNo'));
    if (!trade) return absent(reply);
    ageTrade(world, trade);
    return reply.send(tradeView(world, trade));
  });
  app.put('/api/payments', (request, reply) => {
    const given: unknown = request.body;
    const payments = (Array.isArray(given) ? given : [undefined]).map((one: unknown) => pastPaymentOf(recordOf(one)));
    const known = payments.flatMap((payment) => payment ?? []);
    if (known.length !== payments.length) return reply.code(400).send({ code: 'BAD_PAYMENTS' });
    return reply.send({ stored: known.filter((payment) => enterPast(world, payment)).length });
  });
  app.post('/api/payments/:tradeNo/refund', async (request, reply) => {
    const trade = world.ledger.trade(textOf(recordOf(request.params), 'tradeNo'));
    if (!trade) return absent(reply);
    const refunded = refundInConsole(world, trade, integerOf(recordOf(request.body), 'amountFen'));
    if ('refused' in refunded) return reply.code(409).send({ code: refunded.refused });
    await refunded.told;
    return reply.send(tradeView(world, trade));
  });
  app.post('/api/payments/:tradeNo/settle', async (request, reply) => {
    const trade = world.ledger.trade(textOf(recordOf(request.params), 'tradeNo'));
    const outcome = textOf(recordOf(request.body), 'outcome');
    if (!isOutcome(outcome)) return reply.code(400).send({ code: 'BAD_OUTCOME' });
    if (!trade) return absent(reply);
    const settled = settle(world, trade, outcome);
    if ('refused' in settled) return reply.code(409).send({ code: settled.refused, payment: tradeView(world, trade) });
    await settled.told;
    return reply.send(tradeView(world, trade));
  });
}

function messageCalls(app: FastifyInstance, world: World): void {
  app.get('/api/messages', (request) => messagesTo(world, textOf(recordOf(request.query), 'to')).map(messageView));
  app.get('/api/messages/:id/attachments/:n', (request, reply) => {
    const params = recordOf(request.params);
    const message = world.ledger.messages().find(({ id }) => id === textOf(params, 'id'));
    const file = message?.attachments[integerOf(params, 'n') ?? -1];
    if (!file) return reply.code(404).send({ code: 'ATTACHMENT_NOT_FOUND' });
    return reply
      .headers({
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name || 'attachment')}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
      })
      .type(/^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream')
      .send(Buffer.from(file.contentBase64, 'base64'));
  });
  app.put('/api/sms-templates', (request, reply) => {
    const templates: unknown = request.body;
    const entries = Array.isArray(templates) ? templates.filter(isRecord) : [];
    if (
      !Array.isArray(templates) ||
      entries.length !== templates.length ||
      entries.some((entry) => textOf(entry, 'code') === '')
    ) {
      return reply.code(400).send({ code: 'BAD_TEMPLATES' });
    }
    for (const entry of entries) {
      const [code, text] = [textOf(entry, 'code'), textOf(entry, 'text')];
      if (world.ledger.smsTemplate(code) !== text) world.ledger.saveSmsTemplate(code, text);
    }
    return reply.send({ stored: entries.length });
  });
}

function codeCalls(app: FastifyInstance, world: World): void {
  app.get('/api/totp', (request, reply) => {
    const account = textOf(recordOf(request.query), 'account').trim().toLowerCase();
    const shown = world.authenticators.show(world.clock.now()).find((one) => one.account === account);
    if (!shown) return reply.code(404).send({ code: 'ACCOUNT_NOT_FOUND' });
    return reply.send({ code: shown.code, secondsRemaining: shown.secondsRemaining });
  });
  app.put('/api/totp', (request, reply) => {
    const given: unknown = request.body;
    const holders = (Array.isArray(given) ? given : [undefined]).map((entry: unknown) => ({
      account: textOf(recordOf(entry), 'account').trim().toLowerCase(),
      secret: textOf(recordOf(entry), 'secret'),
    }));
    if (holders.some(({ account, secret }) => account === '' || authenticatorOf(secret) === undefined))
      return reply.code(400).send({ code: 'BAD_HOLDERS' });
    world.authenticators.replace(holders);
    return reply.send({ stored: holders.length });
  });
}

const badOffset = { code: 'BAD_OFFSET', reason: 'A whole number of seconds, twelve years either way at most.' };

/** The calls for programs: the ledger, the inbox, outcomes, the clock and the faults. JSON in, JSON out, no sign-in. */
export function programCalls(app: FastifyInstance, world: World): void {
  paymentCalls(app, world);
  messageCalls(app, world);
  codeCalls(app, world);
  const time = (): object => ({ offsetSeconds: world.clock.offsetSeconds(), now: world.clock.stamp() });
  app.get('/api/clock', time);
  app.post('/api/clock', async (request, reply) => {
    const offset = offsetOf(recordOf(request.body));
    if (offset === undefined) return reply.code(400).send(badOffset);
    const reason = await world.clock.move(offset);
    if (reason !== undefined) return reply.code(502).send({ code: 'CLOCK_NOT_FORWARDED', reason });
    ageTrades(world);
    // Whoever moved it finds the merchant told of what fell due.
    await world.notifier.heard();
    return reply.send(time());
  });
  app.put('/api/clock', (request, reply) => {
    const offset = offsetOf(recordOf(request.body));
    if (offset === undefined) return reply.code(400).send(badOffset);
    world.clock.follow(offset);
    ageTrades(world);
    return reply.send(time());
  });
  app.get('/api/faults', () => world.faults.all());
  app.get('/api/faults/waiting', () => world.faults.waiting());
  app.post('/api/faults', (request, reply) => {
    const fields = recordOf(request.body);
    const dependency = textOf(fields, 'dependency');
    const fault = faultOf(fields);
    if (!fault || !isDependency(dependency)) return reply.code(400).send({ code: 'BAD_FAULT' });
    world.faults.set(dependency, fault);
    return reply.send(world.faults.all());
  });
  app.get('/healthz', () => ({ ok: true }));
}
