import { checkForm, forms, type FormFieldName, type FormFieldWords, type OpenFormCode } from '@exam/contract/forms';
import { FormFields } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { fieldSentence } from '../../app/field-sentence.ts';
import { registrationWords } from '../../messages/registration.ts';
import { ruleWords } from '../../messages/rules.ts';
import { isFields } from '../../app/typed.ts';
import { StepActions } from './step-actions.tsx';
import { useTypedInStep } from './use-wizard.ts';

type Answers = Readonly<Record<string, unknown>>;

/** The answers of a registration form, checked by the rule of each field as the server will check them. */
export function RegistrationForm(props: {
  form: OpenFormCode;
  /** What was answered before, or null. */
  initial: Answers | null;
  onSave: (answers: Answers) => void;
  back: (() => void) | null;
}) {
  const { form } = props;
  const rules = useMessages(ruleWords);
  const { problemAt } = useMessages(registrationWords);
  const [answers, setAnswers] = useTypedInStep<Answers>(form, () => props.initial ?? {}, isFields);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [summary, setSummary] = useState<Readonly<Record<string, string>>>({});
  const checked = checkForm(form, answers);
  const found = checked.ok ? {} : checked.fields;
  const shown = Object.entries(found).filter(([path]) => attempt > 0 || left.has(path.split('.', 1)[0] ?? ''));
  const textsOf = (name: string) => labelled(rules.fields.formFields[fieldNameOf(form, name)], answers);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (checked.ok) return props.onSave(checked.answers);
    setSummary(checked.fields);
    return setAttempt(attempt + 1);
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-form">
      <ErrorSummary
        attempt={attempt}
        errors={Object.entries(summary).map(([path, code]) => ({
          field: path,
          text: problemAt({
            name: textsOf(path.split('.', 1)[0] ?? '').label.replace(/[.。]$/, ''),
            text: fieldSentence(rules, code),
          }),
        }))}
      />
      <FormFields
        fields={forms[form].fields}
        texts={textsOf}
        values={answers}
        errors={Object.fromEntries(shown.map(([path, code]) => [path, fieldSentence(rules, code)]))}
        onChange={(name, value) => {
          setAnswers((before) => ({ ...before, [name]: value }));
          setSummary({});
        }}
        onBlur={(name) => setLeft((before) => new Set(before).add(name))}
      />
      <StepActions back={props.back} />
    </form>
  );
}

/** The words of a field; where they quote the contact's e-mail address, with the one typed. */
export function labelled(words: FormFieldWords, { contactEmail }: Answers): FormFieldWords {
  const typed = typeof contactEmail === 'string' ? contactEmail.trim() : '';
  return words.labelWithEmail !== undefined && typed !== '' ? { ...words, label: words.labelWithEmail(typed) } : words;
}

function fieldNameOf(form: OpenFormCode, name: string): FormFieldName {
  const names = Object.keys(forms[form].fields) as FormFieldName[];
  return names.find((each) => each === name) ?? 'accaNumbers';
}
