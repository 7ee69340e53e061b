import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { PhoneField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Link, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { peopleWords } from '../../messages/people.ts';
import {
  ActionButton,
  Facts,
  History,
  Loaded,
  NotesPanel,
  objectKey,
  PageColumns,
  PageHead,
  Reveal,
  Section,
} from '../../page/index.ts';
import { OpenForRelative } from '../privacy/relatives/open-for-relative.tsx';
import { Cases } from './cases.tsx';
import { DeviceText } from './device-text.tsx';
import { EvidenceButton } from './evidence.tsx';
import { accountTones } from './tones.ts';

type Detail = StaffReply<'accounts.get'>;

/** One account: masked, with what support may do about it. */
export function Account() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('account', id),
    queryFn: ({ signal }) => staffApi('accounts.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(account) => <AccountPage account={account} />}</Loaded>;
}

function AccountPage({ account }: { account: Detail }) {
  const words = useMessages(peopleWords);
  const may = useMay();
  return (
    <>
      <PageHead
        title={words.account(account.phone ?? account.email ?? '')}
        back={{ href: '/accounts', label: words.accounts }}
        status={{ text: words.accountStatuses[account.status], tone: accountTones[account.status] }}
        actions={
          account.status !== 'Closed' && (
            <>
              {may('accounts:write') && <Acts account={account} />}
              <OpenForRelative about={{ accountId: account.id }} />
            </>
          )
        }
      />
      <PageColumns aside={<NotesPanel kind="account" id={account.id} />}>
        <Known account={account} />
        <Cases of={{ accountId: account.id }} />
        <Sessions account={account} />
        <History kind="account" id={account.id} />
      </PageColumns>
    </>
  );
}

function Known({ account }: { account: Detail }) {
  const words = useMessages(peopleWords);
  const may = useMay();
  const call = may('accounts:reveal') ? ('accounts.reveal' as const) : null;
  const request = (reason: string) => ({ params: { id: account.id }, body: { reason } });
  const ways = [account.hasPassword ? words.password : words.noPassword, words.passkeys(account.passkeys)];
  const channels = [
    words.languages[account.messageLanguage],
    ...(account.isPhoneReceiving ? [words.byPhone] : []),
    ...(account.isEmailReceiving ? [words.byEmail] : []),
  ];
  return (
    <Facts
      items={[
        {
          term: words.phone,
          detail: (
            <Reveal
              masked={account.phone}
              label={words.phone}
              call={call}
              request={request}
              value={({ phone }) => phone}
            />
          ),
        },
        {
          term: words.email,
          detail: (
            <Reveal
              masked={account.email}
              label={words.email}
              call={call}
              request={request}
              value={({ email }) => email}
            />
          ),
        },
        { term: words.waysIn, detail: ways.join(' · ') },
        { term: words.devices, detail: account.devices },
        { term: words.messages, detail: channels.join(' · ') },
        {
          term: words.savedCandidates,
          detail: may('candidates:read') ? (
            <Link href={`/candidates?accountId=${account.id}`}>{account.savedCandidates}</Link>
          ) : (
            account.savedCandidates
          ),
        },
        { term: words.created, detail: <InstantText at={account.createdAt} /> },
        {
          term: words.sent,
          detail: may('messages:read') ? <Link href={`/messages?accountId=${account.id}`}>{words.sentAll}</Link> : null,
        },
        account.closedAt === null ? null : { term: words.closedAt, detail: <InstantText at={account.closedAt} /> },
      ]}
    />
  );
}

function Sessions({ account: { sessions } }: { account: Detail }) {
  const words = useMessages(peopleWords);
  return (
    <Section title={words.sessions}>
      {sessions.length === 0 ? (
        <p className="text-ink-2">{words.noSessions}</p>
      ) : (
        <Table
          caption={words.sessions}
          rows={sessions}
          rowKey={({ createdAt }) => createdAt}
          columns={[
            { key: 'device', header: words.device, cell: ({ device }) => <DeviceText device={device} /> },
            { key: 'network', header: words.network, cell: ({ network }) => network },
            { key: 'since', header: words.since, cell: ({ createdAt }) => <InstantText at={createdAt} /> },
            { key: 'seen', header: words.lastSeen, cell: ({ lastSeenAt }) => <InstantText at={lastSeenAt} /> },
          ]}
        />
      )}
    </Section>
  );
}

function MoveNumber({ id }: { id: string }) {
  const words = useMessages(peopleWords);
  const [phone, setPhone] = useState('');
  return (
    <EvidenceButton
      label={words.moveNumber}
      call="claims.moveNumber"
      request={(body) => ({ params: { id }, body: { ...body, phone: phone.trim() } })}
      done={words.numberMoved}
      text={words.moveNumberText}
      isReady={phone.trim() !== ''}
    >
      <PhoneField label={words.newNumber} value={phone} onChange={({ target }) => setPhone(target.value)} />
    </EvidenceButton>
  );
}

function Acts({ account }: { account: Detail }) {
  const words = useMessages(peopleWords);
  const request = (reason: string) => ({ params: { id: account.id }, body: { reason } });
  return (
    <>
      {account.status === 'Active' && <MoveNumber id={account.id} />}
      <ActionButton
        label={words.endSessions}
        call="accounts.endSessions"
        request={request}
        reason="needed"
        confirmLabel={words.endSessions}
        done={words.sessionsEnded}
      >
        <p className="mb-4">{words.endSessionsText}</p>
      </ActionButton>
      {account.status === 'Active' ? (
        <ActionButton
          label={words.lock}
          call="accounts.lock"
          request={request}
          reason="needed"
          templates={words.lockReasons}
          confirmLabel={words.lock}
          isDangerous
          done={words.locked}
        >
          <p className="mb-4">{words.lockText}</p>
        </ActionButton>
      ) : (
        <ActionButton
          label={words.unlock}
          call="accounts.unlock"
          request={request}
          reason="needed"
          confirmLabel={words.unlock}
          done={words.unlocked}
        >
          <p className="mb-4">{words.unlockText}</p>
        </ActionButton>
      )}
    </>
  );
}
