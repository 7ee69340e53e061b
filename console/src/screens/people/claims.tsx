import type { StaffReply } from '@exam/contract/staff/client';
import { useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { listWords } from '../../messages/list.ts';
import { peopleWords } from '../../messages/people.ts';
import { PageHead } from '../../page/index.ts';

type Item = StaffReply<'claims.search'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Item>> =>
  staffApi('claims.search', { body }, { signal, isQuiet: true });

/** Those who hold a number and could not show that its account is theirs (S-19). */
export function Claims() {
  const words = useMessages(peopleWords);
  const list = useMessages(listWords);
  const columns: ListColumn<Item>[] = [
    { key: 'phone', header: words.phone, cell: (row) => row.phone ?? '–' },
    { key: 'outcome', header: words.outcome, cell: (row) => (row.outcome ? words.outcomes[row.outcome] : words.open) },
    { key: 'birthDateTries', header: words.birthDateTries, end: true, cell: (row) => row.birthDateTries },
    { key: 'openedAt', header: words.opened, sort: 'openedAt', cell: (row) => <InstantText at={row.openedAt} /> },
    {
      key: 'handedAt',
      header: words.handed,
      sort: 'handedAt',
      cell: (row) => (row.handedAt === null ? '–' : <InstantText at={row.handedAt} />),
    },
    { key: 'decidedBy', header: words.decidedBy, cell: (row) => row.decidedBy ?? '–' },
  ];
  return (
    <>
      <PageHead title={words.claims} lead={words.claimsIntro} />
      <StaffList
        name="claims.search"
        caption={words.claims}
        columns={columns}
        filters={[
          { name: 'isWaiting', label: words.isWaiting, kind: 'flag' },
          { name: 'accountId', label: list.ofAccount, kind: 'given' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.phone ?? words.claim}
        rowHref={(row) => `/claims/${row.id}`}
        empty={words.noClaims}
      />
    </>
  );
}
