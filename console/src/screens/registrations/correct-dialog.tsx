import type { CorrectionInput, RegistrationPage } from '@exam/contract/staff';
import { type GuardianType, guardianTypes, idTypes } from '@exam/contract/entities';
import { type ArrivalWay, arrivalWays } from '@exam/contract/rules';
import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { DayField } from '../../fields/index.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { relativesWords } from '../../messages/relatives.ts';
import { ActionDialog, type FieldErrors } from '../../page/index.ts';
import { type Guardian, GuardianFields, noGuardian } from './guardian-fields.tsx';

type Typed = {
  lastName: string;
  firstName: string;
  nameZh: string;
  idType: RegistrationPage['candidate']['idType'];
  idNo: string;
  gender: RegistrationPage['candidate']['gender'];
  dob: string;
  /** Empty: as it is. */
  email: string;
  mobile: string;
  /** Another guardian, or the same with other data; without a name the present one stays. */
  guardian: Guardian;
  leave: Leave;
};
/** A choice of null stays as it is. Another pickup person is named by the family itself. */
type Leave = {
  choice: (typeof newLeaves)[number] | null;
  by: GuardianType | null;
  arrivedBy: ArrivalWay | null;
};

const newLeaves = ['GuardianPicksUp', 'LeavesAlone'] as const;
const noLeave: Leave = { choice: null, by: null, arrivedBy: null };
const unchanged = { idNo: '', email: '', mobile: '', guardian: noGuardian, leave: noLeave };

/** Corrects what is wrong of a candidate, for a reason; only what was changed is sent, so a mask is never written back. */
export function CorrectDialog({ registration, onClose }: { registration: RegistrationPage; onClose: () => void }) {
  const words = useMessages(registrationWords);
  const { id, version, candidate } = registration;
  const { lastName, firstName, nameZh, idType, gender, dob } = candidate;
  const [typed, setTyped] = useState<Typed>({
    lastName,
    firstName,
    nameZh: nameZh ?? '',
    idType,
    gender,
    dob,
    ...unchanged,
  });
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
          {registration.guardian !== null && (
            <GuardianFields
              guardian={typed.guardian}
              path="guardian"
              hint={words.otherGuardianHint}
              errors={errors}
              change={(part) => setTyped({ ...typed, guardian: { ...typed.guardian, ...part } })}
            />
          )}
          {registration.leaveChoice !== 'None' && (
            <LeaveFields
              leave={typed.leave}
              errors={errors}
              change={(part) => setTyped({ ...typed, leave: { ...typed.leave, ...part } })}
            />
          )}
        </>
      )}
    </ActionDialog>
  );
}

function Fields(props: { typed: Typed; errors: FieldErrors; change: (part: Partial<Typed>) => void }) {
  const words = useMessages(registrationWords);
  const { typed, errors, change } = props;
  const text = (name: 'lastName' | 'firstName' | 'nameZh' | 'idNo' | 'email' | 'mobile') => ({
    value: typed[name],
    error: errors(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    autoComplete: 'off',
  });
  return (
    <>
      <TextField label={words.lastName} maxLength={60} {...text('lastName')} />
      <TextField label={words.firstName} maxLength={60} optional {...text('firstName')} />
      <TextField label={words.nameZh} maxLength={100} optional {...text('nameZh')} />
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
      <DayField
        label={words.dob}
        yearless="never"
        value={typed.dob}
        error={errors('dob')}
        onChange={(dob) => change({ dob })}
      />
      <TextField label={words.newEmail} hint={words.newNumberHint} maxLength={254} optional {...text('email')} />
      <TextField label={words.newMobile} hint={words.newNumberHint} maxLength={40} optional {...text('mobile')} />
    </>
  );
}

type LeaveProps = { leave: Leave; errors: FieldErrors; change: (part: Partial<Leave>) => void };

/** How a minor leaves; to a child's leaving alone a guardian consents, and staff note who and how: nothing is noted unasked. */
function LeaveFields({ leave, errors, change }: LeaveProps) {
  const words = useMessages(registrationWords);
  const { arrivals } = useMessages(relativesWords);
  const missing = errors('leave.consent') === undefined ? undefined : words.consentNeeded;
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 font-semibold">{words.leave}</legend>
      <SelectField
        label={words.newLeave}
        value={leave.choice ?? ''}
        placeholder={words.sameLeave}
        optional
        error={errors('leave.leaveAlone')}
        options={newLeaves.map((value) => ({ value, label: words.leaves[value] }))}
        onChange={({ target }) => change({ choice: newLeaves.find((each) => each === target.value) ?? null })}
      />
      {leave.choice === 'LeavesAlone' && (
        <>
          <SelectField
            label={words.consentBy}
            value={leave.by ?? ''}
            error={leave.by === null ? missing : undefined}
            options={guardianTypes.map((value) => ({ value, label: words.guardianTypes[value] }))}
            onChange={({ target }) => change({ by: guardianTypes.find((each) => each === target.value) ?? null })}
          />
          <SelectField
            label={words.consentArrivedBy}
            value={leave.arrivedBy ?? ''}
            error={leave.arrivedBy === null ? missing : undefined}
            options={arrivalWays.map((value) => ({ value, label: arrivals[value] }))}
            onChange={({ target }) => change({ arrivedBy: arrivalWays.find((each) => each === target.value) ?? null })}
          />
        </>
      )}
    </fieldset>
  );
}

function leaveOf({ choice, by, arrivedBy }: Leave): Pick<CorrectionInput, 'leave'> {
  if (choice === null) return {};
  if (choice === 'GuardianPicksUp') return { leave: { leaveAlone: false } };
  return { leave: { leaveAlone: true, ...(by !== null && arrivedBy !== null ? { consent: { by, arrivedBy } } : {}) } };
}

function changesOf(candidate: RegistrationPage['candidate'], typed: Typed): CorrectionInput {
  const { idNo, email, mobile, guardian, leave, ...others } = typed;
  const changed = Object.entries(others).filter(([name, value]) => (Reflect.get(candidate, name) ?? '') !== value);
  const written = Object.entries({ idNo, email, mobile }).filter(([, value]) => value.trim() !== '');
  return {
    ...Object.fromEntries(changed),
    ...Object.fromEntries(written),
    ...(guardian.name.trim() === '' ? {} : { guardian }),
    ...leaveOf(leave),
  };
}
