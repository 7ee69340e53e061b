import { ageOn, candidateAgeType, isRealDate } from '@exam/contract/rules';
import { DateBoxes, RadioTiles } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Tag } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { candidatesWords } from '../../../messages/candidates.ts';
import { fieldId, type CandidateFormState } from './use-candidate-form.ts';

/** Birth date and gender: read from the number where it contains them and then not to be changed, else asked for. */
export function BornFields({ form }: { form: CandidateFormState }) {
  const { born } = form;
  return (
    <>
      {!born.isRead && <TypedBorn form={form} />}
      <div aria-live="polite" className="mb-6">
        <BornFacts form={form} />
      </div>
    </>
  );
}

function TypedBorn({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords);
  const { answers, set } = form;
  return (
    <>
      <DateBoxes
        id={fieldId('dob')}
        name="dob"
        label={words.form.dobLabel}
        value={answers.dob}
        error={form.error('dob')}
        onChange={(dob) => set({ dob })}
        onBlur={() => form.leave('dob')}
      />
      <RadioTiles
        id={fieldId('gender')}
        name="candidate-gender"
        label={words.form.genderLabel}
        inline
        options={[
          { value: 'Male', label: words.genders.Male },
          { value: 'Female', label: words.genders.Female },
        ]}
        value={answers.gender === '' ? null : answers.gender}
        error={form.error('gender')}
        onChange={(event) => set({ gender: event.target.value === 'Male' ? 'Male' : 'Female' })}
      />
    </>
  );
}

/** One line for each fact, there before it is known: what is below must not move while somebody reaches for it. */
function BornFacts({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords);
  const formats = useFormats();
  const { born, today } = form;
  const isKnown = isRealDate(born.dob) && born.dob <= today;
  const years = isKnown ? ageOn(born.dob, today) : null;
  return (
    <>
      {born.isRead && <p className="text-ink-2">{words.form.readFromNumber}</p>}
      <dl>
        {born.isRead && <Fact term={words.form.dobLabel}>{isKnown ? formats.date(born.dob) : unknown}</Fact>}
        {born.isRead && (
          <Fact term={words.form.genderLabel}>
            {isKnown && born.gender !== '' ? words.genders[born.gender] : unknown}
          </Fact>
        )}
        <Fact term={words.form.ageLabel}>
          {years === null ? (
            unknown
          ) : (
            <>
              {words.form.yearsOld(years)} <Tag>{words.ages[candidateAgeType(years)]}</Tag>
            </>
          )}
        </Fact>
      </dl>
    </>
  );
}

const unknown = '–';

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex h-8 items-center gap-x-4">
      <dt className="w-28 shrink-0 text-ink-2">{term}</dt>
      <dd className="whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  );
}
