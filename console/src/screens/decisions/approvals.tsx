import { proposalStates } from '@exam/contract/machines';
import type { StaffReply } from '@exam/contract/staff/client';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { decisionsWords } from '../../messages/decisions.ts';
import { PageHead, AboutLine, typed } from '../../page/index.ts';

type Item = StaffReply<'approvals.search'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Item>> =>
  staffApi('approvals.search', { body }, { signal, isQuiet: true });

const tones: Record<Item['status'], Tone> = {
  Open: 'amber',
  Approved: 'jade',
  Rejected: 'seal',
  TakenBack: 'plain',
  Lapsed: 'plain',
};

/** The state of a proposal. */
export function proposalTone(status: Item['status']): Tone {
  return tones[status];
}

/** The name of a kind of proposal; a kind without one is called a proposal. */
export function useKindName(): (kind: string) => string {
  const words = useMessages(decisionsWords).approvals;
  const names = new Map(Object.entries(words.kinds));
  return (kind) => names.get(kind) ?? words.otherKind;
}

/** What one colleague proposed and another one decides (S-16). */
export function Approvals() {
  const { approvals: words, shared } = useMessages(decisionsWords);
  const kindName = useKindName();
  const columns: ListColumn<Item>[] = [
    {
      key: 'about.candidateName',
      header: words.about,
      gives: true,
      cell: (item) => <AboutLine about={item.about} label={item.label ?? words.otherKind} />,
    },
    { key: 'kind', header: words.kind, cell: (item) => kindName(item.kind) },
    {
      key: 'status',
      header: shared.status,
      cell: (item) => <StatusTag tone={tones[item.status]}>{words.statuses[item.status]}</StatusTag>,
    },
    { key: 'proposedBy', header: words.proposedBy, cell: (item) => typed(item.proposedBy) },
    {
      key: 'proposedAt',
      header: words.proposedAt,
      sort: 'proposedAt',
      cell: (item) => <InstantText at={item.proposedAt} />,
    },
    { key: 'label', header: words.label, cell: (item) => item.label ?? '–' },
    { key: 'expiresAt', header: words.expires, sort: 'expiresAt', cell: (item) => <InstantText at={item.expiresAt} /> },
  ];
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="approvals.search"
        caption={words.title}
        columns={columns}
        filters={[
          {
            name: 'status',
            label: shared.status,
            kind: 'choice',
            options: proposalStates.map((value) => ({ value, label: words.statuses[value] })),
          },
          {
            name: 'kind',
            label: words.kind,
            kind: 'choice',
            options: Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
          },
          { name: 'isOwn', label: words.own, kind: 'flag' },
        ]}
        load={load}
        rowKey={(item) => item.id}
        rowLabel={(item) => item.label ?? kindName(item.kind)}
        rowHref={(item) => `/approvals/${item.id}`}
        empty={words.empty}
      />
    </>
  );
}
