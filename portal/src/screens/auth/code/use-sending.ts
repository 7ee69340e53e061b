import { newIdempotencyKey } from '@exam/ui/app';
import { CallError, type Reply, type Request } from '@exam/contract/client';
import { useLanguage } from '@exam/ui/i18n';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { passCaptcha } from '../captcha/captcha.ts';
import type { Means } from './contact-rules.ts';

type Purpose = Request<'verification.sendToPhone'>['body']['verificationCodeType'];
type Sent = Reply<'verification.sendToPhone'>;

/** What came of a wish to send: seconds until the next, how long to wait, the field refused, or nothing (null). */
type Outcome = number | { waitSeconds: number } | { refused: string } | null;

/**
 * Sends a code once the security check has been passed. The same wish is not sent twice.
 * @returns whether a code is on its way out, and the act
 */
export function useSending() {
  const { language } = useLanguage();
  const [isSending, setSending] = useState(false);
  const send = async (means: Means, contact: string, purpose: Purpose): Promise<Outcome> => {
    const captchaVerifyId = await passCaptcha();
    if (captchaVerifyId === null) return null;
    setSending(true);
    const languageType = language === 'zh' ? 'Zh' : 'En';
    const body = {
      sendAccountNumber: contact.trim(),
      verificationCodeType: purpose,
      captchaVerifyId,
      languageType,
    } as const;
    const name = means === 'phone' ? 'verification.sendToPhone' : 'verification.sendToEmail';
    try {
      const sent: Sent = await api(name, { body }, { idempotencyKey: newIdempotencyKey() });
      return sent.resendAfterSeconds;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { retryAfterSeconds, fields } = error.problem;
      const refused = fields?.['sendAccountNumber'];
      if (refused !== undefined) return { refused };
      return retryAfterSeconds === undefined ? null : { waitSeconds: retryAfterSeconds };
    } finally {
      setSending(false);
    }
  };
  return { isSending, send };
}
