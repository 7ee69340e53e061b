import type { PostTestPage } from '@exam/contract/staff';
import { useParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, DateText, InstantText, Link, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { postTestWords } from '../../messages/post-test.ts';
import {
  Facts,
  History,
  Loaded,
  Money,
  NotesPanel,
  objectKey,
  PageColumns,
  PageHead,
  Section,
  typed,
  UploadButton,
  useSaveFile,
  useStaffAction,
  linked,
} from '../../page/index.ts';
import { RequestActs } from './acts.tsx';
import { requestTone } from './list.tsx';

/** One post-test request: what was asked, what was agreed to, its files, and what became of it (9.6). */
export function PostTestRequest() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('postTest', id),
    queryFn: ({ signal }) => staffApi('postTests.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(request) => <Shown request={request} />}</Loaded>;
}

function Shown({ request }: { request: PostTestPage }) {
  const words = useMessages(postTestWords);
  const isChinese = useLanguage().language === 'zh';
  const may = useMay();
  return (
    <>
      <PageHead
        title={typed(request.candidateName)}
        back={{ href: '/post-test', label: words.title }}
        status={{ text: words.statuses[request.status], tone: requestTone(request.status) }}
        lead={`${request.code} · ${isChinese ? request.serviceNameZh : request.serviceNameEn}`}
        actions={may('postTest:write') && request.proposalId === null ? <RequestActs request={request} /> : undefined}
      />
      {request.proposalId !== null && (
        <p className="mb-4">
          <Link href={`/approvals/${request.proposalId}`}>{words.toProposal}</Link>
        </p>
      )}
      <PageColumns
        aside={
          <>
            <NotesPanel kind="postTest" id={request.id} />
            <History kind="postTest" id={request.id} />
          </>
        }
      >
        <Overview request={request} />
        <Components request={request} />
        <Files request={request} />
        <Happened request={request} />
      </PageColumns>
    </>
  );
}

const at = (instant: string | null) => (instant === null ? null : <InstantText at={instant} />);
const on = (date: string | null) => (date === null ? null : <DateText date={date} weekday={false} />);

function Overview({ request }: { request: PostTestPage }) {
  const words = useMessages(postTestWords);
  const isChinese = useLanguage().language === 'zh';
  return (
    <Section title={words.overview}>
      <Facts
        items={[
          { term: words.board, detail: isChinese ? request.productNameZh : request.productNameEn },
          { term: words.series, detail: isChinese ? request.seriesNameZh : request.seriesNameEn },
          { term: words.level, detail: isChinese ? request.levelNameZh : request.levelNameEn },
          { term: words.cashIn, detail: request.cashInCode },
          { term: words.candidateNumber, detail: request.candidateNumber },
          { term: words.birthday, detail: on(request.birthday) },
          { term: words.uci, detail: request.uciNumber },
          { term: words.secondUci, detail: request.secondUciNumber },
          {
            term: words.centre,
            detail: [request.centreNumber, isChinese ? request.centreNameZh : request.centreNameEn]
              .filter(Boolean)
              .join(' '),
          },
          { term: words.placePending, detail: request.isPlacePending ? words.placePendingYes : null },
          { term: words.closes, detail: at(request.boardCloseAt) },
          { term: words.paidAt, detail: at(request.registeredAt) },
          { term: words.sentAt, detail: at(request.sentAt) },
          { term: words.expected, detail: on(request.expectedBy) },
          { term: words.completedAt, detail: at(request.completedAt) },
          { term: words.amount, detail: <Money fen={request.amount} /> },
          { term: words.order, detail: linked('order', request.orderId, request.orderCode) },
          { term: words.takenBy, detail: request.takenBy },
          {
            term: words.grade,
            detail: request.gradeAfter === null ? null : words.gradeOf(request.gradeBefore ?? '–', request.gradeAfter),
          },
          { term: words.note, detail: request.outcomeNote },
          { term: words.cancelReason, detail: request.cancelReason },
          {
            term: words.cancelAmount,
            detail: request.cancelAmount === null ? null : <Money fen={request.cancelAmount} />,
          },
          { term: words.cancelRejectReason, detail: request.cancelRejectReason },
          { term: words.rejectReason, detail: request.rejectReason },
          {
            term: words.consents,
            detail:
              request.consents.length === 0
                ? words.noConsents
                : request.consents
                    .map(({ statementId }) => words.statements[statementId])
                    .join(isChinese ? '、' : ', '),
          },
        ]}
      />
    </Section>
  );
}

function Components({ request }: { request: PostTestPage }) {
  const words = useMessages(postTestWords);
  const isChinese = useLanguage().language === 'zh';
  return (
    <Section title={words.components}>
      <Table
        caption={words.components}
        rows={request.components}
        rowKey={(row) => String(row.position)}
        columns={[
          { key: 'code', header: words.codes, cell: (row) => row.code },
          { key: 'name', header: words.component, cell: (row) => (isChinese ? row.nameZh : row.nameEn) },
          { key: 'fee', header: words.fee, end: true, cell: (row) => <Money fen={row.fee} /> },
          {
            key: 'outcome',
            header: words.outcome,
            cell: (row) => (row.outcome === null ? '–' : words.outcomes[row.outcome]),
          },
          {
            key: 'marks',
            header: words.markAfter,
            cell: (row) => (row.markAfter === null ? '–' : words.gradeOf(row.markBefore ?? '–', row.markAfter)),
          },
        ]}
      />
    </Section>
  );
}

function Files({ request }: { request: PostTestPage }) {
  const words = useMessages(postTestWords);
  const may = useMay();
  const { act, isBusy } = useStaffAction('postTests.addFiles', { done: words.fileAdded });
  const { id, version } = request;
  const { save, dialog } = useSaveFile('postTests.file', (fileId, reason) => ({
    params: { id, fileId },
    body: { reason },
  }));
  const mayAdd = may('postTest:write') && (request.status === 'Processing' || request.status === 'Complete');
  const groups = [
    { title: words.fromCandidate, files: request.formFiles },
    { title: words.fromBoard, files: request.boardFiles },
  ].filter(({ files }) => files.length > 0);
  return (
    <Section title={words.files}>
      {dialog}
      {groups.length === 0 && <p className="text-ink-2">{words.noFiles}</p>}
      {groups.map(({ title, files }) => (
        <div key={title} className="mb-3">
          <h3 className="font-bold">{title}</h3>
          <ul>
            {files.map((file) => (
              <li key={file.id}>
                <Button variant="quiet" small onClick={() => save(file)}>
                  {words.save(file.fileName)}
                </Button>{' '}
                <InstantText at={file.uploadedAt} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {mayAdd && (
        <UploadButton
          label={words.addFile}
          isBusy={isBusy}
          onSent={(file) => act({ params: { id }, body: { version, fileIds: [file.id] } })}
        />
      )}
    </Section>
  );
}

function Happened({ request }: { request: PostTestPage }) {
  const words = useMessages(postTestWords);
  const told = request.timeline.flatMap((entry) => {
    const text = words.events[entry.event];
    return text === undefined ? [] : [{ ...entry, text }];
  });
  return (
    <Section title={words.history}>
      <ol className="grid gap-1">
        {told.map((entry) => (
          <li key={`${entry.at} ${entry.event}`}>
            <InstantText at={entry.at} /> · {entry.text}
            {entry.reason !== null && ` · ${entry.reason}`}
          </li>
        ))}
      </ol>
    </Section>
  );
}
