import { ageOn, candidateAgeType, isRealDate } from '@exam/contract/rules';
import { DateBoxes, RadioTiles } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { DescriptionList, Tag } from '@exam/ui/parts';
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
  const age = (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {words.form.yearsOld(years)} <Tag>{words.ages[candidateAgeType(years)]}</Tag>
    </span>
  );
  const read = [
    { term: words.form.dobLabel, detail: formats.date(born.dob) },
    { term: words.form.genderLabel, detail: born.gender === '' ? null : words.genders[born.gender] },
  ];
  return (
    <>
      <DescriptionList items={[...(born.isRead ? read : []), { term: words.form.ageLabel, detail: age }]} />
      {form.isGuardianAsked && <p className="font-bold">{words.form.minorNote}</p>}
    </>
  );
}
