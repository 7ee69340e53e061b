import type { IncidentItem, SeenPersonItem } from '@exam/contract/staff';
import { useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Link, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { download } from '../../app/download.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { incidentsWords } from '../../messages/incidents.ts';
import { pageWords } from '../../messages/page.ts';
import { ActionButton, FileDialog, Loaded, objectKey, PageHead, Section, typed, wordOf } from '../../page/index.ts';
import { NetworkLog } from './network-log.tsx';
import { recordHref } from './records.ts';

type Source = { staffId?: string; entryId?: string; from?: string; to?: string };

/** What the address says is asked about; null while nothing is. */
function sourceOf(params: URLSearchParams): Source | null {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  const whose = text('entryId') === '' ? { staffId: text('staffId') } : { entryId: text('entryId') };
  if (whose.staffId === '') return null;
  return {
    ...whose,
    ...(text('from') === '' ? {} : { from: text('from') }),
    ...(text('to') === '' ? {} : { to: text('to') }),
  };
}

const nobody = { list: [], recordCount: 0 };

/** An export is one moment: an account beside it is left out. Nothing is asked while neither is given. */
async function load({ staffId, entryId, ...body }: ListBody, signal?: AbortSignal): Promise<Page<SeenPersonItem>> {
  if (staffId === undefined && entryId === undefined) return nobody;
  const whose = entryId === undefined ? { staffId: String(staffId) } : { entryId: String(entryId) };
  return await staffApi('incidents.seen', { body: { ...body, ...whose } }, { signal, isQuiet: true });
}

/** After a breach: exactly whose data was seen, and since when (PIPL 57). */
export function Incidents() {
  const { incidents: words } = useMessages(incidentsWords);
  const [params] = useSearchParams();
  const source = sourceOf(params);
  const choices = useQuery({
    queryKey: objectKey('incident', 'choices'),
    queryFn: ({ signal }) => staffApi('incidents.choices', {}, { signal, isQuiet: true }),
  });
  return (
    <>
      <PageHead title={words.title} lead={words.intro} actions={source !== null && <Acts source={source} />} />
      <Loaded query={choices}>
        {({ staff }) => (
          <>
            <StaffList
              name="incidents.seen"
              caption={words.seen}
              columns={useColumns()}
              filters={[
                {
                  name: 'staffId',
                  label: words.account,
                  kind: 'choice',
                  any: words.noAccount,
                  options: staff.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
                },
                { name: 'entryId', label: words.entry, kind: 'text' },
                { name: 'from', label: words.from, kind: 'date' },
                { name: 'to', label: words.to, kind: 'date' },
              ]}
              load={load}
              rowKey={(row) => `${row.record?.id ?? ''}${row.firstAt}${row.accountId ?? ''}`}
              rowLabel={(row) => row.record?.name ?? words.gone}
              emptyTitle={source === null ? words.choose : words.nobody}
            />
          </>
        )}
      </Loaded>
      <NetworkLog staffId={params.get('staffId')?.trim() ?? ''} />
      <Past />
    </>
  );
}

function useColumns(): ListColumn<SeenPersonItem>[] {
  const { incidents: words, fields, acts, purposes, separator } = useMessages(incidentsWords);
  const { acts: auditActs } = useMessages(pageWords);
  const where = (purpose: string) => (purpose in purposes ? wordOf(purposes, purpose) : wordOf(auditActs, purpose));
  return [
    {
      key: 'record',
      header: words.person,
      cell: ({ record }) =>
        record === null ? (
          words.gone
        ) : (
          <Link href={recordHref(record)} className="inline-block min-w-32">
            {typed(record.name)} {record.code}
          </Link>
        ),
    },
    { key: 'isMinor', header: words.minor, cell: (row) => (row.isMinor ? words.yes : words.no) },
    { key: 'fields', header: words.what, cell: (row) => row.fields.map((field) => fields[field]).join(separator) },
    { key: 'acts', header: words.how, cell: (row) => row.acts.map((act) => acts[act]).join(separator) },
    { key: 'purposes', header: words.where, cell: (row) => row.purposes.map(where).join(separator) },
    { key: 'looks', header: words.looks, end: true, cell: (row) => row.looks },
    { key: 'firstAt', header: words.first, sort: 'firstAt', cell: (row) => <InstantText at={row.firstAt} /> },
    { key: 'lastAt', header: words.last, sort: 'lastAt', cell: (row) => <InstantText at={row.lastAt} /> },
  ];
}

function Acts({ source }: { source: Source }) {
  const { incidents: words } = useMessages(incidentsWords);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const start = (reason: string) => download('incidents.export', { body: { ...source, reason } }, 'seen.csv');
  return (
    <>
      {may('privacy:export') && (
        <Button variant="secondary" small onClick={() => setOpen(true)}>
          {words.download}
        </Button>
      )}
      {isOpen && (
        <FileDialog title={words.download} text={words.downloadText} start={start} onClose={() => setOpen(false)} />
      )}
      {may('privacy:write') && (
        <ActionButton
          label={words.note}
          variant="primary"
          call="incidents.note"
          request={(reason) => ({ body: { ...source, reason } })}
          reason="needed"
          reasonLabel={words.reason}
          confirmLabel={words.note}
          done={words.noted}
        >
          <p className="mb-4">{words.noteText}</p>
        </ActionButton>
      )}
    </>
  );
}

/** The incidents that were noted. */
function Past() {
  const { incidents: words } = useMessages(incidentsWords);
  const query = useQuery({
    queryKey: objectKey('incident', 'past'),
    queryFn: ({ signal }) => staffApi('incidents.search', { body: { pageSize: 100 } }, { signal, isQuiet: true }),
  });
  return (
    <Section title={words.past}>
      <Loaded query={query}>
        {({ list }) => (list.length === 0 ? <p className="text-ink-2">{words.none}</p> : <PastTable list={list} />)}
      </Loaded>
    </Section>
  );
}

function PastTable({ list }: { list: readonly IncidentItem[] }) {
  const { incidents: words } = useMessages(incidentsWords);
  const hrefOf = ({ entryId }: IncidentItem) => `/incidents?entryId=${entryId ?? ''}`;
  return (
    <Table
      caption={words.past}
      rows={list}
      rowKey={(row) => row.id}
      columns={[
        { key: 'at', header: words.at, cell: (row) => <InstantText at={row.notedAt} /> },
        {
          key: 'about',
          header: words.about,
          cell: (row) =>
            row.entryId === null ? typed(row.staffName) : <Link href={hrefOf(row)}>{words.ofExport}</Link>,
        },
        { key: 'reason', header: words.reason, cell: (row) => typed(row.reason) },
        { key: 'people', header: words.people, end: true, cell: (row) => row.people },
        { key: 'minors', header: words.minors, end: true, cell: (row) => row.minors },
        {
          key: 'period',
          header: words.period,
          cell: (row) => (
            <>
              <InstantText at={row.since} /> – <InstantText at={row.until} />
            </>
          ),
        },
        { key: 'by', header: words.by, cell: (row) => typed(row.notedBy) },
      ]}
    />
  );
}
