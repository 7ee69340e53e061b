import { ageOn, candidateAgeType, isRealDate } from '@exam/contract/rules';
import { DateBoxes, RadioTiles } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Tag } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { candidatesWords } from '../../messages/candidates.ts';
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

function BornFacts({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords);
  const formats = useFormats();
  const { born, today } = form;
  if (!isRealDate(born.dob) || born.dob > today) {
    return born.isRead && <p className="text-ink-2">{words.form.readFromNumber}</p>;
  }
  const years = ageOn(born.dob, today);
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {born.isRead && <Fact term={words.form.dobLabel}>{formats.date(born.dob)}</Fact>}
        {born.isRead && born.gender !== '' && <Fact term={words.form.genderLabel}>{words.genders[born.gender]}</Fact>}
        <Fact term={words.form.ageLabel}>
          {words.form.yearsOld(years)} <Tag>{words.ages[candidateAgeType(years)]}</Tag>
        </Fact>
      </dl>
      {form.isGuardianAsked && <p className="mt-2 font-bold">{words.form.minorNote}</p>}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
