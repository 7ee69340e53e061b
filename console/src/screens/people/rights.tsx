import { roleNames, type RoleName } from '@exam/contract/staff/permissions';
import type { StaffUser } from '@exam/contract/staff';
import { CheckboxField, SelectField, TextField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMe } from '../../app/session.ts';
import { peopleWords } from '../../messages/people.ts';
import { ActionButton } from '../../page/index.ts';

type Rights = { roles: RoleName[]; handsOn: RoleName[]; offices: 'all' | string[] };

const none: Rights = { roles: [], handsOn: [], offices: [] };
const isWhole = ({ roles, offices }: Rights) => roles.length > 0 && (offices === 'all' || offices.length > 0);

/** Invites somebody: who they are, what they may do, for which offices. */
export function InviteButton() {
  const words = useMessages(peopleWords);
  const { language } = useLanguage();
  const [person, setPerson] = useState({ name: '', email: '', language });
  const [rights, setRights] = useState<Rights>(none);
  return (
    <ActionButton
      label={words.invite}
      variant="primary"
      call="staff.invite"
      request={() => ({ body: { ...person, ...rights } })}
      confirmLabel={words.invite}
      done={words.invited}
      isReady={isWhole(rights) && person.name.trim() !== '' && person.email.trim() !== ''}
      onDone={() => {
        setPerson({ name: '', email: '', language });
        setRights(none);
      }}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.inviteText}</p>
          <TextField
            label={words.name}
            value={person.name}
            maxLength={80}
            error={errors('name')}
            onChange={({ target }) => setPerson({ ...person, name: target.value })}
          />
          <TextField
            label={words.email}
            type="email"
            value={person.email}
            maxLength={254}
            error={errors('email')}
            onChange={({ target }) => setPerson({ ...person, email: target.value })}
          />
          <SelectField
            label={words.language}
            value={person.language}
            options={[
              { value: 'zh', label: words.chinese },
              { value: 'en', label: words.english },
            ]}
            onChange={({ target }) => setPerson({ ...person, language: target.value === 'en' ? 'en' : 'zh' })}
          />
          <RightsFields rights={rights} onChange={setRights} />
        </>
      )}
    </ActionButton>
  );
}

/** Gives somebody other rights. */
export function RightsButton({ user }: { user: StaffUser }) {
  const words = useMessages(peopleWords);
  const [rights, setRights] = useState<Rights>({ roles: user.roles, handsOn: user.handsOn, offices: user.offices });
  return (
    <ActionButton
      label={words.changeRights}
      call="staff.changeRights"
      request={(reason) => ({ params: { id: user.id }, body: { ...rights, reason } })}
      reason="needed"
      confirmLabel={words.changeRights}
      done={words.rightsChanged}
      isReady={isWhole(rights)}
    >
      <p className="mb-4">{words.changeRightsText}</p>
      <RightsFields rights={rights} onChange={setRights} />
    </ActionButton>
  );
}

function RightsFields({ rights, onChange }: { rights: Rights; onChange: (rights: Rights) => void }) {
  const words = useMessages(peopleWords);
  const me = useMe();
  const { roles, handsOn, offices } = rights;
  const offered = roleNames.filter((role) => me.handsOn.includes(role) || roles.includes(role));
  return (
    <>
      <fieldset className="mt-4">
        <legend className="font-semibold">{words.rolesHeading}</legend>
        {offered.map((role) => (
          <CheckboxField
            key={role}
            label={words.roles[role]}
            checked={roles.includes(role)}
            onChange={({ target }) =>
              onChange({
                ...rights,
                roles: target.checked ? [...roles, role] : roles.filter((each) => each !== role),
                handsOn: target.checked ? handsOn : handsOn.filter((each) => each !== role),
              })
            }
          />
        ))}
        {roles.length === 0 && <Notice>{words.chooseRole}</Notice>}
      </fieldset>
      <p className="mt-4 text-ink-2">{words.newRights}</p>
      <OfficesField offices={offices} onChange={(next) => onChange({ ...rights, offices: next })} />
    </>
  );
}

function OfficesField(props: { offices: Rights['offices']; onChange: (offices: Rights['offices']) => void }) {
  const words = useMessages(peopleWords);
  const { language } = useLanguage();
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['offices'],
    queryFn: ({ signal }) => staffApi('staff.offices', {}, { signal, isQuiet: true }),
    staleTime: 600_000,
  });
  const { offices, onChange } = props;
  const chosen = offices === 'all' ? [] : offices;
  return (
    <fieldset className="mt-4">
      <legend className="font-semibold">{words.offices}</legend>
      {me.offices === 'all' && (
        <CheckboxField
          label={words.allOffices}
          checked={offices === 'all'}
          onChange={({ target }) => onChange(target.checked ? 'all' : [])}
        />
      )}
      {offices !== 'all' &&
        data?.list.map((office) => (
          <CheckboxField
            key={office.id}
            label={language === 'zh' ? office.nameZh : office.nameEn}
            checked={chosen.includes(office.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, office.id] : chosen.filter((each) => each !== office.id))
            }
          />
        ))}
    </fieldset>
  );
}
