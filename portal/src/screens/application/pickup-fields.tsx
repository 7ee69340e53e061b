import type { IdType } from '@exam/contract/entities';
import { idTypes } from '@exam/contract/entities/values';
import { useMessages } from '@exam/ui/i18n';
import { CheckboxField, PhoneField, SelectField, TextField } from '@exam/ui/form';
import { chinaToday } from '../../app/china-today.ts';
import { applicationWords } from '../../messages/application.ts';
import { leaveFieldId, mustDeclareAge, type LeaveAnswers } from './leave-answers.ts';

type Person = LeaveAnswers['person'];

/** The authorised person who comes: name, document, mobile, and the declaration of age where the document shows none. */
export function PickupFields(props: {
  person: Person;
  /** A person is there already, whose number is known as a mask only. */
  isAgain: boolean;
  set: (part: Partial<Person>) => void;
  error: (path: string) => string | undefined;
}) {
  const words = useMessages(applicationWords);
  const { person, set } = props;
  const field = (name: keyof Person) => ({
    id: leaveFieldId(`applicationPickupPerson.${name}`),
    error: props.error(`applicationPickupPerson.${name}`),
  });
  return (
    <fieldset className="mb-2">
      <legend className="mb-1 text-lg font-bold">{words.leaveForm.person}</legend>
      <p className="mb-4 text-ink-2">{words.leaveForm.personHint}</p>
      <TextField
        {...field('name')}
        label={words.leaveForm.name}
        autoComplete="off"
        value={person.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        {...field('idType')}
        label={words.leaveForm.idType}
        placeholder={null}
        options={idTypes.map((value) => ({ value, label: words.idTypes[value] }))}
        value={person.idType}
        onChange={(event) => set({ idType: idTypeOf(event.target.value) })}
      />
      <TextField
        {...field('idNo')}
        label={words.leaveForm.idNo}
        hint={props.isAgain ? words.leaveForm.idNoAgain : undefined}
        autoComplete="off"
        value={person.idNo}
        onChange={(event) => set({ idNo: event.target.value })}
      />
      <PhoneField
        {...field('mobile')}
        label={words.leaveForm.mobile}
        value={person.mobile}
        onChange={(event) => set({ mobile: event.target.value })}
      />
      {mustDeclareAge(person, chinaToday()) && (
        <CheckboxField
          {...field('isFourteenOrOlder')}
          label={words.leaveForm.fourteen}
          checked={person.isFourteenOrOlder}
          onChange={(event) => set({ isFourteenOrOlder: event.target.checked })}
        />
      )}
    </fieldset>
  );
}

function idTypeOf(value: string): IdType {
  return idTypes.find((type) => type === value) ?? 'IDCard';
}
