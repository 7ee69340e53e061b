import type { SavedCandidate } from '@exam/contract/entities';
import type { LeaveDraft } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import type { FieldError } from '@exam/ui/parts';
import { chinaToday } from '../../../app/china-today.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { candidateName } from '../../../page/candidates.ts';
import { useTypedInStep } from '../draft/use-typed-in-step.ts';
import { answersOf, areAnswers, draftOf, openChoices, problemsOf, type LeaveAnswers } from './answers.ts';

type Leave = Readonly<Record<string, LeaveDraft>>;

/**
 * How each minor leaves the centre, by the age on the exam day. Until somebody says otherwise the guardian comes, which is always open.
 * @param props.initial what was chosen before, by candidate id
 */
export function useLeave({ examDate, initial }: { examDate: string; initial: Leave }) {
  const { leave: words, problemAt } = useMessages(registrationWords);
  const rules = useMessages(ruleWords);
  const [kept, setKept] = useTypedInStep<Readonly<Record<string, LeaveAnswers>>>('leave', () => ({}), areAnswers);
  const answersFor = (minor: SavedCandidate): LeaveAnswers => {
    const open = openChoices(minor, examDate);
    const own = kept[minor.id] ?? answersOf(initial[minor.id], open);
    return open.some((choice) => choice === own.choice) ? own : { ...own, choice: null };
  };
  /** What is wrong with a minor's answers: a sentence by path. */
  const problemsFor = (minor: SavedCandidate): [path: string, text: string][] =>
    Object.entries(problemsOf(answersFor(minor), chinaToday())).map(([path, code]) => [
      path,
      path === 'agree' ? words.agreeMissing : fieldSentence(rules, code),
    ]);
  const change = (minor: SavedCandidate, part: Partial<LeaveAnswers>) => {
    const own = answersFor(minor);
    setKept((before) => ({ ...before, [minor.id]: { ...(before[minor.id] ?? own), ...part } }));
  };
  const errorsOf = (minors: readonly SavedCandidate[]): FieldError[] =>
    minors.flatMap((minor) =>
      problemsFor(minor).map(([path, text]) => ({
        field: `${minor.id}-${path}`,
        text: problemAt({ name: candidateName(minor), text }),
      })),
    );
  const leaveOf = (minors: readonly SavedCandidate[]): Leave =>
    Object.fromEntries(minors.map((minor) => [minor.id, draftOf(answersFor(minor))]));
  return { answersFor, problemsFor, change, errorsOf, leaveOf };
}

export type LeaveInHand = ReturnType<typeof useLeave>;
