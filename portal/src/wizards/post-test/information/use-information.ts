import { useMessages } from '@exam/ui/i18n';
import { showToast, type FieldError } from '@exam/ui/parts';
import { useState } from 'react';
import { chinaToday } from '../../../app/china-today.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { useTyped } from '../../../app/draft/typed.ts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { dropTyped } from '../../../app/draft/keeping.ts';
import { answersOf, areAnswers, componentsOffered, inputOf, typedProblems, type InfoAnswers } from './answers.ts';
import type { CashInCode, Centre, Component, Series, PostTestDraft } from '../post-test-data.ts';
import { useDraftSaving } from '../draft/use-saving.ts';
import { useFormFiles } from './use-form-files.ts';
import type { StepProps } from '../wizard.ts';

/** What the fields of the information choose from. */
export type InfoChoices = {
  series: readonly Series[];
  centres: readonly Centre[];
  codes: readonly CashInCode[];
};

/** What a form of the information gets. */
export type InfoProps = StepProps & { draft: PostTestDraft; choices: InfoChoices };

/** The components of a series for a draft's level and award. */
function offeredOf({ draft, choices }: InfoProps, answers: Pick<InfoAnswers, 'examSeriesId' | 'cashInCodeId'>) {
  const series = choices.series.find(({ id }) => id === answers.examSeriesId);
  const award = choices.codes.find(({ cashInCodeId }) => cashInCodeId === answers.cashInCodeId) ?? null;
  const offered: Component[] = componentsOffered(series?.components ?? [], { levelId: draft.levelId, award });
  return { award, offered };
}

/** What is in the fields, typed before or as the draft has it. */
function useAnswers(props: InfoProps) {
  const { draft } = props;
  const first = () => offeredOf(props, { examSeriesId: draft.examSeriesId ?? '', cashInCodeId: '' });
  return useTyped(`postTest:${draft.id}`, () => answersOf(draft, first().offered), areAnswers);
}

/**
 * The information in hand: what is typed, what is wrong with it by the rules at once and by the server once it has been sent, and the ways
 * to keep it.
 */
export function useInformation(props: InfoProps) {
  const { draft, save, keep } = props;
  const { info: words, changeProblem } = useMessages(postTestWizardWords);
  const rules = useMessages(ruleWords);
  const [answers, setAnswers] = useAnswers(props);
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const [attempt, setAttempt] = useState(0);
  const files = useFormFiles(draft);
  const { isSaving, fields, saveDraft } = useDraftSaving(props);
  const typed = typedProblems(answers, draft, chinaToday());
  const sentenceAt = (field: string) => {
    const code = typed[field] ?? said[field];
    return code === undefined ? fields[field] : fieldSentence(rules, code);
  };
  const change = (part: Partial<InfoAnswers>) => {
    setAnswers((before) => ({ ...before, ...part }));
    const touched = Object.keys(part);
    setSaid((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !touched.includes(field))));
  };
  const tried = () => setAttempt((before) => before + 1);
  const send = async (): Promise<PostTestDraft | null> => {
    const isSending = files.sending.length > 0;
    if (isSending) void showToast(words.waitForFiles, 'warning');
    const saved = isSending ? null : await saveDraft(inputOf(draft, answers, files.ids));
    if (saved === null) tried();
    else dropTyped('postTest');
    return saved;
  };
  return {
    answers,
    change,
    files,
    isSaving,
    attempt,
    ...offeredOf(props, answers),
    errorAt: sentenceAt,
    /** What is wrong in these fields, given by name and label, in their order. */
    errorsIn: (labels: Readonly<Record<string, string>>) =>
      Object.entries(labels).flatMap(([field, label]): FieldError[] => {
        const text = sentenceAt(field);
        return text === undefined || text === '' ? [] : [{ field, text: changeProblem({ label, text }) }];
      }),
    /** Saves; goes on only if nothing is missing in `only` (all fields without it). */
    submit: async (then: { only?: readonly string[]; onDone: (draft: PostTestDraft) => void }) => {
      const saved = await send();
      if (saved === null) return;
      const problems = saved.problems.filter(({ field }) => then.only?.includes(field) ?? true);
      setSaid(Object.fromEntries(problems.map(({ field, code }) => [field, code])));
      keep({ canConfirm: saved.canConfirm, examSeriesId: saved.examSeriesId });
      if (problems.length > 0) tried();
      else then.onDone(saved);
    },
    /** Saves for later, whatever is missing. */
    putAside: async () => {
      const saved = await send();
      if (saved === null) return;
      keep({ canConfirm: saved.canConfirm });
      void showToast(words.saved, 'success');
    },
    goOn: (saved: PostTestDraft) => save({ draftId: saved.id, canConfirm: saved.canConfirm }),
  };
}
