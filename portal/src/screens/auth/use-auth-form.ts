import { CallError, type Problem } from '@exam/contract/client';
import { useLeftFields } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import type { FieldError } from '@exam/ui/parts';
import { useRef, useState, type FormEvent } from 'react';
import { fieldSentence } from '../../app/field-sentence.ts';
import { authWords } from '../../messages/auth.ts';
import { ruleWords } from '../../messages/rules.ts';

/** Refusal codes by field, the fields being those of the call's body. */
export type Codes = Readonly<Record<string, string>>;

type Refused = { codes: Codes; sentence: { field: string; text: string } | null; attempt: number };

const nothing: Codes = {};

/**
 * What the forms of this group share: a field says what is wrong once it has been left or the form sent, the summary is
 * that of the last attempt, and one attempt runs at a time.
 * @param options.found what is wrong now, by the rules of the contract
 * @param options.labels the fields in their order, and what they are called
 * @param options.chief the field that a refusal without fields is about
 */
export function useAuthForm(options: { found: Codes; labels: Readonly<Record<string, string>>; chief: string }) {
  const { found, labels, chief } = options;
  const rules = useMessages(ruleWords);
  const words = useMessages(authWords);
  const { left, leave } = useLeftFields();
  const [refused, setRefused] = useState<Codes>(nothing);
  const [summary, setSummary] = useState<Refused>({ codes: nothing, sentence: null, attempt: 0 });
  const [said, setSaid] = useState({ code: '', text: '' });
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const show = (codes: Codes, sentence: Refused['sentence'] = null) =>
    setSummary(({ attempt }) => ({ codes, sentence, attempt: attempt + 1 }));
  // The server's own sentence has the values in it: how many tries are left.
  const sentenceOf = (code: string) => (code === said.code ? said.text : fieldSentence(rules, code));
  const refuse = ({ fields = nothing, userMessage, status, code }: Problem) => {
    setRefused(fields);
    setSaid({ code, text: userMessage });
    const isAboutForm = Object.keys(fields).length === 0 && status === 412;
    show(fields, isAboutForm ? { field: chief, text: userMessage } : null);
  };
  const attempt = async (act: () => Promise<void>) => {
    if (isRunning.current) return;
    show(found);
    if (Object.keys(found).length > 0) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refuse(error.problem);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  const ofCodes: FieldError[] = Object.keys(labels)
    .filter((field) => summary.codes[field] !== undefined)
    .map((field) => ({
      field: fieldId(field),
      text: words.problemAt(labels[field] ?? '', sentenceOf(summary.codes[field] ?? '')),
    }));
  const ofForm = summary.sentence === null ? [] : [{ ...summary.sentence, field: fieldId(summary.sentence.field) }];
  return {
    errors: [...ofForm, ...ofCodes],
    attempts: summary.attempt,
    isBusy,
    /** What the form does when it is sent: nothing while something is wrong, else the act, whose refusal it shows. */
    submitting: (act: () => Promise<void>) => (event: FormEvent) => {
      event.preventDefault();
      void attempt(act);
    },
    /** Marks fields by codes that came outside an attempt, such as from sending a code. */
    mark: (codes: Codes) => setRefused((before) => ({ ...before, ...codes })),
    /** A field has been changed: what the server said of it no longer counts. */
    changed: (field: string) => setRefused(({ [field]: _gone, ...rest }) => rest),
    leave,
    error: (field: string) => {
      const code = refused[field] ?? (summary.attempt > 0 || left.has(field) ? found[field] : undefined);
      return code === undefined ? undefined : sentenceOf(code);
    },
  };
}

export type AuthForm = ReturnType<typeof useAuthForm>;

/** The DOM id of a field. */
export function fieldId(field: string): string {
  return `auth-${field}`;
}
