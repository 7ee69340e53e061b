import type { AccountItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { peopleWords } from '../../messages/people.ts';
import { PageHead } from '../../page/index.ts';
import { accountTones } from './tones.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<AccountItem>> =>
  staffApi('accounts.search', { body }, { signal, isQuiet: true });

/** The accounts of candidates and parents. */
export function Accounts() {
  const words = useMessages(peopleWords);
  const statuses = (['Active', 'Locked', 'Closed'] as const).map((value) => ({
    value,
    label: words.accountStatuses[value],
  }));
  const columns: ListColumn<AccountItem>[] = [
    { key: 'phone', header: words.phone, cell: (row) => row.phone ?? words.nothingLeft },
    { key: 'email', header: words.email, cell: (row) => row.email ?? '–' },
    {
      key: 'status',
      header: words.status,
      cell: (row) => <StatusTag tone={accountTones[row.status]}>{words.accountStatuses[row.status]}</StatusTag>,
    },
    { key: 'savedCandidates', header: words.savedCandidates, end: true, cell: (row) => row.savedCandidates },
    { key: 'liveSessions', header: words.liveSessions, end: true, cell: (row) => row.liveSessions },
    {
      key: 'lastSeenAt',
      header: words.lastSeen,
      sort: 'lastSeenAt',
      cell: (row) => (row.lastSeenAt === null ? '–' : <InstantText at={row.lastSeenAt} />),
    },
    { key: 'createdAt', header: words.created, sort: 'createdAt', cell: (row) => <InstantText at={row.createdAt} /> },
  ];
  return (
    <>
      <PageHead title={words.accounts} lead={words.accountsIntro} />
      <StaffList
        name="accounts.search"
        caption={words.accounts}
        columns={columns}
        filters={[
          { name: 'search', label: words.findAccount, kind: 'private' },
          { name: 'status', label: words.status, kind: 'choice', options: statuses },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.phone ?? row.email ?? words.nothingLeft}
        rowHref={(row) => `/accounts/${row.id}`}
        empty={words.noAccounts}
      />
    </>
  );
}
