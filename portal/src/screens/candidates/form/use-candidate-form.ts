import { CallError } from '@exam/contract/client';
import type { SavedCandidate } from '@exam/contract/entities';
import { candidatePlace, type CandidateAnswers, type GuardianAnswers } from '@exam/contract/wizards';
import { afterPress, useLeftFields } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import type { FieldError } from '@exam/ui/parts';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { chinaToday } from '../../../app/china-today.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { useTyped } from '../../../app/draft/typed.ts';
import { candidatesWords } from '../../../messages/candidates.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { answersOf, areAnswers, bornOf, needsConsent, needsGuardian, refusalsOf, type Born } from './answers.ts';
import { isInOwnList, useSaving } from '../save-candidate.ts';

/** What the parts of the candidate form share. Paths are those of the wire: `idNo`, `guardianModel.mobile`. */
export type CandidateFormState = {
  answers: CandidateAnswers;
  born: Born;
  today: string;
  saved: SavedCandidate | undefined;
  /** Under 18 by the birth date, or because the server says so. */
  isGuardianAsked: boolean;
  /** Under 14, and no guardian is known to have consented. */
  isConsentAsked: boolean;
  set: (part: Partial<CandidateAnswers>) => void;
  setGuardian: (part: Partial<GuardianAnswers>) => void;
  /** The person has left a field: from now on it says what is wrong with it. */
  leave: (path: string) => void;
  error: (path: string) => string | undefined;
};

type Codes = Readonly<Record<string, string>>;

const nothing: Codes = {};

/** The DOM id of a field, by its path. */
export function fieldId(path: string): string {
  return `candidate-${path}`;
}

/** A field that may stay empty and is kept as it was typed. The browser fills in nothing: it knows the parent. */
export function optionalField(form: CandidateFormState, path: 'nameZh' | 'mobile' | 'email') {
  return {
    id: fieldId(path),
    name: path,
    autoComplete: 'off',
    optional: true,
    value: form.answers[path],
    error: form.error(path),
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.set({ [path]: event.target.value }),
    onBlur: () => form.leave(path),
  } as const;
}

/** What is typed, and what the server refused of it: a refusal goes when its field is changed. */
function useAnswers(saved: SavedCandidate | undefined) {
  const [first] = useState(() => answersOf(saved));
  const [answers, setAnswers] = useTyped(candidatePlace(saved?.id), () => first, areAnswers);
  const [refused, setRefused] = useState<Codes>(nothing);
  const forget = (paths: readonly string[]) =>
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !paths.includes(path))));
  const set = (part: Partial<CandidateAnswers>) => {
    setAnswers((before) => ({ ...before, ...part }));
    forget(Object.keys(part));
  };
  const setGuardian = (part: Partial<GuardianAnswers>) => {
    setAnswers((before) => ({ ...before, guardian: { ...before.guardian, ...part } }));
    forget(['guardianModel', ...Object.keys(part).map((name) => `guardianModel.${name}`)]);
  };
  const isDirty = JSON.stringify(first) !== JSON.stringify(answers);
  return { answers, refused, setRefused, set, setGuardian, isDirty };
}

/** The error summary: what the last attempt found, and is still wrong. */
function useSummary(isStillWrong: (path: string) => boolean) {
  const [summary, setSummary] = useState({ codes: nothing, attempt: 0 });
  const rules = useMessages(ruleWords);
  const words = useMessages(candidatesWords).form;
  const errors: FieldError[] = Object.entries(summary.codes)
    .filter(([path]) => isStillWrong(path))
    .map(([path, code]) => ({
      field: fieldId(path === 'guardianModel' ? 'guardianModel.name' : path),
      text: words.problemAt(words.labelOf(path), fieldSentence(rules, code)),
    }));
  const show = (codes: Codes) => setSummary(({ attempt }) => ({ codes, attempt: attempt + 1 }));
  return { errors, attempt: summary.attempt, show };
}

/** Notes that the number just left is in the list already, unless it has been changed in the meantime. */
function useDuplicateNote(answers: CandidateAnswers, today: string, note: () => void) {
  const { idNo } = answers;
  const latest = useRef(idNo);
  useEffect(() => {
    latest.current = idNo;
  }, [idNo]);
  return () => {
    void isInOwnList(answers, today).then((isThere) => {
      if (isThere) afterPress(() => latest.current === idNo && note());
    });
  };
}

/**
 * State, checks and saving of the candidate form.
 * @param options.onSaved told when the server has the candidate; lists of candidates are asked for again by then
 */
export function useCandidateForm(options: {
  initial: SavedCandidate | undefined;
  onSaved: (candidate: SavedCandidate) => void;
}) {
  const { initial: saved } = options;
  const rules = useMessages(ruleWords);
  const today = chinaToday();
  const { answers, refused, setRefused, set, setGuardian, isDirty } = useAnswers(saved);
  const { left, leave: noteLeft } = useLeftFields();
  // The server may find a minor where this device's clock does not.
  const [isMinorToServer, setMinorToServer] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const noteDuplicate = useDuplicateNote(answers, today, () =>
    setRefused((before) => ({ ...before, idNo: 'CANDIDATE_DUPLICATE' })),
  );
  const save = useSaving();
  const born = bornOf(answers, { saved, today });
  const found: Codes = refusalsOf(answers, { saved, today });
  const { errors, attempt, show } = useSummary((path) => path in refused || path in found);
  const onError = (error: Error) => {
    const fields = error instanceof CallError ? (error.problem.fields ?? nothing) : nothing;
    if (fields['guardianModel'] !== undefined) setMinorToServer(true);
    if (fields['childKept'] !== undefined) setConsentMissing(true);
    setRefused(fields);
    show(fields);
  };
  const submit = () => {
    if (save.isPending) return;
    show(found);
    if (Object.keys(found).length > 0) return;
    save.mutate({ answers, saved, today }, { onSuccess: options.onSaved, onError });
  };
  const leave = (path: string) => {
    noteLeft(path);
    if (path === 'idNo' && saved === undefined) noteDuplicate();
  };
  const error = (path: string) => {
    const code = refused[path] ?? (attempt > 0 || left.has(path) ? found[path] : undefined);
    return code === undefined ? undefined : fieldSentence(rules, code);
  };
  const isGuardianAsked = needsGuardian(born, today) || isMinorToServer;
  const isConsentAsked = needsConsent(answers, { today, ...(saved && { saved }) }) || isConsentMissing;
  const form: CandidateFormState = {
    answers,
    born,
    today,
    saved,
    isGuardianAsked,
    isConsentAsked,
    set,
    setGuardian,
    leave,
    error,
  };
  return { form, submit, errors, attempt, isSaving: save.isPending, isDirty };
}
