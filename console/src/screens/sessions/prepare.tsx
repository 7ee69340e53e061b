import { idTypes } from '@exam/contract/entities';
import { checkIdentity, isMinor, isRealDate } from '@exam/contract/rules';
import type { SessionDetail } from '@exam/contract/staff';
import type { StaffRequest } from '@exam/contract/staff/client';
import { CheckboxField, SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { chinaToday, DayField } from '../../fields/index.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionDialog, type FieldErrors } from '../../page/index.ts';
import { type Guardian, GuardianFields, noGuardian } from '../registrations/guardian-fields.tsx';

type Body = StaffRequest<'prepared.make'>['body'];
type Typed = {
  paperIds: readonly string[];
  phone: string;
  language: Body['language'];
  idType: Body['candidate']['idType'];
  idNo: string;
  lastName: string;
  firstName: string;
  nameZh: string;
  gender: 'Male' | 'Female' | '';
  dob: string;
  guardian: Guardian;
};
type Change = (part: Partial<Typed>) => void;

/** A resident ID says birth date and gender by itself. */
const bornOf = ({ idType, idNo, dob }: Typed): { dob: string; isRead: boolean } => {
  const identity = checkIdentity(idType, idNo, { today: chinaToday() });
  const read = identity.ok ? (identity.birthDate ?? null) : null;
  return { dob: read ?? dob, isRead: read !== null || idType === 'IDCard' };
};

const isChild = (dob: string): boolean => isRealDate(dob) && isMinor(dob, chinaToday());

/**
 * Types a registration for a family at the desk or on the telephone. Whoever signs in with the number finds it filled in, reads and ticks what is to
 * be ticked, and pays.
 */
export function Prepare({ session, onClose }: { session: SessionDetail; onClose: () => void }) {
  const words = useMessages(sessionsWords);
  const [only, ...others] = session.papers;
  const [typed, setTyped] = useState<Typed>({
    paperIds: only !== undefined && others.length === 0 ? [only.sessionSubjectId] : [],
    phone: '',
    language: 'zh',
    idType: 'IDCard',
    idNo: '',
    lastName: '',
    firstName: '',
    nameZh: '',
    gender: '',
    dob: '',
    guardian: noGuardian,
  });
  const change: Change = (part) => setTyped((before) => ({ ...before, ...part }));
  const isMinorTyped = isChild(bornOf(typed).dob);
  return (
    <ActionDialog
      onClose={onClose}
      title={words.prepare}
      call="prepared.make"
      request={() => ({ params: { id: session.id }, body: bodyOf(typed) })}
      confirmLabel={words.prepareSend}
      done={({ phone }) => words.prepareDone(phone)}
      isReady={typed.paperIds.length > 0}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.prepareText}</p>
          {others.length > 0 && <Papers session={session} typed={typed} change={change} />}
          <Reached typed={typed} errors={errors} change={change} />
          <Candidate typed={typed} errors={errors} change={change} />
          {isMinorTyped && (
            <GuardianFields
              guardian={typed.guardian}
              path="candidate.guardianModel"
              errors={errors}
              change={(part) => change({ guardian: { ...typed.guardian, ...part } })}
            />
          )}
        </>
      )}
    </ActionDialog>
  );
}

function bodyOf(typed: Typed): Body {
  const { paperIds, phone, language, gender, dob, guardian, nameZh, ...candidate } = typed;
  const born = bornOf(typed);
  return {
    sessionSubjectIds: [...paperIds],
    phone,
    language,
    candidate: {
      ...candidate,
      noGivenName: candidate.firstName.trim() === '',
      ...(nameZh.trim() === '' ? {} : { nameZh }),
      ...(born.isRead ? {} : { dob, ...(gender === '' ? {} : { gender }) }),
      ...(isChild(born.dob) ? { guardianModel: guardian } : {}),
    },
  };
}

function Papers({ session, typed, change }: { session: SessionDetail; typed: Typed; change: Change }) {
  const words = useMessages(sessionsWords);
  return (
    <fieldset className="mb-4">
      <legend className="mb-2 font-semibold">{words.papers}</legend>
      {session.papers.map(({ sessionSubjectId: id, subjectCode, subjectName }) => (
        <CheckboxField
          key={id}
          label={`${subjectCode} ${subjectName}`}
          checked={typed.paperIds.includes(id)}
          onChange={({ target }) =>
            change({
              paperIds: target.checked ? [...typed.paperIds, id] : typed.paperIds.filter((each) => each !== id),
            })
          }
        />
      ))}
    </fieldset>
  );
}

type Fields = { typed: Typed; errors: FieldErrors; change: Change };

/** By which number the family takes it over, and in which language it hears of it. */
function Reached({ typed, errors, change }: Fields) {
  const words = useMessages(sessionsWords);
  return (
    <>
      <TextField
        label={words.preparePhone}
        hint={words.preparePhoneHint}
        inputMode="tel"
        autoComplete="off"
        maxLength={20}
        value={typed.phone}
        error={errors('phone')}
        onChange={({ target }) => change({ phone: target.value })}
      />
      <SelectField
        label={words.prepareLanguage}
        value={typed.language}
        placeholder={null}
        options={[
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' },
        ]}
        onChange={({ target }) => change({ language: target.value === 'en' ? 'en' : 'zh' })}
      />
    </>
  );
}

function Candidate({ typed, errors, change }: Fields) {
  const words = useMessages(registrationWords);
  const text = (name: 'lastName' | 'firstName' | 'nameZh' | 'idNo') => ({
    value: typed[name],
    error: errors(`candidate.${name}`),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    autoComplete: 'off',
  });
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 font-semibold">{words.candidate}</legend>
      <SelectField
        label={words.documentType}
        value={typed.idType}
        placeholder={null}
        options={idTypes.map((value) => ({ value, label: words.idTypes[value] }))}
        onChange={({ target }) => change({ idType: idTypes.find((each) => each === target.value) ?? typed.idType })}
      />
      <TextField label={words.document} maxLength={60} {...text('idNo')} />
      <TextField label={words.lastName} maxLength={60} {...text('lastName')} />
      <TextField label={words.firstName} maxLength={60} optional {...text('firstName')} />
      <TextField label={words.nameZh} maxLength={20} optional {...text('nameZh')} />
      {!bornOf(typed).isRead && (
        <>
          <DayField
            label={words.dob}
            yearless="never"
            value={typed.dob}
            error={errors('candidate.dob')}
            onChange={(dob) => change({ dob })}
          />
          <SelectField
            label={words.gender}
            value={typed.gender}
            error={errors('candidate.gender')}
            options={(['Male', 'Female'] as const).map((value) => ({ value, label: words.genders[value] }))}
            onChange={({ target }) => change({ gender: target.value === 'Male' ? 'Male' : 'Female' })}
          />
        </>
      )}
    </fieldset>
  );
}
