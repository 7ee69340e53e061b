import type { SavedCandidate } from '@exam/contract/entities';
import type { LeaveDraft } from '@exam/contract/wizards';
import { CheckboxField, RadioTiles } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Card, ErrorSummary } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { chinaToday } from '../../../app/china-today.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { candidateName } from '../candidates/candidates.ts';
import { answersOf, areAnswers, draftOf, openChoices, problemsOf, type LeaveAnswers } from './answers.ts';
import { PickupFields } from './pickup-fields.tsx';
import { StepActions } from '../step-actions.tsx';
import { useTypedInStep } from '../draft/use-typed-kept.ts';

type Leave = Readonly<Record<string, LeaveDraft>>;

/**
 * How each minor leaves the centre, by the age on the exam day.
 * @param props.initial what was chosen before, by candidate id
 */
export function LeaveForm(props: {
  minors: readonly SavedCandidate[];
  examDate: string;
  initial: Leave;
  onSave: (leave: Leave) => void;
  back: (() => void) | null;
}) {
  const { minors, examDate, initial } = props;
  const { leave: words, problemAt } = useMessages(registrationWords);
  const rules = useMessages(ruleWords);
  const [answers, setAnswers] = useTypedInStep(
    `leave:${examDate}:${minors.map(({ id }) => id).join()}`,
    () => Object.fromEntries(minors.map((each) => [each.id, answersOf(initial[each.id], openChoices(each, examDate))])),
    areAnswers,
  );
  const [attempt, setAttempt] = useState(0);
  const today = chinaToday();
  const problems = minors.flatMap((minor) => {
    const own = answers[minor.id];
    return own ? Object.entries(problemsOf(own, today)).map(([path, code]) => ({ minor, path, code })) : [];
  });
  const sentence = (path: string, code: string) => (path === 'agree' ? words.agreeMissing : fieldSentence(rules, code));
  const summary = problems.map(({ minor, path, code }) => ({
    field: `${minor.id}-${path}`,
    text: problemAt({ name: candidateName(minor), text: sentence(path, code) }),
  }));
  const change = (id: string, part: Partial<LeaveAnswers>) =>
    setAnswers((before) => {
      const own = before[id];
      return own ? { ...before, [id]: { ...own, ...part } } : before;
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.length > 0) return setAttempt(attempt + 1);
    const leave = Object.entries(answers).map(([id, each]) => [id, draftOf(each)] as const);
    return props.onSave(Object.fromEntries(leave));
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-form">
      <p className="mb-5 text-ink-2">{words.lead}</p>
      <ErrorSummary attempt={attempt} errors={attempt === 0 ? [] : summary} />
      {minors.map((minor) => (
        <MinorFields
          key={minor.id}
          minor={minor}
          examDate={examDate}
          answers={answers[minor.id] ?? answersOf(undefined, [])}
          onChange={(part) => change(minor.id, part)}
          errorAt={(path) => {
            const found = problems.find((each) => each.minor.id === minor.id && each.path === path);
            return attempt > 0 && found ? sentence(path, found.code) : undefined;
          }}
        />
      ))}
      <StepActions back={props.back} />
    </form>
  );
}

function MinorFields(props: {
  minor: SavedCandidate;
  examDate: string;
  answers: LeaveAnswers;
  onChange: (part: Partial<LeaveAnswers>) => void;
  errorAt: (path: string) => string | undefined;
}) {
  const { minor, answers, onChange, errorAt } = props;
  const words = useMessages(registrationWords).leave;
  const name = candidateName(minor);
  const choices = openChoices(minor, props.examDate);
  return (
    <Card className="mb-5">
      <RadioTiles
        id={`${minor.id}-choice`}
        name={`${minor.id}-choice`}
        label={words.legend(name)}
        hint={choices.includes('LeavesAlone') ? undefined : words.tooYoung}
        error={errorAt('choice')}
        value={answers.choice}
        options={choices.map((value) => ({ value, label: words.choices[value], hint: words.hints[value] }))}
        onChange={(event) => {
          const choice = choices.find((each) => each === event.target.value) ?? null;
          onChange({ choice });
        }}
      />
      {answers.choice === 'AuthorisedPersonPicksUp' && (
        <PickupFields
          id={minor.id}
          person={answers.pickup}
          onChange={(part) => onChange({ pickup: { ...answers.pickup, ...part } })}
          errorAt={(path) => errorAt(`pickup.${path}`)}
        />
      )}
      {answers.choice === 'LeavesAlone' && (
        <CheckboxField
          id={`${minor.id}-agree`}
          label={words.agree(name)}
          error={errorAt('agree')}
          checked={answers.isAgreed}
          onChange={(event) => onChange({ isAgreed: event.target.checked })}
        />
      )}
    </Card>
  );
}
