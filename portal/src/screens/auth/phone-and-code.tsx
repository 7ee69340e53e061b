import { CallError } from '@exam/contract/client';
import { halfWidth } from '@exam/contract/rules';
import { CodeField, PhoneField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { newIdempotencyKey } from '../../app/idempotency-key.ts';
import { authWords } from '../../messages/auth.ts';
import { passCaptcha } from './captcha.ts';
import { phoneAndCodeRefusals } from './phone-and-code-rules.ts';
import { fieldId, type AuthForm, type Codes } from './use-auth-form.ts';

type Props = {
  form: AuthForm;
  purpose: 'Register' | 'Login';
  /** What the call calls the phone. */
  phoneField: 'mobile' | 'phoneNumber';
  phone: string;
  code: string;
  onPhone: (phone: string) => void;
  onCode: (code: string) => void;
};

type Stage = 'idle' | 'checking' | 'sending';

function useSending({ form, purpose, phoneField, phone }: Props) {
  const { language } = useLanguage();
  const [stage, setStage] = useState<Stage>('idle');
  const refuse = (codes: Codes) => {
    form.mark(codes);
    document.getElementById(fieldId(codes[phoneField] === undefined ? 'verificationCode' : phoneField))?.focus();
    return null;
  };
  const send = async () => {
    const wrong = phoneAndCodeRefusals({ phone, code: '' }).phone;
    if (wrong !== undefined) return refuse({ [phoneField]: wrong });
    setStage('checking');
    try {
      const captchaVerifyId = await passCaptcha();
      setStage('sending');
      const languageType = language === 'zh' ? 'Zh' : 'En';
      const body = { sendAccountNumber: phone, verificationCodeType: purpose, captchaVerifyId, languageType } as const;
      const options = { idempotencyKey: newIdempotencyKey() };
      const { resendAfterSeconds } = await api('verification.sendToPhone', { body }, options);
      document.getElementById(fieldId('verificationCode'))?.focus();
      return resendAfterSeconds;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { retryAfterSeconds, fields } = error.problem;
      if (fields?.['sendAccountNumber'] !== undefined) return refuse({ [phoneField]: fields['sendAccountNumber'] });
      return retryAfterSeconds === undefined ? null : { waitSeconds: retryAfterSeconds };
    } finally {
      setStage('idle');
    }
  };
  return { stage, send };
}

/** A phone number and the code sent to it, with the security check that goes before the sending. */
export function PhoneAndCode(props: Props) {
  const words = useMessages(authWords);
  const { form, phoneField } = props;
  const { stage, send } = useSending(props);
  return (
    <>
      <PhoneField
        id={fieldId(phoneField)}
        name={phoneField}
        maxLength={40}
        label={words.fields.phone}
        hint={words.fields.phoneHint}
        value={props.phone}
        error={form.error(phoneField)}
        onChange={(event) => {
          props.onPhone(event.target.value);
          form.changed(phoneField);
        }}
        onBlur={() => props.phone !== '' && form.leave(phoneField)}
      />
      <CodeField
        id={fieldId('verificationCode')}
        name="verificationCode"
        // Room for a code pasted with a space in it; only its digits are kept.
        maxLength={20}
        label={words.fields.code}
        hint={words.fields.codeHint}
        value={props.code}
        error={form.error('verificationCode')}
        onSend={send}
        onChange={(event) => {
          props.onCode(halfWidth(event.target.value).replaceAll(/\D/g, '').slice(0, 6));
          form.changed('verificationCode');
        }}
        onBlur={() => props.code !== '' && form.leave('verificationCode')}
      />
      <output className="-mt-5 mb-2 block min-h-6 text-ink-2">{words.stages[stage]}</output>
    </>
  );
}
