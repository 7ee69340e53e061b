import type { CorrectionInput, RegistrationPage } from '@exam/contract/staff';
import { idTypes } from '@exam/contract/entities';
import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { registrationWords } from '../../messages/registrations.ts';
import { ActionDialog, type FieldErrors } from '../../page/index.ts';

type Typed = {
  lastName: string;
  firstName: string;
  idType: RegistrationPage['candidate']['idType'];
  idNo: string;
  gender: RegistrationPage['candidate']['gender'];
  dob: string;
};

/** Corrects what is wrong of a candidate, for a reason; only what was changed is sent, so a mask is never written back. */
export function CorrectDialog({ registration, onClose }: { registration: RegistrationPage; onClose: () => void }) {
  const words = useMessages(registrationWords);
  const { id, version, candidate } = registration;
  const { lastName, firstName, idType, gender, dob } = candidate;
  const [typed, setTyped] = useState<Typed>({ lastName, firstName, idType, idNo: '', gender, dob });
  return (
    <ActionDialog
      title={words.correctTitle}
      call="applications.correct"
      request={(reason) => ({ params: { id }, body: { version, changes: changesOf(candidate, typed), reason } })}
      reason="needed"
      confirmLabel={words.correct}
      done={({ isLetterRenewed }) => (isLetterRenewed ? words.correctedWithLetter : words.corrected)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.correctText}</p>
          <Fields typed={typed} errors={errors} change={(part) => setTyped({ ...typed, ...part })} />
        </>
      )}
    </ActionDialog>
  );
}

function Fields(props: { typed: Typed; errors: FieldErrors; change: (part: Partial<Typed>) => void }) {
  const words = useMessages(registrationWords);
  const { typed, errors, change } = props;
  const text = (name: 'lastName' | 'firstName' | 'idNo' | 'dob') => ({
    value: typed[name],
    error: errors(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    autoComplete: 'off',
  });
  return (
    <>
      <TextField label={words.lastName} maxLength={60} {...text('lastName')} />
      <TextField label={words.firstName} maxLength={60} optional {...text('firstName')} />
      <SelectField
        label={words.documentType}
        value={typed.idType}
        placeholder={null}
        options={idTypes.map((value) => ({ value, label: words.idTypes[value] }))}
        onChange={(event) => {
          const chosen = idTypes.find((each) => each === event.target.value);
          if (chosen) change({ idType: chosen });
        }}
      />
      <TextField label={words.newNumber} hint={words.newNumberHint} maxLength={60} optional {...text('idNo')} />
      <SelectField
        label={words.gender}
        value={typed.gender}
        placeholder={null}
        error={errors('gender')}
        options={(['Male', 'Female'] as const).map((value) => ({ value, label: words.genders[value] }))}
        onChange={(event) => change({ gender: event.target.value === 'Male' ? 'Male' : 'Female' })}
      />
      <TextField label={words.dob} type="date" {...text('dob')} />
    </>
  );
}

function changesOf(candidate: RegistrationPage['candidate'], typed: Typed): CorrectionInput {
  const { idNo, ...others } = typed;
  const changed = Object.entries(others).filter(([name, value]) => Reflect.get(candidate, name) !== value);
  return { ...Object.fromEntries(changed), ...(idNo.trim() === '' ? {} : { idNo }) };
}
