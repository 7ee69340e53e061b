import * as z from 'zod/mini';
import { randomId } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import type { Config } from '#platform/config';
import { callOut, NetworkError } from '#platform/network';
import { signAcs3 } from './acs3.ts';
import type { Sms } from '../compose.ts';
import type { Delivery, SmsFate } from './delivery.ts';
import { providerCodeOf } from './sms-templates.ts';

type Access = NonNullable<Config['sms']>;

const sentShape = z.object({ Code: z.string(), BizId: z.optional(z.string()) });
const detailsShape = z.object({
  Code: z.literal('OK'),
  SmsSendDetailDTOs: z.object({
    SmsSendDetailDTO: z.array(
      z.object({
        OutId: z.optional(z.string()),
        SendDate: z._default(z.string(), ''),
        SendStatus: z.literal([1, 2, 3]),
      }),
    ),
  }),
});

/** What the service says of an SMS, by its numbers. */
const fates = { 1: 'underway', 2: 'returned', 3: 'arrived' } as const;

/** The most the service lists at once; nobody is sent that many in a day. */
const mostDetails = 50;

/** Refusals that another try cannot change: number, parameters. Not among them: limits, what the operator can correct (account, a text or signature not approved), and faults of the service. */
const permanent =
  /^isv\.(?!BUSINESS_LIMIT|DAY_LIMIT|MONTH_LIMIT|AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|ACCOUNT_ABNORMAL|PRODUCT_UN_SUBSCRIPT|SMS_TEMPLATE_ILLEGAL|SMS_SIGNATURE_ILLEGAL)/;

/** Sends one SMS through Alibaba Cloud (`SendSms`, 2017-05-25). `id` goes with it as `OutId`, by which it can be asked for. */
export async function sendByAliyun(
  phone: string,
  { sms: { templateCode, params }, id }: { sms: Sms; id: string },
  access: Access,
): Promise<Delivery> {
  try {
    const sent = await ask('SendSms', access, {
      PhoneNumbers: phone.replace(/^\+/, ''),
      SignName: access.signName,
      TemplateCode: providerCodeOf(templateCode),
      TemplateParam: JSON.stringify(params),
      OutId: id,
    });
    return readSent(sent);
  } catch (error) {
    if (error instanceof NetworkError) return { outcome: error.mayHaveArrived ? 'unsure' : 'later', reason: 'network' };
    throw error;
  }
}

/**
 * What became of an SMS with this id that the service may have taken on one of these days (`QuerySendDetails`).
 * @param days China dates.
 */
export async function fateByAliyun(
  phone: string,
  { id, days }: { id: string; days: readonly string[] },
  access: Access,
): Promise<SmsFate> {
  try {
    for (const day of days) {
      const asked = { SendDate: day.replaceAll('-', ''), PageSize: String(mostDetails), CurrentPage: '1' };
      const answer = await ask('QuerySendDetails', access, { PhoneNumber: phone.replace(/^\+/, ''), ...asked });
      const details = detailsShape.safeParse(jsonOf(answer));
      if (!details.success) return 'silent';
      // Sent once more by staff it has the same id.
      const [found] = details.data.SmsSendDetailDTOs.SmsSendDetailDTO.filter(({ OutId }) => OutId === id).toSorted(
        (one, other) => other.SendDate.localeCompare(one.SendDate),
      );
      if (found) return fates[found.SendStatus];
    }
    return 'unknown';
  } catch (error) {
    if (error instanceof NetworkError) return 'silent';
    throw error;
  }
}

async function ask(action: string, access: Access, form: Record<string, string>): Promise<string> {
  const request = { address: access.endpoint, action, version: '2017-05-25', form };
  const { body, headers } = signAcs3({ ...request, date: await readNowAlone(), nonce: randomId() }, access);
  const allowedOrigins = [new URL(access.endpoint).origin];
  return (await callOut(access.endpoint, { method: 'POST', headers, body, allowedOrigins })).text;
}

function readSent(text: string): Delivery {
  const parsed = sentShape.safeParse(jsonOf(text));
  if (!parsed.success) return { outcome: 'unsure', reason: 'unreadable' };
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
