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
import type { FieldError } from '@exam/ui/parts';
import { useState, type ReactNode } from 'react';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { isFields } from '../../../app/draft/typed.ts';
import { uploadWords } from '../../../messages/upload.ts';
import { FileAnswer } from './file-answer.tsx';
import { useTypedInStep } from '../draft/use-typed-in-step.ts';

type Answers = Readonly<Record<string, unknown>>;

/** The answers in hand, and whom they are about where each person has a form of their own. */
type Hand = { about: string; answers: Answers };

const isHand = (value: unknown): value is Hand =>
  isFields(value) && typeof value['about'] === 'string' && isFields(value['answers']);

/**
 * The registration form of a product in hand, checked by the rule of each field as the server will check it.
 * @param props.form null where the product has none: then there is nothing to fill in, and nothing wrong
 * @param props.about whom the answers are about, where each person has a form of their own: another person's form is empty again
 * @param props.initial what was answered before, or null
 * @param props.isShown whether what is wrong is shown at fields that were not left yet
 */
export function useFormAnswers(props: {
  form: FormCode | null;
  chosen: Chosen;
  about: string;
  initial: Answers | null;
  isShown: boolean;
}): { fields: ReactNode; errors: readonly FieldError[]; answers: Answers } {
  const { form, chosen, about, isShown } = props;
  const rules = useMessages(ruleWords);
  const { problemAt } = useMessages(registrationWords);
  const uploads = useMessages(uploadWords);
  const begin = (): Hand => ({ about, answers: props.initial ?? (form === null ? {} : knownAnswers(form, chosen)) });
  const [hand, setHand] = useTypedInStep<Hand>(`form:${form ?? ''}`, begin, isHand);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const { left, leave } = useLeftFields();
  if (form === null) return { fields: null, errors: [], answers: {} };
  const kept = hand.about === about ? hand.answers : knownAnswers(form, chosen);
  const answers = stillAsked(form, kept);
  const checked = checkForm(form, answers, chosen);
  const found = Object.entries(checked.ok ? {} : checked.fields);
  const shown = found.filter(([path]) => isShown || left.has(nameAt(path)));
  const waiting = [...busy].map((field) => [field, uploads.waitForFiles] as const);
  const wordsOf = (name: string): FormFieldWords => rules.fields.formFields[fieldNameOf(form, name)];
  const textsOf = (name: string) => wordsWithEmail(wordsOf(name), answers);
  return {
    fields: (
      <FormFields
        fields={forms[form].fields}
        texts={textsOf}
        values={answers}
        errors={Object.fromEntries([
          ...shown.map(([path, code]) => [path, fieldSentence(rules, code)]),
          ...(isShown ? waiting : []),
        ])}
        fileWidget={FileAnswer}
        onBusy={(name, isBusy) => setBusy((before) => withOrWithout(before, name, isBusy))}
        onChange={(name, value) =>
          setHand((before) => ({
            about,
            answers: withAnswer(before.about === about ? before.answers : kept, { name, value }, wordsOf),
          }))
        }
        onBlur={leave}
      />
    ),
    errors: [
      ...found.map(([field, code]) => ({
        field,
        text: problemAt({ name: labelAt(textsOf, field), text: fieldSentence(rules, code) }),
      })),
      ...waiting.map(([field, text]) => ({ field, text })),
    ],
    answers: checked.ok ? checked.answers : answers,
  };
}

/** The answers kept earlier that the form still asks for: it may have changed since. */
function stillAsked(form: FormCode, answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(forms[form].fields, name)));
}

/** What need not be asked again: the month of the exam date that was chosen. */
function knownAnswers(form: FormCode, chosen: Chosen): Answers {
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
