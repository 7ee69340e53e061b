import type { PostTestExport } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { useSearchParams } from '@exam/ui/app';
import { SelectField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { InstantText, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { download } from '../../app/download.ts';
import { useMay } from '../../app/session.ts';
import { type ListBody, type Page, StaffList } from '../../list/staff-list.tsx';
import { postTestWords } from '../../messages/post-test.ts';
import {
  ExportFile,
  FileAgain,
  GuardianWaitText,
  MaskedNames,
  objectKey,
  PageHead,
  Section,
} from '../../page/index.ts';

/** One file for an awarding body: what waits, what is left out, and what was sent before (9.6 #10). */
export function SendPostTests() {
  const words = useMessages(postTestWords);
  const isChinese = useLanguage().language === 'zh';
  const [search, setSearch] = useSearchParams();
  const productId = search.get('product') ?? '';
  const { data } = useQuery({
    queryKey: objectKey('postTests', 'choices'),
    queryFn: ({ signal }) => staffApi('postTests.choices', {}, { signal, isQuiet: true }),
  });
  const products = data?.products ?? [];
  const chosen = products.find(({ id }) => id === productId);
  return (
    <>
      <PageHead title={words.send} lead={words.sendIntro} back={{ href: '/post-test', label: words.title }} />
      <SelectField
        label={words.board}
        value={productId}
        options={products.map(({ id, nameEn, nameZh }) => ({ value: id, label: isChinese ? nameZh : nameEn }))}
        onChange={(event) => setSearch({ product: event.target.value })}
      />
      {chosen === undefined ? (
        <p className="text-ink-2">{words.chooseBoard}</p>
      ) : (
        <Waiting key={chosen.id} productId={chosen.id} body={isChinese ? chosen.bodyNameZh : chosen.bodyNameEn} />
      )}
      <h2 className="mt-8 mb-3 text-xl">{words.earlier}</h2>
      <Earlier />
    </>
  );
}

type Preview = StaffReply<'postTests.previewExport'>;
type Shared = Pick<Preview['left'][number], 'code' | 'candidateName'>;

function Waiting({ productId, body }: { productId: string; body: string }) {
  const words = useMessages(postTestWords);
  const isChinese = useLanguage().language === 'zh';
  const { data } = useQuery({
    queryKey: objectKey('postTestExport', productId),
    queryFn: ({ signal }) => staffApi('postTests.previewExport', { body: { productId } }, { signal, isQuiet: true }),
  });
  if (data === undefined) return null;
  const shared = [
    { key: 'code', header: words.reference, cell: ({ code }: Shared) => code },
    { key: 'name', header: words.candidate, cell: ({ candidateName }: Shared) => candidateName },
  ];
  const why = {
    key: 'why',
    header: words.why,
    cell: ({ guardianWait, ...row }: Preview['left'][number]) =>
      row.why === 'Guardian' && guardianWait !== null ? <GuardianWaitText wait={guardianWait} /> : words.noConsent,
  };
  return (
    <>
      <MaskedNames rows={[...data.rows, ...data.left]} />
      {data.rows.length === 0 ? (
        <p className="mb-4">{words.nothingToSend}</p>
      ) : (
        <Section title={words.waiting}>
          <Table
            caption={words.waiting}
            rows={data.rows}
            rowKey={(row) => row.id}
            columns={[
              ...shared,
              {
                key: 'service',
                header: words.service,
                cell: (row) => (isChinese ? row.serviceNameZh : row.serviceNameEn),
              },
              { key: 'codes', header: words.codes, cell: (row) => row.codes },
            ]}
          />
          <MakeFile productId={productId} body={body} count={data.rows.length} />
        </Section>
      )}
      {data.left.length > 0 && (
        <Section title={words.left}>
          <Table caption={words.left} rows={data.left} rowKey={(row) => row.id} columns={[...shared, why]} />
        </Section>
      )}
    </>
  );
}

function MakeFile({ productId, body, count }: { productId: string; body: string; count: number }) {
  const words = useMessages(postTestWords);
  const may = useMay();
  if (!may('postTest:export')) return null;
  return (
    <ExportFile
      label={words.makeFile}
      text={words.makeFileText(count, body)}
      start={({ format, reason }) =>
        download('postTests.export', { body: { productId, format, reason } }, `post-test.${format}`)
      }
    />
  );
}

const loadExports = (body: ListBody, signal?: AbortSignal): Promise<Page<PostTestExport>> =>
  staffApi('postTests.exports', { body }, { signal, isQuiet: true });

function Earlier() {
  const words = useMessages(postTestWords);
  const may = useMay();
  const isChinese = useLanguage().language === 'zh';
  return (
    <StaffList
      name="postTests.exports"
      caption={words.earlier}
      columns={[
        {
          key: 'exportedAt',
          header: words.exportedAt,
          sort: 'exportedAt',
          cell: (row) => <InstantText at={row.exportedAt} />,
        },
        { key: 'exportedBy', header: words.exportedBy, cell: (row) => row.exportedBy },
        { key: 'product', header: words.board, cell: (row) => (isChinese ? row.productNameZh : row.productNameEn) },
        { key: 'purpose', header: words.purpose, cell: (row) => row.purpose },
        { key: 'rowCount', header: words.rows, end: true, cell: (row) => row.rowCount },
        {
          key: 'id',
          header: words.file,
          cell: ({ id: exportId, productId }) =>
            may('postTest:export') && (
              <FileAgain
                start={({ format, reason }) =>
                  download('postTests.export', { body: { productId, exportId, format, reason } }, `post-test.${format}`)
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
