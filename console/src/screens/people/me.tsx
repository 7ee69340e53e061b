import { PasswordField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { InstantText, Table, Tag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setToken, staffApi } from '../../app/api.ts';
import { useMe } from '../../app/session.ts';
import { peopleWords } from '../../messages/people.ts';
import { ActionButton, Facts, Loaded, PageHead, Section, typed } from '../../page/index.ts';
import { DeviceText } from './device-text.tsx';

/** The signed-in person: their rights, password and sessions. */
export function MyAccount() {
  const words = useMessages(peopleWords);
  const { language } = useLanguage();
  const me = useMe();
  const { data: offices } = useQuery({
    queryKey: ['offices'],
    queryFn: ({ signal }) => staffApi('staff.offices', {}, { signal, isQuiet: true }),
    staleTime: 600_000,
  });
  const names = offices?.list.map(({ nameEn, nameZh }) => (language === 'zh' ? nameZh : nameEn)) ?? [];
  return (
    <>
      <PageHead title={words.me} actions={<PasswordButton />} />
      <Facts
        items={[
          { term: words.name, detail: typed(me.name) },
          { term: words.email, detail: me.email },
          { term: words.rolesHeading, detail: me.roles.map((role) => words.roles[role]).join(' · ') },
          { term: words.offices, detail: me.offices === 'all' ? words.allOffices : names.join(' · ') },
        ]}
      />
      <Sessions />
    </>
  );
}

function Sessions() {
  const words = useMessages(peopleWords);
  const query = useQuery({
    queryKey: ['object', 'mySessions'],
    queryFn: ({ signal }) => staffApi('staff.sessions', {}, { signal, isQuiet: true }),
  });
  return (
    <Section
      title={words.mySessions}
      actions={
        (query.data?.list.length ?? 0) > 1 ? (
          <ActionButton
            label={words.endOthers}
            call="staff.endOtherSessions"
            request={() => ({})}
            confirmLabel={words.endOthers}
            done={words.othersEnded}
          />
        ) : undefined
      }
    >
      <Loaded query={query}>
        {({ list }) => (
          <Table
            caption={words.mySessions}
            rows={list}
            rowKey={({ createdAt }) => createdAt}
            columns={[
              {
                key: 'device',
                header: words.device,
                cell: ({ device, isCurrent }) => (
                  <span>
                    <DeviceText device={device} /> {isCurrent && <Tag tone="jade">{words.thisOne}</Tag>}
                  </span>
                ),
              },
              { key: 'network', header: words.network, cell: ({ network }) => network },
              { key: 'since', header: words.since, cell: ({ createdAt }) => <InstantText at={createdAt} /> },
              { key: 'seen', header: words.lastSeen, cell: ({ lastSeenAt }) => <InstantText at={lastSeenAt} /> },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

function PasswordButton() {
  const words = useMessages(peopleWords);
  const [originalPassword, setOriginal] = useState('');
  const [password, setPassword] = useState('');
  return (
    <ActionButton
      label={words.changePassword}
      call="staff.changePassword"
      request={() => ({ body: { originalPassword, password } })}
      confirmLabel={words.changePassword}
      done={words.passwordChanged}
      isReady={originalPassword !== '' && password !== ''}
      onDone={({ token }) => {
        setToken(token);
        setOriginal('');
        setPassword('');
      }}
    >
      {(errors) => (
        <>
          <PasswordField
            label={words.originalPassword}
            autoComplete="current-password"
            value={originalPassword}
            error={errors('originalPassword')}
            onChange={({ target }) => setOriginal(target.value)}
          />
          <PasswordField
            label={words.newPassword}
            autoComplete="new-password"
            value={password}
            error={errors('password')}
            onChange={({ target }) => setPassword(target.value)}
          />
        </>
      )}
    </ActionButton>
  );
}
