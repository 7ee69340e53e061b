import { fromChinaStamp } from '../china-time.ts';
import { jsonRecord, textFields } from '../reading.ts';
import { readerOf, sendPage } from '../pages/layout.ts';
import { refusedTradePage } from '../pages/pay-page.ts';
import { invalidCall, troubled } from './answers.ts';
import { methods, pageMethods, startTrade } from './methods.ts';
import { requestIsGenuine, sign } from './signing.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../world.ts';
import type { Answer, CallCode } from './answers.ts';
import type { Call } from './methods.ts';

type Fields = Record<string, string>;

function wrongForm({ charset = '', timestamp = '' }: Fields): CallCode | undefined {
  if (charset.toLowerCase() !== 'utf-8') return 'isv.invalid-charset';
  return fromChinaStamp(timestamp) === undefined ? 'isv.invalid-timestamp' : undefined;
}

/** The first thing that is wrong with a call, in the order in which the channel looks; undefined when it may be believed. */
function wrongWith(world: World, fields: Fields): CallCode | undefined {
  const { appPublicKey, appId } = world.merchant;
  const { method = '', app_id: caller = '' } = fields;
  if (appPublicKey === undefined) return 'isv.missing-app-public-key';
  if (!requestIsGenuine(fields, appPublicKey)) return 'isv.invalid-signature';
  if (caller === '' || (appId !== '' && caller !== appId)) return 'isv.invalid-app-id';
  if (!Object.hasOwn(methods, method) && !pageMethods.includes(method)) return 'isv.invalid-method';
  return wrongForm(fields);
}

function openCall(world: World, fields: Fields): { call: Call } | { refused: Answer } {
  const wrong = wrongWith(world, fields);
  const content = jsonRecord(fields['biz_content'] ?? '{}');
  if (wrong !== undefined || !content) return { refused: invalidCall(wrong ?? 'isv.invalid-biz-content') };
  const { method = '', app_id: appId = '', notify_url: notifyUrl = '', return_url: returnUrl = '' } = fields;
  return { call: { method, appId, notifyUrl, returnUrl, content } };
}

/** The answer as it goes over the line: its signature covers exactly the bytes of the inner object. */
function signedAnswer(world: World, method: string, answer: Answer, genuine: boolean): string {
  const inner = JSON.stringify(answer);
  const signature = sign(genuine ? inner : `${inner} `, world.keys.privateKey);
  const name = method === '' ? 'error' : method.replaceAll('.', '_');
  return `{${JSON.stringify(`${name}_response`)}:${inner},"sign":${JSON.stringify(signature)}}`;
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function showPage(world: World, request: FastifyRequest, reply: FastifyReply, fields: Fields): FastifyReply {
  const opened = openCall(world, fields);
  const started = 'call' in opened ? startTrade(world, opened.call) : opened;
  if ('trade' in started) return reply.redirect(`/pay/${started.trade.cashierId}`, 303);
  return sendPage(reply, refusedTradePage(readerOf(request), started.refused['sub_code'] ?? ''), 400);
}

/**
 * The channel's one address, in the protocol that its official SDKs speak: form-encoded calls signed RSA2 by the
 * application, JSON answers signed RSA2 by the channel.
 */
export function alipayGateway(app: FastifyInstance, world: World): void {
  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const fields = textFields(request.query, request.body);
    const method = fields['method'] ?? '';
    const fault = await world.faults.meet('gateway', method);
    if (fault.mode === 'down') return hangUp(request, reply);
    if (pageMethods.includes(method)) return showPage(world, request, reply, fields);
    if (fault.mode === 'garbage')
      return reply.code(200).type('text/html').send('<html><body>502 Bad Gateway</body></html>');
    const opened = openCall(world, fields);
    const run = 'call' in opened && fault.mode !== 'error' ? methods[opened.call.method] : undefined;
    const refused = 'refused' in opened ? opened.refused : troubled(fault.code);
    const answer = run && 'call' in opened ? run(world, opened.call) : refused;
    if (fault.mode === 'lost') return hangUp(request, reply);
    const genuine = fault.mode !== 'bad-signature';
    return reply.type('text/html;charset=utf-8').send(signedAnswer(world, method, answer, genuine));
  }
  app.get('/alipay/gateway.do', handle);
  app.post('/alipay/gateway.do', handle);
}
