import * as z from 'zod/mini';
import { randomId } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import type { Config } from '#platform/config';
import { callOut, NetworkError } from '#platform/network';
import { settings } from '#platform/settings';
import { signAcs3 } from './acs3.ts';
import type { Sms } from './compose.ts';
import type { Delivery } from './delivery.ts';
import { providerCodeOf } from './sms-templates.ts';
import { sendByTencent } from './sms-tencent.ts';

const answerShape = z.object({ Code: z.string(), BizId: z.optional(z.string()) });

/** Refusals that another try cannot change: number, sign, template, parameters. Limits and the service's own faults pass. */
const permanent = /^isv\.(?!BUSINESS_LIMIT|DAY_LIMIT|AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE)/;

/** Sends one SMS through the service that is set. `phone` is 11 digits or E.164. */
export async function sendSms(phone: string, sms: Sms): Promise<Delivery> {
  const access = settings().sms;
  if (!access) return { outcome: 'never', reason: 'notConfigured' };
  return access.provider === 'tencent'
    ? await sendByTencent(phone, sms, access)
    : await sendByAliyun(phone, sms, access);
}

/** Sends one SMS through Alibaba Cloud (`SendSms`, 2017-05-25). */
async function sendByAliyun(
  phone: string,
  { templateCode, params }: Sms,
  access: NonNullable<Config['sms']>,
): Promise<Delivery> {
  const form = {
    PhoneNumbers: phone.replace(/^\+/, ''),
    SignName: access.signName,
    TemplateCode: providerCodeOf(templateCode),
    TemplateParam: JSON.stringify(params),
  };
  const request = { address: access.endpoint, action: 'SendSms', version: '2017-05-25', form };
  const { body, headers } = signAcs3({ ...request, date: await readNowAlone(), nonce: randomId() }, access);
  try {
    const origin = new URL(access.endpoint).origin;
    const answer = await callOut(access.endpoint, { method: 'POST', headers, body, allowedOrigins: [origin] });
    return readAnswer(answer.text);
  } catch (error) {
    if (error instanceof NetworkError) return { outcome: 'later', reason: 'network' };
    throw error;
  }
}

function readAnswer(text: string): Delivery {
  const parsed = answerShape.safeParse(jsonOf(text));
  if (!parsed.success) return { outcome: 'later', reason: 'unreadable' };
  const { Code: code, BizId: providerId } = parsed.data;
  if (code === 'OK') return { outcome: 'sent', providerId: providerId ?? null };
  const reason = code.replace(/[^\w.-]/g, '').slice(0, 60);
  return permanent.test(code) ? { outcome: 'never', reason } : { outcome: 'later', reason };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
