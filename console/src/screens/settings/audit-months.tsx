import { type AuditMonthItem, auditMonthStates } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import type { SettingsMessages } from '../../messages/en/settings.ts';
import { settingsWords } from '../../messages/settings.ts';
import { PageHead } from '../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<AuditMonthItem>> =>
  staffApi('auditMonths.search', { body }, { signal, isQuiet: true });

const columnsOf = (words: SettingsMessages['auditMonths']): ListColumn<AuditMonthItem>[] => [
  { key: 'number', header: words.number, cell: (row) => row.number },
  {
    key: 'state',
    header: words.state,
    value: 'words',
    words: words.states,
    cell: (row) => <StatusTag tone={row.state === 'Kept' ? 'jade' : 'plain'}>{words.states[row.state]}</StatusTag>,
  },
  {
    key: 'lastAt',
    header: words.lastAt,
    value: 'instant',
    sort: 'number',
    cell: (row) => <InstantText at={row.lastAt} />,
  },
  { key: 'entries', header: words.entries, end: true, cell: (row) => row.entries },
  { key: 'head', header: words.head, cell: (row) => <code>{row.head.slice(0, 16)}</code> },
  { key: 'seal', header: words.seal, cell: (row) => <code>{row.seal.slice(0, 16)}</code> },
  { key: 'goesAt', header: words.goesAt, value: 'instant', cell: (row) => <InstantText at={row.goesAt} /> },
  {
    key: 'goneSince',
    header: words.goneSince,
    value: 'instant',
    cell: (row) => (row.goneSince === null ? '–' : <InstantText at={row.goneSince} />),
  },
  {
    key: 'firstAt',
    header: words.firstAt,
    value: 'instant',
    isExtra: true,
    cell: (row) => <InstantText at={row.firstAt} />,
  },
  { key: 'firstLink', header: words.firstLink, end: true, isExtra: true, cell: (row) => row.firstLink },
  { key: 'lastLink', header: words.lastLink, end: true, isExtra: true, cell: (row) => row.lastLink },
  {
    key: 'sealedAt',
    header: words.sealedAt,
    value: 'instant',
    isExtra: true,
    cell: (row) => <InstantText at={row.sealedAt} />,
  },
];

/** The sealed months of the audit, and those that ended after ten years (decision 0026). */
export function AuditMonths() {
  const { auditMonths: words, audit } = useMessages(settingsWords);
  const canExport = useMay()('audit:export');
  const columns = columnsOf(words);
  return (
    <>
      <PageHead
        title={words.title}
        lead={canExport ? `${words.intro}${words.keep}` : words.intro}
        back={{ href: '/audit', label: audit }}
      />
      <StaffList
        name="auditMonths.search"
        caption={words.title}
        columns={columns}
        filters={[
          {
            name: 'state',
            label: words.state,
            kind: 'choice',
            options: auditMonthStates.map((value) => ({ value, label: words.states[value] })),
          },
        ]}
        load={load}
        rowKey={(row) => String(row.number)}
        rowLabel={(row) => String(row.number)}
        canExport={canExport}
        empty={words.none}
      />
    </>
  );
}
