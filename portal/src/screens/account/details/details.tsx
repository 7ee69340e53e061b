import { useSearchParams } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, showToast } from '@exam/ui/parts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { User } from '../../../app/session/user-key.ts';
import { api } from '../../../app/api.ts';
import { accountWords } from '../../../messages/account.ts';
import { ChangeEmail, ChangePhone } from './change-contact.tsx';
import { ChangePassword } from './change-password.tsx';
import { GiveBirthDate } from './give-birth-date.tsx';
import { Section } from '../section.tsx';
import { useAuthForm } from '../../auth/use-auth-form.ts';
import { userChanged } from '../user-changed.ts';

const forms = ['phone', 'email', 'password', 'birth'] as const;
type Form = (typeof forms)[number];

/** Which form is open, one at a time; `?bind=email` opens the one for an address. */
function useOpenForm() {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Form | null>(params.get('bind') === 'email' ? 'email' : null);
  const last = useRef<Form | null>(open);
  useEffect(() => {
    if (open !== null) document.querySelector<HTMLElement>('.account-form input')?.focus();
    else if (last.current !== null) document.getElementById(`change-${last.current}`)?.focus();
    last.current = open;
  }, [open]);
  const close = () => {
    setOpen(null);
    if (params.get('bind') !== null) setParams({}, { replace: true });
  };
  return { open, setOpen, close };
}

/** Phone, e-mail, password and date of birth: what they are, and the form that changes each. */
export function Details({ user }: { user: User }) {
  const words = useMessages(accountWords).details;
  const formats = useFormats();
  const { open, setOpen, close } = useOpenForm();
  const isBound = user.email !== '';
  const row = (form: Form) => ({ form, isOpen: open === form, onOpen: () => setOpen(form) });
  return (
    <Section id="details" title={words.title}>
      <ul>
        <Row {...row('phone')} term={words.phone} detail={user.phoneNumber}>
          <ChangePhone onClose={close} />
        </Row>
        <Row {...row('email')} term={words.email} detail={isBound ? user.email : null} nothing={words.noEmail}>
          <ChangeEmail isBound={isBound} onClose={close} />
        </Row>
        <Row {...row('password')} term={words.password} detail={words.passwordText}>
          <ChangePassword onClose={close} />
        </Row>
        {user.dateOfBirth === null ? (
          <Row {...row('birth')} term={words.birth} detail={null} nothing={words.noBirth}>
            <GiveBirthDate onClose={close} />
          </Row>
        ) : (
          <li className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
            <p className="text-ink-2">{words.birth}</p>
            <p>
              {formats.date(user.dateOfBirth)}
              <span className="block text-ink-2">{words.birthFixed}</span>
            </p>
          </li>
        )}
        {!user.isTermsAccepted && <Terms />}
      </ul>
    </Section>
  );
}

/** The terms of use, for an account that a program opened without them. */
function Terms() {
  const all = useMessages(accountWords);
  const words = all.details;
  const form = useAuthForm({ found: {}, labels: { isTermsAccepted: words.terms }, chief: 'isTermsAccepted' });
  const accept = async () => {
    await userChanged(await api('user.saveOtherInformation', { body: { isTermsAccepted: true } }));
    void showToast(all.saved, 'success');
  };
  return (
    <li className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <form
        noValidate
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
        onSubmit={form.submitting(accept)}
      >
        <ErrorSummary errors={form.errors} attempt={form.attempts} />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-ink-2">{words.terms}</p>
          <p>
            {words.noTerms} <a href="/help/question#terms">{words.readTerms}</a>
          </p>
        </div>
        <Button variant="secondary" type="submit" busy={form.isBusy}>
          {words.acceptTerms}
        </Button>
      </form>
    </li>
  );
}

function Row(props: {
  form: Form;
  term: string;
  detail: string | null;
  nothing?: string;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  const words = useMessages(accountWords).details;
  const { term, detail } = props;
  if (props.isOpen) {
    return (
      <li className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
        <h3 className="mb-4 text-lg">{detail === null ? words.addWhat(term) : words.changeWhat(term)}</h3>
        <div className="account-form max-w-form">{props.children}</div>
      </li>
    );
  }
  return (
    <li className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-ink-2">{term}</p>
        <p className="wrap-anywhere tabular-nums">{detail ?? props.nothing}</p>
      </div>
      <Button
        id={`change-${props.form}`}
        variant="secondary"
        aria-label={detail === null ? words.addWhat(term) : words.changeWhat(term)}
        onClick={props.onOpen}
      >
        {detail === null ? words.add : words.change}
      </Button>
    </li>
  );
}
