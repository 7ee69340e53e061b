import { CodeField, PhoneField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { authWords } from '../../../messages/auth.ts';
import { codeDigits } from './digits.ts';
import { contactRefusal, type Means } from './contact-rules.ts';
import { fieldId, type AuthForm } from '../use-auth-form.ts';
import { useSending } from './use-sending.ts';

type Props = {
  form: AuthForm;
  purpose: 'Register' | 'Login' | 'ForgetPassword';
  means: Means;
  /** What the call calls the contact and the code. */
  fields: { contact: string; code: string };
  contact: string;
  code: string;
  onContact: (contact: string) => void;
  onCode: (code: string) => void;
};

/** Sends the code; the focus is left where the person goes on: at the code, or at what is wrong. */
function useSend({ form, purpose, means, fields, contact }: Props) {
  const { isSending, send } = useSending();
  const refuse = (code: string) => {
    form.mark({ [fields.contact]: code });
    document.getElementById(fieldId(fields.contact))?.focus();
    return null;
  };
  const act = async () => {
    const wrong = contactRefusal(means, contact);
    if (wrong !== undefined) return refuse(wrong);
    const outcome = await send(means, contact, purpose);
    if (outcome !== null && typeof outcome === 'object' && 'refused' in outcome) return refuse(outcome.refused);
    if (outcome !== null) document.getElementById(fieldId(fields.code))?.focus();
    return outcome;
  };
  return { isSending, act };
}

/** A phone number or an address, and the code sent to it after the security check. */
export function ContactAndCode(props: Props) {
  const words = useMessages(authWords);
  const { form, means, fields, code } = props;
  const { isSending, act } = useSend(props);
  return (
    <>
      <Contact {...props} />
      <CodeField
        id={fieldId(fields.code)}
        name={fields.code}
        label={means === 'phone' ? words.fields.code : words.fields.emailCode}
        hint={means === 'phone' ? words.fields.codeHint : words.fields.emailCodeHint}
        value={code}
        error={form.error(fields.code)}
        onSend={act}
        onChange={(event) => {
          props.onCode(codeDigits(event.target.value));
          form.changed(fields.code);
        }}
        onBlur={() => code !== '' && form.leave(fields.code)}
      />
      <output className="-mt-5 mb-2 block min-h-6 text-ink-2">{isSending ? words.stages.sending : ''}</output>
    </>
  );
}

function Contact({ form, means, fields, contact, onContact }: Props) {
  const words = useMessages(authWords).fields;
  const field = fields.contact;
  const shared = {
    id: fieldId(field),
    name: field,
    value: contact,
    error: form.error(field),
    onChange: (event: { target: { value: string } }) => {
      onContact(event.target.value);
      form.changed(field);
    },
    onBlur: () => contact !== '' && form.leave(field),
  };
  if (means === 'phone') return <PhoneField {...shared} maxLength={40} label={words.phone} hint={words.phoneHint} />;
  return (
    <TextField
      {...shared}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      label={words.email}
    />
  );
}
