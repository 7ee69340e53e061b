import { settings } from '#platform/settings';
import type { Sms } from './compose.ts';
import type { Delivery } from './delivery.ts';
import { sendByAliyun, wasSentByAliyun } from './sms-aliyun.ts';
import { sendByTencent } from './sms-tencent.ts';

/** Sends one SMS through the service that is set. `phone` is 11 digits or E.164; `id` is the message's. */
export async function sendSms(phone: string, sms: Sms, id: string): Promise<Delivery> {
  const access = settings().sms;
  if (!access) return { outcome: 'never', reason: 'notConfigured' };
  return access.provider === 'tencent'
    ? await sendByTencent(phone, sms, access)
    : await sendByAliyun(phone, { sms, id }, access);
}

/**
 * What the service knows of an earlier try whose answer was lost: it was `sent`, `notSent`, it does not say at present (`silent`), or it
 * cannot be asked by an id of ours at all (`unknowable`).
 */
export async function askAboutSms(
  phone: string,
  earlier: { id: string; days: readonly string[] },
): Promise<'sent' | 'notSent' | 'silent' | 'unknowable'> {
  const access = settings().sms;
  if (access?.provider !== 'aliyun') return 'unknowable';
  const wasSent = await wasSentByAliyun(phone, earlier, access);
  if (wasSent === null) return 'silent';
  return wasSent ? 'sent' : 'notSent';
}
