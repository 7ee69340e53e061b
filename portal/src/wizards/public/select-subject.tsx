import type { CandidateType } from '@exam/contract/entities';
import { RadioTiles } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { ErrorSummary, Notice, type FieldError } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { useNames } from '../../app/catalogue.ts';
import { useSession } from '../../app/session/session.ts';
import { registrationWords } from '../../messages/registration.ts';
import { sessionKept } from './session/chosen-session.ts';
import { StepActions } from '../parts/step-actions.tsx';
import type { StepProps } from './step-screen.ts';
import { optionName, subjectOptions, type SubjectOption } from './subject-options.ts';

type Choice = { type: CandidateType | null; subjectId: string };

/** What is chosen so far and what may be chosen then. A family with one type needs no question. */
function useChoice({ product, draft }: StepProps) {
  const words = useMessages(registrationWords).subject;
  const types = product.candidateTypes;
  const only = types.length === 1 ? types[0] : undefined;
  const [choice, setChoice] = useState<Choice>(() => ({
    type: draft.candidateType ?? only ?? null,
    subjectId: draft.subjectIds[0] ?? '',
  }));
  const isTypeMissing = types.length > 0 && choice.type === null;
  const options = isTypeMissing ? [] : subjectOptions(product, choice.type);
  const option = options.find((each) => each.ids[0] === choice.subjectId);
  const problem = problemOf({ isTypeMissing, isSubjectMissing: !option }, words);
  return { choice, setChoice, isTypeMissing, options, option, problem };
}

function problemOf(
  missing: { isTypeMissing: boolean; isSubjectMissing: boolean },
  words: { chooseType: string; chooseSubject: string },
): FieldError | null {
  if (missing.isTypeMissing) return { field: 'candidate-type', text: words.chooseType };
  return missing.isSubjectMissing ? { field: 'subject', text: words.chooseSubject } : null;
}

/** Step 2: the candidate type where the family is split (ACCA, FIA), then the subject. A combined set is one choice. */
export function SelectSubject(props: StepProps) {
  const { product, draft, save, back } = props;
  const words = useMessages(registrationWords).subject;
  const { language } = useLanguage();
  const { user } = useSession();
  const { choice, setChoice, isTypeMissing, options, option, problem } = useChoice(props);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const shown = attempt > 0 ? problem : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!option) return setAttempt(attempt + 1);
    setBusy(true);
    const kept = await sessionKept(draft, option.ids, { language, userId: user?.id });
    setBusy(false);
    return save({ candidateType: choice.type, subjectIds: option.ids, ...kept });
  };
  const errorAt = (field: string) => (shown?.field === field ? shown.text : undefined);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-3xl">
      <ErrorSummary attempt={attempt} errors={shown === null ? [] : [shown]} />
      {product.candidateTypes.length > 0 && (
        <RadioTiles
          id="candidate-type"
          name="candidate-type"
          inline
          label={words.type}
          hint={words.typeHint}
          error={errorAt('candidate-type')}
          value={choice.type}
          options={product.candidateTypes.map((value) => ({ value, label: words.types[value] }))}
          onChange={(event) => setChoice({ ...choice, type: event.target.value === 'FIA' ? 'FIA' : 'ACCA' })}
        />
      )}
      {options.length > 0 && (
        <div className="subject-tiles">
          <SubjectTiles
            options={options}
            value={choice.subjectId}
            error={errorAt('subject')}
            onChange={(subjectId) => setChoice({ ...choice, subjectId })}
          />
        </div>
      )}
      {options.length === 0 && !isTypeMissing && <Notice>{words.none}</Notice>}
      <StepActions back={back} busy={isBusy} />
    </form>
  );
}

function SubjectTiles(props: {
  options: readonly SubjectOption[];
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}) {
  const words = useMessages(registrationWords).subject;
  const { nameOf } = useNames();
  const hintOf = ({ subjects }: SubjectOption) => {
    const [first] = subjects;
    if (subjects.length > 1) return words.set(subjects.length);
    const minutes = first?.durationMinutes ?? null;
    return [first?.code, minutes === null ? null : words.minutes(minutes)].filter(Boolean).join(' · ');
  };
  return (
    <RadioTiles
      id="subject"
      name="subject"
      label={words.subject}
      error={props.error}
      value={props.value}
      options={props.options.map((option) => ({
        value: option.ids[0] ?? '',
        label: optionName(option, nameOf),
        hint: hintOf(option),
      }))}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
