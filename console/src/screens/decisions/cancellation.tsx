import { useParams } from '@exam/ui/app';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Link, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import {
  Facts,
  History,
  Loaded,
  Money,
  objectKey,
  PageColumns,
  PageHead,
  Section,
  typed,
  useSaveFile,
  linked,
} from '../../page/index.ts';
import { ApproveCancellation, CancellationActs } from './cancellation-acts.tsx';
import type { Cancellation } from './types.ts';

/** One request with the quote that was frozen, its papers, and its decision (9.1 #10-#13). */
export function CancellationPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('cancellation', id),
    queryFn: ({ signal }) => staffApi('cancellations.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(request) => <Shown request={request} />}</Loaded>;
}

function Shown({ request }: { request: Cancellation }) {
  const { cancellations: words, shared } = useMessages(decisionsWords);
  const { language } = useLanguage();
  const product = language === 'zh' ? request.productNameZh : request.productNameEn;
  const isOpen = request.outcome === null && request.proposalId === null;
  return (
    <>
      <PageHead
        title={typed(request.candidateName)}
        back={{ href: '/cancellations', label: words.title }}
        status={{
          text: words.outcomes[request.outcome ?? 'Open'],
          tone: request.outcome === null ? 'amber' : request.outcome === 'Approved' ? 'jade' : 'plain',
        }}
        lead={
          <>
            {linked('application', request.lines[0]?.applicationId ?? null, request.applicationCode)} · {product}
          </>
        }
        actions={isOpen ? <CancellationActs request={request} /> : undefined}
      />
      {request.proposalId !== null && (
        <p className="mb-4">
          <Link href={`/approvals/${request.proposalId}`}>{shared.toProposal}</Link>
        </p>
      )}
      <PageColumns
        aside={
          <>
            {isOpen && <ApproveCancellation request={request} />}
            <History kind="cancellation" id={request.id} />
          </>
        }
      >
        <Overview request={request} />
        <Lines request={request} />
        <Documents request={request} />
        <Earlier request={request} />
      </PageColumns>
    </>
  );
}

function Overview({ request }: { request: Cancellation }) {
  const { cancellations: words, shared } = useMessages(decisionsWords);
  const formats = useFormats();
  return (
    <Section title={shared.overview}>
      <Facts
        items={[
          { term: words.quoted, detail: <Money fen={request.quotedAmount} /> },
          { term: words.percent, detail: `${request.percent} %` },
          { term: words.policyRow, detail: words.rows[request.policyRow] },
          { term: words.examDate, detail: formats.longDate(request.examDate) },
          { term: words.requested, detail: <InstantText at={request.requestedAt} /> },
          { term: words.attempt, detail: String(request.attempt) },
          { term: shared.order, detail: linked('order', request.orderId, request.orderCode) },
          { term: words.why, detail: typed(request.reason) },
          {
            term: words.documentsDue,
            detail: request.isDocumentRequired ? <InstantText at={request.documentsDueAt} /> : null,
          },
          { term: words.asked, detail: typed(request.documentsAsked) },
          { term: shared.decided, detail: request.decidedAt === null ? null : <InstantText at={request.decidedAt} /> },
          { term: shared.reason, detail: typed(request.decisionReason) },
        ]}
      />
    </Section>
  );
}

function Lines({ request }: { request: Cancellation }) {
  const { cancellations: words, shared } = useMessages(decisionsWords);
  const { language } = useLanguage();
  return (
    <Section title={words.lines}>
      <Table
        caption={words.lines}
        rows={request.lines}
        rowKey={(line) => line.applicationId}
        columns={[
          {
            key: 'code',
            header: shared.registration,
            cell: (line) => linked('application', line.applicationId, line.applicationCode),
          },
          { key: 'who', header: shared.candidate, cell: (line) => typed(line.candidateName) },
          {
            key: 'subject',
            header: words.subject,
            cell: (line) => (language === 'zh' ? line.subjectNameZh : line.subjectNameEn),
          },
          { key: 'paid', header: words.paid, end: true, cell: (line) => <Money fen={line.paidAmount} /> },
          { key: 'quoted', header: words.quoted, end: true, cell: (line) => <Money fen={line.quotedAmount} /> },
          { key: 'approved', header: words.approved, end: true, cell: (line) => <Money fen={line.approvedAmount} /> },
        ]}
      />
    </Section>
  );
}

function Documents({ request }: { request: Cancellation }) {
  const words = useMessages(decisionsWords).cancellations;
  const { save, dialog } = useSaveFile('cancellations.document', (fileId, reason) => ({
    params: { id: request.id, fileId },
    body: { reason },
  }));
  return (
    <Section title={words.documents}>
      {dialog}
      {request.documents.length === 0 && <p className="text-ink-2">{words.noDocuments}</p>}
      <ul>
        {request.documents.map((file) => (
          <li key={file.id}>
            <Button variant="quiet" small onClick={() => save(file)}>
              {words.download(file.fileName)}
            </Button>{' '}
            <InstantText at={file.uploadedAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Earlier({ request }: { request: Cancellation }) {
  const words = useMessages(decisionsWords).cancellations;
  if (request.earlier.length === 0) return null;
  return (
    <Section title={words.earlier}>
      <ul className="grid gap-2">
        {request.earlier.map((each) => (
          <li key={each.id}>
            <Link href={`/cancellations/${each.id}`}>
              <InstantText at={each.requestedAt} />
            </Link>{' '}
            {words.outcomes[each.outcome ?? 'Open']}
            {each.decisionReason !== null && <> · {typed(each.decisionReason)}</>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
