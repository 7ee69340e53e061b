import { RadioTiles } from '@exam/ui/form';
import { maximumSittings } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Notice, type FieldError } from '@exam/ui/parts';
import type { PublicDraft } from '@exam/contract/wizards';
import { useNames } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import type { StepProps } from '../step-screen.ts';
import { optionName, subjectOptions, type SubjectOption } from '../subject-options.ts';
import { SubjectTiles } from './subject-tiles.tsx';

/** What is chosen so far and what may be chosen then. Where there is one type, or one subject, nothing is asked. */
export function useSubjects({ product, draft }: StepProps) {
  const types = product.candidateTypes;
  const [onlyType, ...otherTypes] = types;
  const type = draft.candidateType ?? (otherTypes.length === 0 ? (onlyType ?? null) : null);
  const isTypeMissing = types.length > 0 && type === null;
  const options = isTypeMissing ? [] : subjectOptions(product, type);
  const chosen = options.filter(({ ids }) => draft.subjects.some((subject) => subject[0] === ids[0]));
  const all = options.length === 1 ? options : chosen;
  const said: Pick<PublicDraft, 'candidateType' | 'subjects'> = {
    candidateType: type,
    subjects: all.map(({ ids }) => ids),
  };
  return { type, isTypeMissing, options, chosen: all, said };
}

/** The candidate type where the family is split (ACCA, FIA), then the subjects. A combined set is one choice. */
export function ChooseSubjects(
  props: StepProps & {
    errors: readonly FieldError[];
    onChosen: (part: Pick<PublicDraft, 'candidateType' | 'subjects'>) => void;
  },
) {
  const { product, onChosen } = props;
  const words = useMessages(registrationWords).subject;
  const { nameOf } = useNames();
  const { type, isTypeMissing, options, chosen } = useSubjects(props);
  const errorAt = (name: string) => props.errors.find(({ field }) => field === name)?.text;
  return (
    <>
      {product.candidateTypes.length > 0 && (
        <RadioTiles
          id="candidate-type"
          name="candidate-type"
          inline
          label={words.type}
          hint={words.typeHint}
          error={errorAt('candidate-type')}
          value={type}
          options={product.candidateTypes.map((value) => ({ value, label: words.types[value] }))}
          onChange={(event) => onChosen({ candidateType: event.target.value === 'FIA' ? 'FIA' : 'ACCA', subjects: [] })}
        />
      )}
      {options.length > 0 && (
        <div className="subject-tiles">
          <SubjectTiles
            id="subject"
            label={options.length === 1 ? words.subject : words.subjects}
            error={errorAt('subject')}
            values={chosen.map(nameInForm)}
            options={options.map((each) => ({
              value: nameInForm(each),
              label: optionName(each, nameOf),
              hint: hintOf(each, words),
              disabled: options.length === 1 || (chosen.length >= maximumSittings && !chosen.includes(each)),
            }))}
            onChange={(values) => {
              const ticked = options.filter((each) => values.includes(nameInForm(each)));
              onChosen({ candidateType: type, subjects: ticked.map(({ ids }) => ids) });
            }}
          />
        </div>
      )}
      {options.length === 0 && !isTypeMissing && <Notice>{words.none}</Notice>}
    </>
  );
}

function nameInForm({ ids: [first = ''] }: SubjectOption): string {
  return first;
}

function hintOf(
  { subjects }: SubjectOption,
  words: { set: (count: number) => string; minutes: (minutes: number) => string },
): string {
  const [first] = subjects;
  if (subjects.length > 1) return words.set(subjects.length);
  const minutes = first?.durationMinutes ?? null;
  return [first?.code, minutes === null ? null : words.minutes(minutes)].filter(Boolean).join(' · ');
}
