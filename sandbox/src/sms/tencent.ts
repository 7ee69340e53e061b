import { createHash, createHmac, randomUUID } from 'node:crypto';
import { randomDigits } from '../chance.ts';
import { jsonRecord, textFields, textOf } from '../reading.ts';
import { deliverSms, MAINLAND } from './delivery.ts';
import { sameSignature } from './signature.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Unchecked } from '../reading.ts';
import type { World } from '../world.ts';

const FRESH_SECONDS = 300;
const AUTHORIZATION =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();

function signatureOf(
  request: FastifyRequest,
  { names, date, body, secret }: { names: string; date: string; body: string; secret: string },
): string {
  const headers = textFields(request.headers);
  // The service signs the action in lower case, as its documentation has it.
  const lines = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim().toLowerCase()}\n`);
  const canonical = ['POST', request.url.split('?')[0], '', lines.join(''), names, sha256(body)].join('\n');
  const text = ['TC3-HMAC-SHA256', headers['x-tc-timestamp'] ?? '', `${date}/sms/tc3_request`, sha256(canonical)];
  const key = hmac(hmac(hmac(`TC3${secret}`, date), 'sms'), 'tc3_request');
  return hmac(key, text.join('\n')).toString('hex');
}

/** The code of the first thing that is wrong with a call; undefined when it may be believed. */
function wrongWith(world: World, request: FastifyRequest, body: string): string | undefined {
  const headers = textFields(request.headers);
  const [, keyId, date = '', names = '', signature = ''] = AUTHORIZATION.exec(headers['authorization'] ?? '') ?? [];
  const access = world.smsAccess;
  if (!access || keyId !== access.keyId) return 'AuthFailure.SecretIdNotFound';
  const at = Number(headers['x-tc-timestamp']);
  if (!(Math.abs(at - world.clock.now() / 1000) <= FRESH_SECONDS)) return 'AuthFailure.SignatureExpire';
  if (!['content-type', 'host'].every((name) => names.split(';').includes(name))) return 'AuthFailure.SignatureFailure';
  const expected = signatureOf(request, { names, date, body, secret: access.keySecret });
  if (!sameSignature(expected, signature)) return 'AuthFailure.SignatureFailure';
  return isSendSms(headers) ? undefined : 'InvalidAction';
}

function isSendSms(headers: Readonly<Record<string, string>>): boolean {
  return headers['x-tc-action'] === 'SendSms' && headers['x-tc-version'] === '2021-01-11';
}

/** Sends to every number that is one. The text's places are numbered; a text that is not on file shows what it was given. */
function send(world: World, wish: Unchecked): object {
  const listOf = (name: string): string[] => (Array.isArray(wish[name]) ? wish[name].map(String) : []);
  const [template, sign, values] = [textOf(wish, 'TemplateId'), textOf(wish, 'SignName'), listOf('TemplateParamSet')];
  if (textOf(wish, 'SmsSdkAppId') === '')
    return { Error: { Code: 'UnauthorizedOperation.SmsSdkAppIdVerifyFail', Message: '' } };
  const stored = world.ledger.smsTemplate(template);
  const text =
    stored?.replaceAll(/\{(\d+)\}/g, (_, place: string) => values[Number(place) - 1] ?? '') ??
    `${template}: ${values.join(', ')}`;
  const states = listOf('PhoneNumberSet').map((phone) => {
    const number = MAINLAND.exec(phone)?.[1];
    if (number === undefined)
      return {
        PhoneNumber: phone,
        SerialNo: '',
        Fee: 0,
        Code: 'InvalidParameterValue.IncorrectPhoneNumber',
        Message: '',
      };
    deliverSms(world, { phones: [phone], sign, text: `【${sign}】${text}` });
    return { PhoneNumber: phone, SerialNo: `2028:${randomDigits(24)}`, Fee: 1, Code: 'Ok', Message: 'send success' };
  });
  return { SendStatusSet: states };
}

/** Ends the connection without an answer. */
export function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

/** Tencent's SMS service: `SendSms` (2021-01-11), JSON signed TC3-HMAC-SHA256; the body comes as text. */
export function tencentService(world: World) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = typeof request.body === 'string' ? request.body : '';
    const answer = (said: object): FastifyReply => reply.send({ Response: { ...said, RequestId: randomUUID() } });
    const wrong = wrongWith(world, request, body);
    if (wrong !== undefined) return answer({ Error: { Code: wrong, Message: wrong } });
    const wish = jsonRecord(body) ?? {};
    const fault = await world.faults.meet('sms', '');
    if (fault.mode === 'down') return hangUp(request, reply);
    if (fault.mode === 'garbage') return reply.type('text/html').send('<html><body>502 Bad Gateway</body></html>');
    if (fault.mode === 'limit') return answer({ Error: { Code: 'LimitExceeded.PhoneNumberDailyLimit', Message: '' } });
    if (fault.mode === 'error') return answer({ Error: { Code: fault.code || 'InternalError.Timeout', Message: '' } });
    const said = send(world, wish);
    return fault.mode === 'lost' ? hangUp(request, reply) : answer(said);
  };
}
