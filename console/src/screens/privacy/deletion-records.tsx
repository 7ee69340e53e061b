import { retentionClasses } from '@exam/contract/rules';
import type { DeletionRecordItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { privacyWords } from '../../messages/privacy.ts';
import { PageHead } from '../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<DeletionRecordItem>> =>
  staffApi('retention.records', { body }, { signal, isQuiet: true });

/** What runs have forgotten (S-18): the certificates of deletion. */
export function DeletionRecords() {
  const words = useMessages(privacyWords);
  const columns: ListColumn<DeletionRecordItem>[] = [
    { key: 'at', header: words.at, value: 'instant', sort: 'at', cell: (row) => <InstantText at={row.at} /> },
    {
      key: 'class',
      header: words.class,
      value: 'words',
      words: words.classes,
      cell: (row) => words.classes[row.class],
    },
    { key: 'count', header: words.count, end: true, cell: (row) => row.count },
    { key: 'firstStart', header: words.firstStart, cell: (row) => row.firstStart.slice(0, 10) },
    { key: 'lastStart', header: words.lastStart, cell: (row) => row.lastStart.slice(0, 10) },
    { key: 'digest', header: words.digest, cell: (row) => <code>{row.digest.slice(0, 16)}</code> },
  ];
  return (
    <>
      <PageHead title={words.records} lead={words.recordsIntro} back={{ href: '/retention', label: words.retention }} />
      <StaffList
        name="retention.records"
        caption={words.records}
        columns={columns}
        filters={[
          {
            name: 'class',
            label: words.class,
            kind: 'choice',
            options: retentionClasses.map((value) => ({ value, label: words.classes[value] })),
          },
          { name: 'from', label: words.from, kind: 'date' },
          { name: 'to', label: words.to, kind: 'date' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => words.classes[row.class]}
        empty={words.noRecords}
      />
    </>
  );
}
