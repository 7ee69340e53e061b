import { millisecondsBetween } from '@exam/contract/rules';
import * as z from 'zod/mini';
import { readNowAlone } from '#platform/clock';
import { callOut, NetworkError } from '#platform/network';
import type { Config } from '#platform/config';
import type { Sms } from '../compose.ts';
import type { Delivery } from './delivery.ts';
import { providerCodeOf } from './sms-templates.ts';
import { signTc3 } from './tc3.ts';

const answerShape = z.object({
  Response: z.object({
    Error: z.optional(z.object({ Code: z.string() })),
    SendStatusSet: z.optional(z.array(z.object({ Code: z.string(), SerialNo: z.optional(z.string()) }))),
  }),
});

/** Refusals that another try cannot change; limits, an empty package, an account that the operator can put right, and the service's own faults pass. */
const permanent =
  /^(FailedOperation\.(?!InsufficientBalance|TemplateIncorrectOrUnapproved|SignatureIncorrectOrUnapproved)|InvalidParameter|MissingParameter|UnsupportedOperation)/;

/** Sends one SMS through Tencent Cloud (`SendSms`, 2021-01-11). `phone` is 11 digits or E.164. */
export async function sendByTencent(
  phone: string,
  { templateCode, places, params }: Sms,
  access: NonNullable<Config['sms']>,
): Promise<Delivery> {
  const now = await readNowAlone();
  const body = JSON.stringify({
    PhoneNumberSet: [phone.startsWith('+') ? phone : `+86${phone}`],
    SmsSdkAppId: access.appId,
    SignName: access.signName,
    TemplateId: providerCodeOf(templateCode),
    TemplateParamSet: places.map((name) => params[name] ?? ''),
  });
  const request = {
    address: access.endpoint,
    service: 'sms',
    action: 'SendSms',
    version: '2021-01-11',
    region: access.region,
    at: Math.floor(millisecondsBetween('1970-01-01T00:00:00.000Z', now) / 1000),
    date: now.slice(0, 10),
    body,
  };
  try {
    const origin = new URL(access.endpoint).origin;
    const sent = { method: 'POST', headers: signTc3(request, access), body, allowedOrigins: [origin] } as const;
    return readAnswer((await callOut(access.endpoint, sent)).text);
  } catch (error) {
    if (error instanceof NetworkError) return { outcome: error.mayHaveArrived ? 'unsure' : 'later', reason: 'network' };
    throw error;
  }
}

function readAnswer(text: string): Delivery {
  const { Error: refused, SendStatusSet: states } = read(text);
  const [state] = states ?? [];
  if (!refused && state?.Code === 'Ok') return { outcome: 'sent', providerId: state.SerialNo ?? null };
  const code = refused?.Code ?? state?.Code;
  if (code === undefined) return { outcome: 'unsure', reason: 'unreadable' };
  const reason = code.replace(/[^\w.-]/g, '').slice(0, 60);
  return permanent.test(code) ? { outcome: 'never', reason } : { outcome: 'later', reason };
}

function read(text: string): z.output<typeof answerShape>['Response'] {
  try {
    return answerShape.parse(JSON.parse(text)).Response;
  } catch {
    return {};
  }
}
