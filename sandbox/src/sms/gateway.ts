import { randomUUID } from 'node:crypto';
import { randomDigits } from '../chance.ts';
import { chinaStamp } from '../china-time.ts';
import { jsonRecord, textFields } from '../reading.ts';
import { createAdmission } from './admission.ts';
import { deliverSms, MAINLAND } from './delivery.ts';
import { hangUp, tencentService } from './tencent.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../faults.ts';
import type { Unchecked } from '../reading.ts';
import type { World } from '../world.ts';
import type { Sms } from './delivery.ts';
import type { SignedRequest } from './signature.ts';

type Answer = Record<string, string>;

const ABROAD = /^(?:\+|00)?[2-9]\d{6,14}$/;
const SLOT = /\$\{(\w+)\}/g;

function refusal(code: string, message: string): Answer {
  return { Code: code, Message: message, RequestId: randomUUID() };
}

/** The text a phone shows: the stored template filled in, or, when the service has none, the bare parameters. */
function render(template: string | undefined, parameters: Unchecked, sign: string, code: string): string | undefined {
  const values = new Map(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  if (template === undefined) {
    const listed = [...values].map(([name, value]) => `${name}: ${value}`).join(', ');
    return `【${sign}】${code}${listed === '' ? '' : `: ${listed}`}`;
  }
  const missing = [...template.matchAll(SLOT)].some(([, name = '']) => !values.has(name));
  return missing
    ? undefined
    : `【${sign}】${template.replaceAll(SLOT, (_slot, name: string) => values.get(name) ?? '')}`;
}

/** While nobody registered a text, each is taken. */
function isRegistered(world: World, code: string): boolean {
  return code !== '' && (world.ledger.smsTemplate(code) !== undefined || !world.ledger.hasSmsTemplates());
}

function readSms(world: World, fields: Record<string, string>): { sms: Sms } | { refused: Answer } {
  const phones = (fields['PhoneNumbers'] ?? '').split(',').filter((phone) => phone !== '');
  const sign = fields['SignName'] ?? '';
  const code = fields['TemplateCode'] ?? '';
  const parameters = jsonRecord(fields['TemplateParam'] || '{}');
  const refused = (name: string, message: string): { refused: Answer } => ({ refused: refusal(name, message) });
  if (phones.length === 0 || phones.length > 1000) return refused('isv.MOBILE_COUNT_OVER_LIMIT', 'PhoneNumbers');
  if (!phones.every((phone) => MAINLAND.test(phone) || ABROAD.test(phone)))
    return refused('isv.MOBILE_NUMBER_ILLEGAL', 'PhoneNumbers');
  if (sign === '') return refused('isv.SMS_SIGNATURE_ILLEGAL', 'SignName');
  if (!isRegistered(world, code)) return refused('isv.SMS_TEMPLATE_ILLEGAL', 'TemplateCode');
  if (!parameters) return refused('isv.INVALID_JSON_PARAM', 'TemplateParam');
  const text = render(world.ledger.smsTemplate(code), parameters, sign, code);
  return text === undefined
    ? refused('isv.TEMPLATE_MISSING_PARAMETERS', 'TemplateParam')
    : { sms: { phones, sign, text } };
}

function signedRequestOf(request: FastifyRequest): SignedRequest {
  const [path = '/', query = ''] = request.url.split('?', 2);
  const body = typeof request.body === 'string' ? request.body : '';
  return { method: request.method, path, query, headers: textFields(request.headers), body };
}

function faultAnswer(fault: Fault): Answer | undefined {
  if (fault.mode === 'limit') return refusal('isv.BUSINESS_LIMIT_CONTROL', 'Permits:5');
  if (fault.mode === 'error') return refusal(fault.code || 'isp.SYSTEM_ERROR', fault.code || 'isp.SYSTEM_ERROR');
  return undefined;
}

function send(world: World, fields: Record<string, string>, fault: Fault): Answer {
  const switched = faultAnswer(fault);
  if (switched) return switched;
  const read = readSms(world, fields);
  if ('refused' in read) return read.refused;
  deliverSms(world, { ...read.sms, outId: fields['OutId'], isReturned: fault.mode === 'undelivered' });
  return { Code: 'OK', Message: 'OK', RequestId: randomUUID(), BizId: `${randomDigits(18)}^0` };
}

/** What was sent to a number on a China date, the newest first, as the service lists it: arrived (3), or given back (2). */
function sendDetails(world: World, fields: Record<string, string>): object {
  const phone = MAINLAND.exec(fields['PhoneNumber'] ?? '')?.[1];
  const [size, page] = [Number(fields['PageSize']), Number(fields['CurrentPage'])];
  if (!(size >= 1 && size <= 50 && page >= 1)) return refusal('isv.INVALID_PARAMETERS', 'PageSize');
  const sent = world.ledger.messages().flatMap(({ channel, to, at, text, outId = '', isReturned }) => {
    const sendDate = chinaStamp(Date.parse(at));
    const isAsked =
      channel === 'sms' && to === phone && sendDate.slice(0, 10).replaceAll('-', '') === fields['SendDate'];
    return isAsked
      ? [{ PhoneNum: to, OutId: outId, SendDate: sendDate, Content: text, SendStatus: isReturned ? 2 : 3 }]
      : [];
  });
  const shown = sent.slice((page - 1) * size, page * size);
  const answer = { Code: 'OK', Message: 'OK', RequestId: randomUUID(), TotalCount: sent.length };
  return { ...answer, SmsSendDetailDTOs: { SmsSendDetailDTO: shown } };
}

/**
 * The SMS service: `SendSms` and `QuerySendDetails` (2017-05-25) in RPC style, signed ACS3-HMAC-SHA256. Parameters come in the query or in the
 * form. Codes and messages are the service's own; what is sent ends in the inbox.
 */
export function smsGateway(app: FastifyInstance, world: World): void {
  const admit = createAdmission(world);
  app.removeAllContentTypeParsers();
  // The signature covers the body's bytes, so the body is read as it came.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const signed = signedRequestOf(request);
    const denied = admit(signed);
    if (denied) {
      const answer = { HostId: signed.headers['host'] ?? '', Code: denied.code, Message: denied.message };
      return reply.code(denied.status).send({ RequestId: randomUUID(), ...answer });
    }
    const action = signed.headers['x-acs-action'] ?? '';
    if (!['SendSms', 'QuerySendDetails'].includes(action) || signed.headers['x-acs-version'] !== '2017-05-25') {
      return reply.code(404).send(refusal('InvalidAction.NotFound', 'Specified api is not found.'));
    }
    const form = Object.fromEntries(new URLSearchParams(signed.body));
    const fields = textFields(request.query, form);
    const fault = await world.faults.meet('sms', fields['PhoneNumbers'] ?? fields['PhoneNumber'] ?? '');
    if (fault.mode === 'down') return hangUp(request, reply);
    if (fault.mode === 'garbage') return reply.type('text/html').send('<html><body>502 Bad Gateway</body></html>');
    const answer = action === 'SendSms' ? send(world, fields, fault) : sendDetails(world, fields);
    return fault.mode === 'lost' ? hangUp(request, reply) : reply.send(answer);
  }
  const tencent = tencentService(world);
  // Real ones are called at the root of their hosts; which of the two is meant is in the headers.
  app.post('/', async (request, reply) =>
    request.headers['x-tc-action'] === undefined ? await handle(request, reply) : await tencent(request, reply),
  );
  app.post('/sms', handle);
  app.post('/tencent-sms', tencent);
}
