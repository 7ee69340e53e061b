import {
  checkForm,
  forms,
  withAnswer,
  wordsWithEmail,
  type Chosen,
  type Field,
  type FormCode,
  type FormFieldName,
  type FormFieldWords,
} from '@exam/contract/forms';
import { FormFields, useLeftFields } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { isFields } from '../../../app/draft/typed.ts';
import { uploadWords } from '../../../messages/upload.ts';
import { FileAnswer } from './file-answer.tsx';
import { StepActions } from '../step-actions.tsx';
import { useTypedInStep } from '../draft/use-typed-kept.ts';

type Answers = Readonly<Record<string, unknown>>;

type RegistrationFormProps = {
  form: FormCode;
  /** Null where what was chosen is offered no more. */
  chosen: Chosen | null;
  /** What was answered before, or null. */
  initial: Answers | null;
  onSave: (answers: Answers) => void;
  back: (() => void) | null;
};

/** The answers of a registration form, checked by the rule of each field as the server will check them. */
export function RegistrationForm(props: RegistrationFormProps) {
  const { form, chosen } = props;
  const rules = useMessages(ruleWords);
  const { problemAt } = useMessages(registrationWords);
  const uploads = useMessages(uploadWords);
  const [kept, setAnswers] = useTypedInStep<Answers>(form, () => props.initial ?? knownAnswers(form, chosen), isFields);
  const answers = stillAsked(form, kept);
  const { busy, stillWaiting, setBusy, setWaiting } = useWaiting();
  const { left, leave } = useLeftFields();
  const [attempt, setAttempt] = useState(0);
  const [summary, setSummary] = useState<Readonly<Record<string, string>>>({});
  const checked = checkForm(form, answers, chosen);
  const found = checked.ok ? {} : checked.fields;
  const shown = Object.entries(found).filter(([path]) => attempt > 0 || left.has(nameAt(path)));
  const wordsOf = (name: string): FormFieldWords => rules.fields.formFields[fieldNameOf(form, name)];
  const textsOf = (name: string) => wordsWithEmail(wordsOf(name), answers);
  const problemIn = (field: string, code: string) =>
    problemAt({ name: labelAt(textsOf, field), text: fieldSentence(rules, code) });
  const put = (name: string, value: unknown) => {
    setAnswers((before) => withAnswer(before, { name, value }, wordsOf));
    setSummary({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWaiting([...busy]);
    setSummary(found);
    if (checked.ok && busy.size === 0) props.onSave(checked.answers);
    else setAttempt(attempt + 1);
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-form">
      <ErrorSummary
        attempt={attempt}
        errors={[
          ...Object.entries(summary).map(([field, code]) => ({ field, text: problemIn(field, code) })),
          ...stillWaiting.map((field) => ({ field, text: uploads.waitForFiles })),
        ]}
      />
      <FormFields
        fields={forms[form].fields}
        texts={textsOf}
        values={answers}
        errors={Object.fromEntries([
          ...shown.map(([path, code]) => [path, fieldSentence(rules, code)]),
          ...stillWaiting.map((field) => [field, uploads.waitForFiles]),
        ])}
        fileWidget={FileAnswer}
        onBusy={setBusy}
        onChange={put}
        onBlur={leave}
      />
      <StepActions back={props.back} />
    </form>
  );
}

/** Which fields have files on their way, and of these the ones that a submission has to wait for. */
function useWaiting() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  return {
    busy,
    stillWaiting: waiting.filter((name) => busy.has(name)),
    setBusy: (name: string, isBusy: boolean) => setBusy((before) => withOrWithout(before, name, isBusy)),
    setWaiting,
  };
}

/** The answers kept earlier that the form still asks for: it may have changed since. */
function stillAsked(form: FormCode, answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(forms[form].fields, name)));
}

/** What need not be asked again: the month of the exam date that was chosen. */
function knownAnswers(form: FormCode, chosen: Chosen | null): Answers {
  if (chosen === null) return {};
  const fields = Object.entries<Field>(forms[form].fields);
  const months = fields.filter(([, field]) => field.kind === 'month' && field.ofExam);
  return Object.fromEntries(months.map(([name]) => [name, chosen.examDate.slice(0, 7)]));
}

/** The field that a path of the answers begins with. */
function nameAt(path: string): string {
  return path.split('.', 1)[0] ?? '';
}

/** The label of the field at a path of the answers, as part of a sentence. */
function labelAt(textsOf: (name: string) => FormFieldWords, path: string): string {
  return textsOf(nameAt(path)).label.replace(/[.。]$/, '');
}

function withOrWithout(names: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  if (names.has(name) === isIn) return names;
  return new Set(isIn ? [...names, name] : [...names].filter((each) => each !== name));
}

function fieldNameOf(form: FormCode, name: string): FormFieldName {
  const names = Object.keys(forms[form].fields) as FormFieldName[];
  return names.find((each) => each === name) ?? 'accaNumbers';
}
