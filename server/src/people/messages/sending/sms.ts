import { settings } from '#platform/settings';
import type { Sms } from '../compose.ts';
import type { Delivery, SmsFate } from './delivery.ts';
import { fateByAliyun, sendByAliyun } from './sms-aliyun.ts';
import { sendByTencent } from './sms-tencent.ts';

/** Sends one SMS through the service that is set. `phone` is 11 digits or E.164; `id` is the message's. */
export async function sendSms(phone: string, sms: Sms, id: string): Promise<Delivery> {
  const access = settings().sms;
  if (!access) return { outcome: 'never', reason: 'notConfigured' };
  return access.provider === 'tencent'
    ? await sendByTencent(phone, sms, access)
    : await sendByAliyun(phone, { sms, id }, access);
}

/** What the service knows of a message by its id; null where it cannot be asked by an id of ours at all. `days` are the China dates on which it may have gone. */
export async function askAboutSms(
  phone: string,
  earlier: { id: string; days: readonly string[] },
): Promise<SmsFate | null> {
  const access = settings().sms;
  return access?.provider === 'aliyun' ? await fateByAliyun(phone, earlier, access) : null;
}

/** Whether the service tells later what became of an SMS. */
export function isFateTold(): boolean {
  return settings().sms?.provider === 'aliyun';
}
