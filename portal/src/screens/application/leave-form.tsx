import { CallError } from '@exam/contract/client';
import type { LeaveChoice } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { CheckboxField, RadioTiles } from '@exam/ui/form';
import { Button, ErrorSummary } from '@exam/ui/parts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { chinaToday } from '../../app/china-today.ts';
import { useTyped } from '../../app/draft/typed.ts';
import { fieldSentence } from '../../app/field-sentence.ts';
import { applicationWords } from '../../messages/application.ts';
import { ruleWords } from '../../messages/rules.ts';
import { KeptForm } from '../../page/kept-form.tsx';
import {
  areLeaveAnswers,
  leaveAnswersOf,
  leaveFieldId,
  leaveOf,
  leaveOptions,
  leaveRefusals,
  type Leave,
  type LeaveAnswers,
} from './leave-answers.ts';
import type { Registration } from './people.tsx';
import { PickupFields } from './pickup-fields.tsx';

type Codes = Readonly<Record<string, string>>;

/** What a part of the form that another screen adds (the statements of the cart) needs and says. */
type ExtraPart = {
  refusals: (choice: LeaveChoice | null) => Codes;
  render: (choice: LeaveChoice | null, error: (path: string) => string | undefined) => ReactNode;
};

type Props = {
  registration: Registration;
  extra?: ExtraPart;
  save: (leave: Leave, choice: LeaveChoice | null) => Promise<unknown>;
  onDone: () => void;
  onCancel: () => void;
};

/**
 * How a minor leaves the centre, and who comes: the same rules as in the wizard, checked here and again by the server.
 * @param props.save sends the change; its refusal's fields are shown here
 */
export function LeaveForm(props: Props) {
  return (
    <KeptForm>
      <Leaving {...props} />
    </KeptForm>
  );
}

function Leaving(props: Props) {
  const rules = useMessages(ruleWords);
  const words = useMessages(applicationWords).leaveForm;
  const form = useLeaveForm(props);
  const error = (path: string) => {
    const code = form.codes[path];
    if (code === undefined) return undefined;
    return path === 'agree' ? words.agreeMissing : fieldSentence(rules, code);
  };
  const errors = Object.keys(form.codes).map((path) => ({
    field: leaveFieldId(path),
    text: words.problem({ label: labelOf(path, words), text: error(path) ?? '' }),
  }));
  return (
    <form noValidate onSubmit={form.submit}>
      <ErrorSummary errors={errors} attempt={form.attempt} />
      <LeaveChoiceField registration={props.registration} answers={form.answers} set={form.set} error={error} />
      {form.answers.choice === 'AuthorisedPersonPicksUp' && (
        <PickupFields
          person={form.answers.person}
          isAgain={props.registration.applicationPickupPerson !== null}
          set={(part) => form.set({ ...form.answers, person: { ...form.answers.person, ...part } })}
          error={error}
        />
      )}
      {form.answers.choice === 'LeavesAlone' && (
        <CheckboxField
          id={leaveFieldId('agree')}
          label={words.agree(nameOf(props.registration))}
          error={error('agree')}
          checked={form.answers.isAgreed}
          onChange={(event) => form.set({ ...form.answers, isAgreed: event.target.checked })}
        />
      )}
      {props.extra?.render(form.answers.choice, error)}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={props.onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" busy={form.isSaving}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function LeaveChoiceField(props: {
  registration: Registration;
  answers: LeaveAnswers;
  set: (answers: LeaveAnswers) => void;
  error: (path: string) => string | undefined;
}) {
  const words = useMessages(applicationWords);
  const { age, choices } = leaveOptions(props.registration);
  const { answers, set } = props;
  return (
    <RadioTiles
      id={leaveFieldId('leaveAlone')}
      name="leaveAlone"
      label={words.leaveForm.choice}
      hint={choices.includes('LeavesAlone') ? words.leaveForm.choiceHint(age) : words.leaveForm.choiceHintYoung(age)}
      error={props.error('leaveAlone')}
      options={choices.map((value) => ({ value, label: words.leave[value] }))}
      value={answers.choice}
      onChange={(event) => set({ ...answers, choice: choices.find((each) => each === event.target.value) ?? null })}
    />
  );
}

function useLeaveForm(props: Omit<Props, 'onCancel'>) {
  const today = chinaToday();
  const { id } = props.registration;
  const [typed, setTyped] = useTyped(`leaving:${id}`, () => leaveAnswersOf(props.registration), areLeaveAnswers);
  // A tick is never brought back.
  const [isAgreed, setAgreed] = useState(false);
  const answers = { ...typed, isAgreed };
  const setAnswers = (next: LeaveAnswers) => {
    setTyped({ ...next, isAgreed: false });
    setAgreed(next.isAgreed);
  };
  const [codes, setCodes] = useState<Codes>({});
  const [attempt, setAttempt] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const show = (found: Codes) => {
    setCodes(found);
    setAttempt((count) => count + 1);
  };
  const send = async () => {
    setSaving(true);
    try {
      await props.save(leaveOf(answers, today), answers.choice);
      props.onDone();
    } catch (error) {
      if (error instanceof CallError) show(error.problem.fields ?? {});
    } finally {
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const found = { ...leaveRefusals(answers, today), ...props.extra?.refusals(answers.choice) };
    show(found);
    if (Object.keys(found).length === 0) void send();
  };
  return { answers, set: setAnswers, codes, attempt, isSaving, submit };
}

function nameOf({ applicationCandidate: { lastName, firstName } }: Registration): string {
  return `${lastName} ${firstName}`.trim();
}

/** Where each problem is, for the list at the top. */
const places: Readonly<Record<string, string>> = {
  leaveAlone: 'choice',
  agree: 'consents',
  isInformationConfirmed: 'information',
};

function labelOf(path: string, words: Readonly<Record<string, unknown>>): string {
  const name = places[path] ?? path.split('.').at(-1) ?? path;
  const label = words[name === 'isFourteenOrOlder' ? 'fourteen' : name];
  return typeof label === 'string' ? label : '';
}
