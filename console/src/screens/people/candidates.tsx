import type { CandidateItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Tag } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { listWords } from '../../messages/list.ts';
import { peopleWords } from '../../messages/people.ts';
import { PageHead, typed } from '../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<CandidateItem>> =>
  staffApi('candidates.search', { body }, { signal, isQuiet: true });

/** Everybody who is saved in an account. */
export function Candidates() {
  const words = useMessages(peopleWords);
  const list = useMessages(listWords);
  const may = useMay();
  const ages = (['Adults', 'U18', 'U11'] as const).map((value) => ({ value, label: words.ages[value] }));
  const columns: ListColumn<CandidateItem>[] = [
    { key: 'lastName', header: words.name, cell: (row) => typed(`${row.lastName} ${row.firstName}`) },
    { key: 'nameZh', header: words.nameZh, cell: (row) => typed(row.nameZh) },
    {
      key: 'gender',
      header: words.gender,
      value: 'words',
      words: words.genders,
      cell: (row) => words.genders[row.gender],
    },
    {
      key: 'idType',
      header: words.idType,
      value: 'words',
      words: words.idTypes,
      cell: (row) => words.idTypes[row.idType],
    },
    { key: 'idNo', header: words.idNo, cell: (row) => <span className="tabular-nums">{row.idNo}</span> },
    {
      key: 'candidateAgeType',
      header: words.age,
      value: 'words',
      words: words.ages,
      cell: (row) => words.ages[row.candidateAgeType],
    },
    {
      key: 'isElsewhere',
      header: words.elsewhere,
      cell: (row) => (row.isElsewhere ? <Tag tone="amber">{words.elsewhere}</Tag> : '–'),
    },
    { key: 'createdAt', header: words.created, sort: 'createdAt', cell: (row) => <InstantText at={row.createdAt} /> },
  ];
  return (
    <>
      <PageHead title={words.candidates} lead={words.candidatesIntro} />
      <StaffList
        name="candidates.search"
        caption={words.candidates}
        columns={columns}
        filters={[
          { name: 'search', label: words.findCandidate, kind: 'private' },
          { name: 'ageType', label: words.age, kind: 'choice', options: ages },
          { name: 'isElsewhere', label: words.elsewhere, kind: 'flag' },
          { name: 'accountId', label: list.ofAccount, kind: 'given' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${row.lastName} ${row.firstName}`}
        rowHref={(row) => `/candidates/${row.id}`}
        canExport={may('candidates:export')}
        empty={words.noCandidates}
      />
    </>
  );
}
