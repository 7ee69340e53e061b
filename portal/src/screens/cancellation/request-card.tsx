import { lastDayOf } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card, DescriptionList, InstantText, Money, Notice, Tag, type Tone } from '@exam/ui/parts';
import { useState } from 'react';
import { saveFile } from '../../app/files/save-file.ts';
import { cancellationWords } from '../../messages/cancellation.ts';
import type { Registration } from '../application/people.tsx';
import { AddDocuments } from './add-documents.tsx';
import { OfficeContact } from './ask-card.tsx';
import { TakeBack } from './take-back.tsx';

type Request = NonNullable<Registration['cancellation']>;

const tones: Readonly<Record<string, Tone>> = { waiting: 'amber', Approved: 'jade', Rejected: 'seal' };

/** The latest request to cancel: its state, what it said, its documents and their clock, and what may still be done. */
export function RequestCard({ exam }: { exam: Registration }) {
  const words = useMessages(cancellationWords).request;
  const request = exam.cancellation;
  if (request === null) return null;
  const state = request.outcome ?? 'waiting';
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.title}</h2>
      <p className="mb-3">
        <Tag tone={tones[state] ?? 'plain'}>{words.outcome[state]}</Tag>
      </p>
      <div className="mb-3 grid gap-3">
        <Outcome exam={exam} request={request} />
        {request.outcome === null && <DocumentsClock exam={exam} request={request} />}
      </div>
      <Facts request={request} />
      {request.outcome === null && (
        <div className="no-print mt-4 grid gap-4">
          {request.canAddDocuments && <AddDocuments applicationId={exam.id} present={request.documents.length} />}
          {request.canTakeBack && <TakeBack applicationId={exam.id} />}
        </div>
      )}
    </Card>
  );
}

function Outcome({ exam, request }: { exam: Registration; request: Request }) {
  const words = useMessages(cancellationWords).request;
  if (request.outcome === null) return <p>{words.waitingText}</p>;
  if (request.outcome === 'TakenBack') return <p>{words.takenBackText}</p>;
  if (request.outcome === 'Rejected') {
    return (
      <Notice tone="warning" title={words.rejectedReason}>
        <p className="whitespace-pre-line">{request.decisionReason}</p>
        <p className="mt-2">
          {words.rejectedText}
          {exam.canRequestCancellation && <span className="block">{words.attemptsLeft(request.rejectionsLeft)}</span>}
        </p>
      </Notice>
    );
  }
  if (request.outcome === 'Approved' && request.decisionReason !== null) {
    return (
      <Notice title={words.approvedNote}>
        <p className="whitespace-pre-line">{request.decisionReason}</p>
      </Notice>
    );
  }
  return null;
}

/** Until when documents may come, what the office asked for, and that the time is over. */
function DocumentsClock({ exam, request }: { exam: Registration; request: Request }) {
  const words = useMessages(cancellationWords).request;
  const formats = useFormats();
  const day = formats.longDate(lastDayOf(request.documentsDueAt));
  const isMissing = request.isDocumentRequired && request.documents.length === 0;
  return (
    <>
      {request.documentsAsked !== null && request.canAddDocuments && (
        <Notice tone="warning" title={words.askedTitle}>
          <p className="whitespace-pre-line">{request.documentsAsked}</p>
          <p className="mt-2 font-bold">{words.clock(day)}</p>
        </Notice>
      )}
      {request.documentsAsked === null && isMissing && request.canAddDocuments && (
        <Notice tone="warning" title={words.clockTitle}>
          <p>{words.clock(day)}</p>
        </Notice>
      )}
      {request.documentsAsked === null && !isMissing && request.canAddDocuments && <p>{words.clockOpen(day)}</p>}
      {request.isDocumentsOverdue && (
        <Notice tone="error" title={words.overdueTitle}>
          <p>{words.overdue(day)}</p>
          <OfficeContact exam={exam} />
        </Notice>
      )}
    </>
  );
}

function Facts({ request }: { request: Request }) {
  const all = useMessages(cancellationWords);
  const words = all.request;
  const isDecided = request.outcome === 'Approved' || request.outcome === 'Rejected';
  return (
    <DescriptionList
      items={[
        { term: words.attempt, detail: request.attempt > 1 && String(request.attempt) },
        { term: words.requestedAt, detail: <InstantText at={request.requestedAt} /> },
        { term: words.reason, detail: <span className="whitespace-pre-line">{request.reason}</span> },
        {
          term: words.rule,
          detail: request.percent === 0 ? all.shareNothing : all.quotedShare(request.percent),
        },
        { term: words.quoted, detail: <Money fen={request.quotedAmount} /> },
        {
          term: words.approved,
          detail: request.approvedAmount !== null && <Money fen={request.approvedAmount} className="font-bold" />,
        },
        { term: words.documents, detail: <Documents request={request} /> },
        {
          term: isDecided ? words.decidedAt : words.endedAt,
          detail: request.decidedAt && <InstantText at={request.decidedAt} />,
        },
      ].filter((item) => item.detail !== false)}
    />
  );
}

function Documents({ request }: { request: Request }) {
  const words = useMessages(cancellationWords).request;
  if (request.documents.length === 0) return request.outcome === null ? words.noDocuments : words.noDocumentsAtAll;
  return (
    <>
      <ul>
        {request.documents.map((file) => (
          <li key={file.id}>
            <SaveButton id={file.id} fileName={file.fileName} />
          </li>
        ))}
      </ul>
      {request.outcome === null && <p className="text-sm text-ink-2">{words.sentFixed}</p>}
    </>
  );
}

function SaveButton({ id, fileName }: { id: string; fileName: string }) {
  const words = useMessages(cancellationWords).request;
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    void saveFile({ name: 'formAttachment.get', params: { id } }, fileName).finally(() => setBusy(false));
  };
  return (
    <Button
      variant="quiet"
      small
      className="wrap-anywhere"
      busy={isBusy}
      aria-label={words.download(fileName)}
      onClick={press}
    >
      {fileName}
    </Button>
  );
}
