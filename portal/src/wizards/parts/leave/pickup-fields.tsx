import { checkIdentity, type PickupForm } from '@exam/contract/rules';
import { CheckboxField, SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import type { ChangeEvent } from 'react';
import { chinaToday } from '../../../app/china-today.ts';
import { registrationWords } from '../../../messages/registration.ts';

const documents = ['IDCard', 'IDCardTaiwan', 'IDCardHongKongMacau', 'Passport'] as const;

/** The person who picks a minor up. The age is asked for only where the document does not show it. */
export function PickupFields(props: {
  /** Begins the fields' ids: `{id}-pickup.name`. */
  id: string;
  person: PickupForm;
  onChange: (part: Partial<PickupForm>) => void;
  errorAt: (path: string) => string | undefined;
}) {
  const { person, onChange, errorAt } = props;
  const words = useMessages(registrationWords).pickup;
  const identity = checkIdentity(person.idType, person.idNo, { today: chinaToday() });
  const showsAge = person.idType === 'IDCard' || (identity.ok && identity.birthDate !== undefined);
  const idOf = (path: string) => `${props.id}-pickup.${path}`;
  const textOf = (path: 'name' | 'idNo' | 'mobile') => ({
    id: idOf(path),
    error: errorAt(path),
    autoComplete: 'off',
    value: person[path],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [path]: event.target.value }),
  });
  return (
    <fieldset className="border-l-4 border-line pl-4">
      <legend className="mb-3 font-bold">{words.title}</legend>
      <TextField {...textOf('name')} label={words.name} maxLength={100} />
      <SelectField
        label={words.idType}
        placeholder={null}
        value={person.idType}
        options={documents.map((value) => ({ value, label: words.idTypes[value] }))}
        onChange={(event) => {
          const idType = documents.find((each) => each === event.target.value);
          if (idType) onChange({ idType });
        }}
      />
      <TextField {...textOf('idNo')} label={words.idNo} autoCapitalize="characters" spellCheck={false} maxLength={60} />
      <TextField
        {...textOf('mobile')}
        label={words.mobile}
        hint={words.mobileHint}
        type="tel"
        inputMode="tel"
        maxLength={40}
      />
      {!showsAge && (
        <CheckboxField
          id={idOf('isFourteenOrOlder')}
          label={words.declared}
          error={errorAt('isFourteenOrOlder')}
          checked={person.isFourteenOrOlder === true}
          onChange={(event) => onChange({ isFourteenOrOlder: event.target.checked })}
        />
      )}
    </fieldset>
  );
}
