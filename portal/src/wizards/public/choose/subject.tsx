import { RadioTiles } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Notice, type FieldError } from '@exam/ui/parts';
import type { CandidateType } from '@exam/contract/entities';
import { useNames } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import type { StepProps } from '../step-screen.ts';
import { optionName, subjectOptions, type SubjectOption } from '../subject-options.ts';

/** What is chosen so far and what may be chosen then. Where there is one type, or one subject, nothing is asked. */
export function useSubject({ product, draft }: StepProps) {
  const types = product.candidateTypes;
  const [onlyType, ...otherTypes] = types;
  const type = draft.candidateType ?? (otherTypes.length === 0 ? (onlyType ?? null) : null);
  const isTypeMissing = types.length > 0 && type === null;
  const options = isTypeMissing ? [] : subjectOptions(product, type);
  const [only, ...others] = options;
  const chosen = options.find(({ ids }) => ids[0] === draft.subjectIds[0]);
  return { type, isTypeMissing, options, option: chosen ?? (others.length === 0 ? only : undefined) };
}

/** The candidate type where the family is split (ACCA, FIA), then the subject. A combined set is one choice. */
export function ChooseSubject(
  props: StepProps & {
    errors: readonly FieldError[];
    onChosen: (part: { candidateType: CandidateType | null; subjectIds: readonly string[] }) => void;
  },
) {
  const { product, onChosen } = props;
  const words = useMessages(registrationWords).subject;
  const { nameOf } = useNames();
  const { type, isTypeMissing, options, option } = useSubject(props);
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
          onChange={(event) =>
            onChosen({ candidateType: event.target.value === 'FIA' ? 'FIA' : 'ACCA', subjectIds: [] })
          }
        />
      )}
      {options.length > 0 && (
        <div className="subject-tiles">
          <RadioTiles
            id="subject"
            name="subject"
            label={words.subject}
            error={errorAt('subject')}
            value={option?.ids[0] ?? ''}
            options={options.map((each) => ({
              value: each.ids[0] ?? '',
              label: optionName(each, nameOf),
              hint: hintOf(each, words),
            }))}
            onChange={(event) => {
              const ids = options.find((each) => each.ids[0] === event.target.value)?.ids ?? [];
              onChosen({ candidateType: type, subjectIds: ids });
            }}
          />
        </div>
      )}
      {options.length === 0 && !isTypeMissing && <Notice>{words.none}</Notice>}
    </>
  );
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
