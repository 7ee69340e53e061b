import { auditFieldOf } from '@exam/contract/staff/audit';
import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Link, LinkButton, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { auditWords } from '../../messages/audit.ts';
import { pageWords } from '../../messages/page.ts';
import { settingsWords } from '../../messages/settings.ts';
import { Facts, Loaded, PageHead, Section, typed, AuditValue, wordOf } from '../../page/index.ts';

type Entry = StaffReply<'audit.search'>['list'][number];
type Detail = StaffReply<'audit.entry'>;

const load = ({ from, until, ...body }: ListBody, signal?: AbortSignal): Promise<Page<Entry>> =>
  staffApi(
    'audit.search',
    { body: { ...body, ...instantOf('from', from), ...instantOf('until', until) } },
    { signal, isQuiet: true },
  );

/** A China date of a filter as the instant of its midnight. */
function instantOf(name: string, date: ListBody[string] | undefined): Record<string, string> {
  return typeof date === 'string' ? { [name]: new Date(`${date}T00:00:00.000+08:00`).toISOString() } : {};
}

/** What staff did, looked at and exported. */
export function Audit() {
  const words = useMessages(settingsWords);
  const { acts } = useMessages(pageWords);
  const { objectKinds } = useMessages(auditWords);
  const may = useMay();
  const columns: ListColumn<Entry>[] = [
    { key: 'at', header: words.at, value: 'instant', sort: 'at', cell: (row) => <InstantText at={row.at} /> },
    { key: 'staffName', header: words.who, cell: (row) => typed(row.staffName) },
    { key: 'action', header: words.what, value: 'words', words: acts, cell: (row) => wordOf(acts, row.action) },
    {
      key: 'objectKind',
      header: words.object,
      value: 'words',
      words: objectKinds,
      cell: (row) => wordOf(objectKinds, row.objectKind),
    },
    { key: 'reason', header: words.reason, cell: (row) => typed(row.reason) ?? '–' },
    { key: 'people', header: words.people, end: true, cell: (row) => row.people },
  ];
  const options = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([value, label]) => ({ value, label }));
  return (
    <>
      <PageHead
        title={words.audit}
        lead={words.auditIntro}
        actions={
          <LinkButton variant="secondary" small href="/audit-months">
            {words.auditMonths.title}
          </LinkButton>
        }
      />
      <StaffList
        name="audit.search"
        caption={words.audit}
        columns={columns}
        filters={[
          { name: 'action', label: words.what, kind: 'choice', options: options(acts) },
          { name: 'objectKind', label: words.object, kind: 'choice', options: options(objectKinds) },
          { name: 'objectId', label: words.objectId, kind: 'text' },
          { name: 'from', label: words.from, kind: 'date' },
          { name: 'until', label: words.until, kind: 'date' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${row.staffName}, ${wordOf(acts, row.action)}`}
        rowHref={(row) => `/audit/${row.id}`}
        canExport={may('audit:export')}
        empty={words.noEntries}
      />
    </>
  );
}

/** One entry of the audit with what changed. */
export function AuditEntry() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['audit', id],
    queryFn: ({ signal }) => staffApi('audit.entry', { params: { id } }, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Loaded query={query}>{(entry) => <EntryPage entry={entry} />}</Loaded>;
}

function EntryPage({ entry }: { entry: Detail }) {
  const may = useMay();
  const words = useMessages(settingsWords);
  const { acts } = useMessages(pageWords);
  const { objectKinds } = useMessages(auditWords);
  return (
    <>
      <PageHead title={wordOf(acts, entry.action)} back={{ href: '/audit', label: words.audit }} />
      <Facts
        items={[
          { term: words.at, detail: <InstantText at={entry.at} /> },
          { term: words.who, detail: typed(entry.staffName) },
          { term: words.object, detail: wordOf(objectKinds, entry.objectKind) },
          { term: words.objectId, detail: <code className="break-all">{entry.objectId}</code> },
          { term: words.reason, detail: typed(entry.reason) },
          { term: words.people, detail: entry.people === 0 ? null : entry.people },
          { term: words.request, detail: entry.requestId && <code className="break-all">{entry.requestId}</code> },
        ]}
      />
      {entry.people > 0 && may('privacy:read') && (
        <p className="mb-4">
          <Link href={`/incidents?entryId=${entry.id}`}>{words.whose}</Link>
        </p>
      )}
      <Section title={words.entry}>
        <Changes entry={entry} />
      </Section>
    </>
  );
}

function Changes({ entry }: { entry: Detail }) {
  const words = useMessages(settingsWords);
  const { fields: names } = useMessages(auditWords);
  const before = new Map(Object.entries(entry.before ?? {}));
  const after = new Map(Object.entries(entry.after ?? {}));
  const fields = [...new Set([...before.keys(), ...after.keys()])];
  if (fields.length === 0) return <p className="text-ink-2">{words.nothingKept}</p>;
  return (
    <Table
      caption={words.entry}
      rows={fields}
      rowKey={(field) => field}
      columns={[
        { key: 'field', header: words.field, cell: (field) => <FieldName names={names} field={field} /> },
        {
          key: 'before',
          header: words.before,
          cell: (field) => <AuditValue field={field} value={before.get(field)} />,
        },
        { key: 'after', header: words.after, cell: (field) => <AuditValue field={field} value={after.get(field)} /> },
      ]}
    />
  );
}

function FieldName({ names, field }: { names: Readonly<Record<string, string>>; field: string }) {
  const name = auditFieldOf(field)?.name;
  return name === undefined ? <code lang="en">{field}</code> : <>{wordOf(names, name)}</>;
}
