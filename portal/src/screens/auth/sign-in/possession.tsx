import { CallError, type Request } from '@exam/contract/client';
import { DateBoxes, PasswordField, RadioTiles } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Link, Notice } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { authWords } from '../../../messages/auth.ts';
import { AuthPage } from '../auth-page.tsx';
import { ContactAndCode } from '../code/contact-and-code.tsx';
import { codeRefusal, contactRefusal, refusedOnly } from '../code/contact-rules.ts';
import { NotMe } from './not-me.tsx';
import { TrustBox } from './trust-box.tsx';
import { fieldId, useAuthForm, type AuthForm, type Codes } from '../use-auth-form.ts';
import type { Arrive, StepLeft } from './use-way-in.ts';

type Ways = Extract<StepLeft, { kind: 'possession' }>['ways'];
type Way = Ways[number];
type Props = { ways: Ways; onArrive: Arrive; onAgain: () => void };

const empty = { password: '', email: '', verificationCode: '', dateOfBirth: '' };
type Answers = typeof empty;

function refusalsOf(way: Way, { password, email, verificationCode, dateOfBirth }: Answers): Codes {
  if (way === 'password') return refusedOnly({ password: password === '' ? 'REQUIRED_FIELD' : undefined });
  if (way === 'birthDate') return refusedOnly({ dateOfBirth: dateOfBirth === '' ? 'REQUIRED_FIELD' : undefined });
  return refusedOnly({ email: contactRefusal('email', email), verificationCode: codeRefusal(verificationCode) });
}

function bodyOf(way: Way, answers: Answers, isDeviceTrusted: boolean): Request<'user.provePossession'>['body'] {
  const { password, email, verificationCode, dateOfBirth } = answers;
  if (way === 'password') return { password, isDeviceTrusted };
  if (way === 'birthDate') return { dateOfBirth, isDeviceTrusted };
  return { email: email.trim(), verificationCode, isDeviceTrusted };
}

/** Whose account has this number? Shows nothing of it before that is proved; or begins an empty one (S-19). */
export function Possession(props: Props) {
  const words = useMessages(authWords).possession;
  const [isNotMe, setNotMe] = useState(false);
  const [first] = props.ways;
  if (isNotMe) return <NotMe onArrive={props.onArrive} onAgain={props.onAgain} onBack={() => setNotMe(false)} />;
  return (
    <AuthPage title={words.title} intro={words.intro} isStep>
      {first === undefined ? (
        <Notice tone="warning">
          {words.staffOnly} <Link href="/help/contact-us">{words.contact}</Link>
        </Notice>
      ) : (
        <Proof {...props} first={first} />
      )}
      <div className="mt-6 border-t border-line pt-4">
        <p>{words.notMe.question}</p>
        <Button variant="secondary" className="mt-3" onClick={() => setNotMe(true)}>
          {words.notMe.open}
        </Button>
      </div>
    </AuthPage>
  );
}

function Proof({ ways, first, onArrive, onAgain }: Props & { first: Way }) {
  const words = useMessages(authWords);
  const [way, setWay] = useState<Way>(first);
  const [answers, setAnswers] = useState(empty);
  const [isDeviceTrusted, setTrusted] = useState(false);
  const chief: Readonly<Record<Way, string>> = {
    password: 'password',
    email: 'verificationCode',
    birthDate: 'dateOfBirth',
  };
  const form = useAuthForm({
    found: refusalsOf(way, answers),
    labels: {
      password: words.fields.password,
      email: words.fields.email,
      verificationCode: words.fields.emailCode,
      dateOfBirth: words.possession.birthDate,
    },
    chief: chief[way],
  });
  const set = (part: Partial<Answers>) => {
    setAnswers((before) => ({ ...before, ...part }));
    for (const field of Object.keys(part)) form.changed(field);
  };
  const prove = async () => {
    try {
      await onArrive(await api('user.provePossession', { body: bodyOf(way, answers, isDeviceTrusted) }));
    } catch (error) {
      if (error instanceof CallError && error.problem.code === 'SIGN_IN_OVER') return onAgain();
      throw error;
    }
  };
  return (
    <form noValidate onSubmit={form.submitting(prove)}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <RadioTiles
        name="way"
        label={words.possession.ways}
        options={ways.map((value) => ({ value, label: words.possession.way[value] }))}
        value={way}
        onChange={(event) => {
          const chosen = ways.find((each) => each === event.target.value);
          if (chosen !== undefined) setWay(chosen);
        }}
      />
      <WayFields way={way} form={form} answers={answers} set={set} />
      <TrustBox checked={isDeviceTrusted} onChange={setTrusted} />
      <Button type="submit" busy={form.isBusy} className="w-full">
        {words.possession.submit}
      </Button>
    </form>
  );
}

type FieldProps = { way: Way; form: AuthForm; answers: Answers; set: (part: Partial<Answers>) => void };

function WayFields({ way, form, answers, set }: FieldProps) {
  const words = useMessages(authWords);
  if (way === 'password') {
    return (
      <PasswordField
        id={fieldId('password')}
        name="password"
        autoComplete="current-password"
        maxLength={128}
        label={words.fields.password}
        value={answers.password}
        error={form.error('password')}
        onChange={(event) => set({ password: event.target.value })}
      />
    );
  }
  if (way === 'birthDate') {
    return (
      <DateBoxes
        id={fieldId('dateOfBirth')}
        name="dateOfBirth"
        label={words.possession.birthDate}
        hint={words.possession.birthDateHint}
        value={answers.dateOfBirth}
        error={form.error('dateOfBirth')}
        onChange={(dateOfBirth) => set({ dateOfBirth })}
      />
    );
  }
  return (
    <ContactAndCode
      form={form}
      purpose="Login"
      means="email"
      fields={{ contact: 'email', code: 'verificationCode' }}
      contact={answers.email}
      code={answers.verificationCode}
      onContact={(email) => set({ email })}
      onCode={(verificationCode) => set({ verificationCode })}
    />
  );
}
