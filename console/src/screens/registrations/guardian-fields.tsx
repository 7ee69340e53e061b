import { type GuardianInput, type GuardianType, guardianTypes, idTypes } from '@exam/contract/entities';
import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { registrationWords } from '../../messages/registrations.ts';
import type { FieldErrors } from '../../page/index.ts';

export type Guardian = {
  name: string;
  idType: GuardianInput['idType'];
  idNo: string;
  mobile: string;
  type: GuardianType;
};

export const noGuardian: Guardian = { name: '', idType: 'IDCard', idNo: '', mobile: '', type: 'Mother' };

/** A minor's guardian as staff type it. @param props.path under which a refusal names it @param props.hint absent: it has to be filled in */
export function GuardianFields(props: {
  guardian: Guardian;
  path: string;
  hint?: string;
  errors: FieldErrors;
  change: (part: Partial<Guardian>) => void;
}) {
  const words = useMessages(registrationWords);
  const { guardian, path, hint, errors, change } = props;
  const optional = hint !== undefined;
  const text = (name: 'name' | 'idNo' | 'mobile') => ({
    optional,
    value: guardian[name],
    error: errors(`${path}.${name}`),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    autoComplete: 'off',
  });
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 font-semibold">{words.otherGuardian}</legend>
      {hint !== undefined && <p className="mb-4">{hint}</p>}
      <TextField label={words.name} maxLength={100} {...text('name')} />
      <SelectField
        label={words.documentType}
        value={guardian.idType}
        placeholder={null}
        options={idTypes.map((value) => ({ value, label: words.idTypes[value] }))}
        onChange={({ target }) => change({ idType: idTypes.find((each) => each === target.value) ?? guardian.idType })}
      />
      <TextField label={words.document} maxLength={60} {...text('idNo')} />
      <TextField label={words.mobile} maxLength={40} {...text('mobile')} />
      <SelectField
        label={words.guardianRelation}
        value={guardian.type}
        placeholder={null}
        options={guardianTypes.map((value) => ({ value, label: words.guardianTypes[value] }))}
        onChange={({ target }) =>
          change({ type: guardianTypes.find((each) => each === target.value) ?? guardian.type })
        }
      />
    </fieldset>
  );
}
