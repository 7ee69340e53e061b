import type { EntryExport } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField } from '@exam/ui/form';
import { useSearchParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, Notice, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { download } from '../../app/download.ts';
import { refusalOf } from '../../app/refusal.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type Page } from '../../list/staff-list.tsx';
import { examDayWords } from '../../messages/exam-day.ts';
import {
  ExportFile,
  FileAgain,
  Facts,
  GuardianWaitText,
  MaskedNames,
  objectKey,
  PageHead,
  Section,
  typed,
} from '../../page/index.ts';

/** Entries for the awarding bodies: what has changed, and what was exported (3-domain 6.2). */
export function BodyEntries() {
  const words = useMessages(examDayWords);
  const [search, setSearch] = useSearchParams();
  const productId = search.get('product') ?? '';
  const sessionId = search.get('session') ?? '';
  return (
    <>
      <PageHead title={words.entriesTitle} lead={words.entriesIntro} />
      <Choice
        productId={productId}
        sessionId={sessionId}
        choose={(product, session) => setSearch({ product, ...(session === '' ? {} : { session }) })}
      />
      {productId === '' ? (
        <p className="text-ink-2">{words.choose}</p>
      ) : (
        <Changes
          key={`${productId} ${sessionId}`}
          productId={productId}
          sessionId={sessionId === '' ? null : sessionId}
        />
      )}
      <h2 className="mt-8 mb-3 text-xl">{words.earlier}</h2>
      <Earlier />
    </>
  );
}

function Choice(props: { productId: string; sessionId: string; choose: (product: string, session: string) => void }) {
  const words = useMessages(examDayWords);
  const isChinese = useLanguage().language === 'zh';
  const { data } = useQuery({
    queryKey: objectKey('bodyEntries', 'sources'),
    queryFn: ({ signal }) => staffApi('bodyEntries.sources', {}, { signal, isQuiet: true }),
  });
  const products = data?.products ?? [];
  const chosen = products.find(({ id }) => id === props.productId);
  if (data !== undefined && products.length === 0) return <p>{words.noSources}</p>;
  return (
    <div className="grid gap-x-6 md:grid-cols-2">
      <SelectField
        label={words.product}
        value={props.productId}
        options={products.map(({ id, nameEn, nameZh }) => ({ value: id, label: isChinese ? nameZh : nameEn }))}
        onChange={(event) => props.choose(event.target.value, '')}
      />
      <SelectField
        label={words.session}
        value={props.sessionId}
        placeholder={words.everySession}
        options={(chosen?.sessions ?? []).map(({ id, examDate, cityNameEn, cityNameZh }) => ({
          value: id,
          label: `${examDate} · ${isChinese ? cityNameZh : cityNameEn}`,
        }))}
        onChange={(event) => props.choose(props.productId, event.target.value)}
      />
    </div>
  );
}

type Scope = { productId: string; sessionId: string | null };
type Preview = StaffReply<'bodyEntries.preview'>;

function Changes(scope: Scope) {
  const words = useMessages(examDayWords);
  const { data, error } = useQuery({
    queryKey: [...objectKey('bodyEntries', scope.productId), scope.sessionId],
    queryFn: ({ signal }) => staffApi('bodyEntries.preview', { body: scope }, { signal, isQuiet: true }),
  });
  if (error !== null) return <Notice tone="warning">{refusalOf(error, words.choose)}</Notice>;
  if (data === undefined) return null;
  return <Previewed scope={scope} preview={data} />;
}

function Previewed({ scope, preview }: { scope: Scope; preview: Preview }) {
  const words = useMessages(examDayWords);
  const isChinese = useLanguage().language === 'zh';
  const recipient = isChinese ? preview.recipientZh : preview.recipientEn;
  const fields = preview.fields.map((field) => words.entryFields[field]).join(isChinese ? '、' : ', ');
  return (
    <>
      <Facts
        items={[
          { term: words.recipient, detail: recipient },
          { term: words.country, detail: preview.country },
          { term: words.passedOn, detail: fields },
        ]}
      />
      <p className="my-4">{words.unchanged(preview.unchanged)}</p>
      <MaskedNames rows={[...preview.rows, ...preview.left]} />
      {preview.rows.length === 0 ? (
        <p className="mb-4">{words.nothingNew}</p>
      ) : (
        <Rows scope={scope} preview={preview} recipient={recipient} />
      )}
      {preview.left.length > 0 && (
        <Section title={words.leftTitle}>
          <Table
            caption={words.leftTitle}
            rows={preview.left}
            rowKey={({ applicationId }) => applicationId}
            columns={[
              { key: 'code', header: words.code, cell: (row) => row.code },
              { key: 'name', header: words.name, cell: (row) => typed(row.candidateName) },
              {
                key: 'why',
                header: words.why,
                cell: (row) =>
                  row.why === 'Guardian' && row.guardianWait !== null ? (
                    <GuardianWaitText wait={row.guardianWait} />
                  ) : (
                    [words.whys[row.why], ...row.headings].join(' · ')
                  ),
              },
            ]}
          />
        </Section>
      )}
    </>
  );
}

function Rows({ scope, preview, recipient }: { scope: Scope; preview: Preview; recipient: string }) {
  const words = useMessages(examDayWords);
  const may = useMay();
  return (
    <>
      <Table
        caption={words.entriesTitle}
        rows={preview.rows}
        rowKey={({ applicationId }) => applicationId}
        columns={[
          { key: 'change', header: words.change, cell: (row) => words.changes[row.change] },
          { key: 'code', header: words.code, cell: (row) => row.code },
          { key: 'name', header: words.name, cell: (row) => typed(row.candidateName) },
        ]}
      />
      {may('bodyEntries:export') && (
        <ExportFile
          label={words.exportEntries}
          text={words.exportText(preview.rows.length, recipient)}
          start={({ format, reason }) =>
            download('bodyEntries.export', { body: { ...scope, format, reason } }, `entries.${format}`)
          }
        />
      )}
    </>
  );
}

const loadExports = (body: ListBody, signal?: AbortSignal): Promise<Page<EntryExport>> =>
  staffApi('bodyEntries.search', { body }, { signal, isQuiet: true });

function Earlier() {
  const words = useMessages(examDayWords);
  const may = useMay();
  const isChinese = useLanguage().language === 'zh';
  return (
    <StaffList
      name="bodyEntries.search"
      caption={words.earlier}
      columns={[
        {
          key: 'exportedAt',
          header: words.exportedAt,
          sort: 'exportedAt',
          cell: (row) => <InstantText at={row.exportedAt} />,
        },
        { key: 'exportedBy', header: words.exportedBy, cell: (row) => typed(row.exportedBy) },
        { key: 'product', header: words.product, cell: (row) => (isChinese ? row.productNameZh : row.productNameEn) },
        {
          key: 'examDate',
          header: words.session,
          cell: (row) => (row.examDate === null ? words.everySession : <DateText date={row.examDate} />),
        },
        { key: 'recipient', header: words.recipient, cell: (row) => `${row.recipient} (${row.country})` },
        { key: 'purpose', header: words.purpose, cell: (row) => row.purpose },
        {
          key: 'rows',
          header: words.rows,
          cell: (row) => words.rowsOf(row.newCount, row.changedCount, row.withdrawnCount),
        },
        {
          key: 'id',
          header: words.file,
          cell: ({ id: exportId, productId }) =>
            may('bodyEntries:export') && (
              <FileAgain
                start={({ format, reason }) =>
                  download('bodyEntries.export', { body: { productId, exportId, format, reason } }, `entries.${format}`)
                }
              />
            ),
        },
      ]}
      load={loadExports}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.exportedAt}
      empty={words.noExports}
    />
  );
}
