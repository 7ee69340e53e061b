import { CheckboxField, CodeField, PhoneField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { accountWords } from '../../../messages/account.ts';
import { codeDigits } from '../../auth/code/digits.ts';
import { codeRefusal, contactRefusal, refusedOnly, type Means } from '../../auth/code/contact-rules.ts';
import { fieldId, useAuthForm, type AuthForm } from '../../auth/use-auth-form.ts';
import { useSending } from '../../auth/code/use-sending.ts';
import { FormActions } from '../form-actions.tsx';
import { useWithProof } from '../proving.tsx';
import { userChanged } from '../user-changed.ts';

type Props = { onClose: () => void };

type Purpose = 'ModifyUserName' | 'BindEmail' | 'ModifyEmail';

/** Sends the code to the new number or address; the focus goes to the code, or to what is wrong. */
function useSend({
  means,
  purpose,
  account,
  form,
}: {
  means: Means;
  purpose: Purpose;
  account: string;
  form: AuthForm;
}) {
  const { isSending, send } = useSending();
  const refuse = (code: string) => {
    form.mark({ account: code });
    document.getElementById(fieldId('account'))?.focus();
    return null;
  };
  const act = async () => {
    const wrong = contactRefusal(means, account);
    if (wrong !== undefined) return refuse(wrong);
    const outcome = await send(means, account, purpose);
    if (outcome !== null && typeof outcome === 'object' && 'refused' in outcome) return refuse(outcome.refused);
    if (outcome !== null) document.getElementById(fieldId('verificationCode'))?.focus();
    return outcome;
  };
  return { isSending, act };
}

/** What the two forms share: a number or address, the code sent to it, and the change itself, after a proof. */
function useChange(options: Props & { purpose: Purpose; label: string; codeLabel: string; done: string }) {
  const { purpose, label, codeLabel, done, onClose } = options;
  const [account, setAccount] = useState('');
  const [code, setCode] = useState('');
  const withProof = useWithProof();
  const means = purpose === 'ModifyUserName' ? 'phone' : 'email';
  const form = useAuthForm({
    found: refusedOnly({ account: contactRefusal(means, account), verificationCode: codeRefusal(code) }),
    labels: { account: label, verificationCode: codeLabel },
    chief: 'verificationCode',
  });
  const sending = useSend({ means, purpose, account, form });
  const change = (more: { isReceiveMessage?: boolean } = {}) =>
    form.submitting(async () => {
      const userNameType = means === 'phone' ? 'PhoneNumber' : 'Email';
      const body = { userNameType, verificationCodeType: purpose, account, verificationCode: code, ...more } as const;
      const user = await withProof(() => api('user.changeAccount', { body }, { isQuiet: true }));
      if (user === null) return;
      await userChanged(user);
      void showToast(done, 'success');
      onClose();
    });
  const set = {
    account: (text: string) => {
      setAccount(text);
      form.changed('account');
    },
    code: (text: string) => {
      setCode(codeDigits(text));
      form.changed('verificationCode');
    },
  };
  return { account, code, set, form, sending, change };
}

/** Moves the account to another phone, with a code to the new number. */
export function ChangePhone({ onClose }: Props) {
  const words = useMessages(accountWords).contact;
  const label = words.newPhone;
  const state = useChange({
    purpose: 'ModifyUserName',
    label,
    codeLabel: words.code,
    done: words.phoneChanged,
    onClose,
  });
  const { account, set, form } = state;
  return (
    <form noValidate onSubmit={state.change()}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <PhoneField
        id={fieldId('account')}
        name="account"
        maxLength={40}
        label={label}
        hint={words.phoneHint}
        value={account}
        error={form.error('account')}
        onChange={(event) => set.account(event.target.value)}
        onBlur={() => account !== '' && form.leave('account')}
      />
      <Code {...state} hint={words.phoneCodeHint} />
      <FormActions isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}

/** Binds an e-mail address or changes it, with a code to the new one. */
export function ChangeEmail({ isBound, onClose }: Props & { isBound: boolean }) {
  const words = useMessages(accountWords).contact;
  const [isReceiveMessage, setReceiving] = useState(true);
  const label = isBound ? words.newEmail : words.email;
  const state = useChange({
    purpose: isBound ? 'ModifyEmail' : 'BindEmail',
    label,
    codeLabel: words.code,
    done: isBound ? words.emailChanged : words.emailBound,
    onClose,
  });
  const { account, set, form } = state;
  return (
    <form noValidate onSubmit={state.change(isBound ? {} : { isReceiveMessage })}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <TextField
        id={fieldId('account')}
        name="account"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        label={label}
        hint={isBound ? words.emailHint : words.bindHint}
        value={account}
        error={form.error('account')}
        onChange={(event) => set.account(event.target.value)}
        onBlur={() => account !== '' && form.leave('account')}
      />
      <Code {...state} hint={words.emailCodeHint} />
      {!isBound && (
        <CheckboxField
          name="isReceiveMessage"
          label={words.isReceiving}
          checked={isReceiveMessage}
          onChange={(event) => setReceiving(event.target.checked)}
        />
      )}
      <FormActions isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}

function Code(props: {
  form: AuthForm;
  code: string;
  hint: string;
  set: { code: (text: string) => void };
  sending: ReturnType<typeof useSend>;
}) {
  const words = useMessages(accountWords);
  const { form, code, sending } = props;
  return (
    <>
      <CodeField
        id={fieldId('verificationCode')}
        name="verificationCode"
        label={words.contact.code}
        hint={props.hint}
        value={code}
        error={form.error('verificationCode')}
        onSend={sending.act}
        onChange={(event) => props.set.code(event.target.value)}
        onBlur={() => code !== '' && form.leave('verificationCode')}
      />
      <output className="-mt-5 mb-2 block min-h-6 text-ink-2">{sending.isSending ? words.sending : ''}</output>
    </>
  );
}
