import type { MinorApprovalItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Link, LinkButton, StatusTag } from '@exam/ui/parts';
import { staffApi } from '../../../app/api.ts';
import { useMay } from '../../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../../list/staff-list.tsx';
import { incidentsWords } from '../../../messages/incidents.ts';
import { ActionButton, PageHead, typed } from '../../../page/index.ts';
import { recordHref } from '../records.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<MinorApprovalItem>> =>
  staffApi('minors.approvals', { body }, { signal, isQuiet: true });

/** Who may open records of minors (3-domain 6.3). */
export function MinorApprovals() {
  const words = useMessages(incidentsWords).approvals;
  const may = useMay();
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.intro}
        actions={
          <LinkButton variant="secondary" small href="/minors-report">
            {words.toReport}
          </LinkButton>
        }
      />
      <StaffList
        name="minors.approvals"
        caption={words.title}
        columns={useColumns(may('minors:grant'))}
        filters={[
          { name: 'isValid', label: words.isValid, kind: 'flag' },
          { name: 'isStanding', label: words.isStanding, kind: 'flag' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.staffName}
        empty={words.none}
      />
    </>
  );
}

function useColumns(canEnd: boolean): ListColumn<MinorApprovalItem>[] {
  const { approvals: words, recordKinds } = useMessages(incidentsWords);
  return [
    { key: 'staffName', header: words.who, cell: (row) => typed(row.staffName) },
    {
      key: 'state',
      header: words.state,
      cell: (row) => (
        <StatusTag tone={row.isValid ? 'jade' : 'plain'}>
          {row.isValid ? words.valid : row.endedAt === null ? words.over : words.takenBack}
        </StatusTag>
      ),
    },
    {
      key: 'record',
      header: words.covers,
      cell: ({ record }) =>
        record === null ? (
          words.everyMinor
        ) : (
          <Link href={recordHref(record)}>{record.code ?? recordKinds[record.kind]}</Link>
        ),
    },
    { key: 'reason', header: words.reason, cell: (row) => typed(row.reason) },
    { key: 'givenBy', header: words.givenBy, cell: (row) => typed(row.givenBy) },
    { key: 'givenAt', header: words.given, sort: 'givenAt', cell: (row) => <InstantText at={row.givenAt} /> },
    { key: 'expiresAt', header: words.until, sort: 'expiresAt', cell: (row) => <InstantText at={row.expiresAt} /> },
    ...(canEnd
      ? [
          {
            key: 'act',
            header: words.end,
            cell: (row: MinorApprovalItem) => (row.isValid ? <End id={row.id} /> : null),
          },
        ]
      : []),
  ];
}

function End({ id }: { id: string }) {
  const words = useMessages(incidentsWords).approvals;
  return (
    <ActionButton
      label={words.end}
      call="minors.endApproval"
      request={(reason) => ({ params: { id }, body: { reason } })}
      reason="needed"
      confirmLabel={words.end}
      done={words.ended}
    >
      <p className="mb-4">{words.endText}</p>
    </ActionButton>
  );
}
