import type { RightsPage } from '@exam/contract/staff';
import { TextAreaField } from '@exam/ui/form';
import { useParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Link, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { rightsWords } from '../../messages/rights.ts';
import { ActionButton, Facts, History, Loaded, objectKey, PageColumns, PageHead, Section } from '../../page/index.ts';
import { rightsTones } from './rights-requests.tsx';

/** One request about somebody's own data: what was asked, of whom, and the answer. */
export function RightsRequestPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('rightsRequest', id),
    queryFn: ({ signal }) => staffApi('rights.page', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(request) => <Shown request={request} />}</Loaded>;
}

type Props = { request: RightsPage };

function Shown({ request }: Props) {
  const words = useMessages(rightsWords);
  return (
    <>
      <PageHead
        title={words.of(request.code)}
        back={{ href: '/rights-requests', label: words.title }}
        status={{ text: words.statuses[request.status], tone: rightsTones[request.status] }}
        actions={<Acts request={request} />}
      />
      {request.isAlarmed && (
        <div className="mb-4">
          <Notice tone="warning">{words.alarm}</Notice>
        </div>
      )}
      <PageColumns aside={<History kind="rightsRequest" id={request.id} />}>
        <Section title={words.details}>
          {request.isRestricted && (
            <p className="mb-4">{request.waitsUntil === null ? words.held : words.restricted}</p>
          )}
          <Details request={request} />
        </Section>
      </PageColumns>
    </>
  );
}

function Details({ request }: Props) {
  const words = useMessages(rightsWords);
  const may = useMay();
  const at = (instant: string | null) => instant && <InstantText at={instant} />;
  return (
    <Facts
      items={[
        { term: words.kind, detail: words.kinds[request.kind] },
        { term: words.received, detail: at(request.receivedAt) },
        { term: words.due, detail: at(request.dueAt) },
        { term: words.takenBy, detail: request.takenBy },
        {
          term: words.account,
          detail: request.accountId !== null && may('accounts:read') && (
            <Link href={`/accounts/${request.accountId}`}>{words.seeAccount}</Link>
          ),
        },
        { term: words.candidate, detail: request.candidateName },
        { term: words.document, detail: request.candidateIdNo },
        { term: words.waits, detail: at(request.waitsUntil) },
        { term: words.wish, detail: request.wish },
        { term: words.answered, detail: at(request.answeredAt) },
        { term: words.answeredBy, detail: request.answeredBy },
        { term: words.answer, detail: request.answer },
      ]}
    />
  );
}

function Acts({ request }: Props) {
  const words = useMessages(rightsWords);
  const may = useMay();
  if (!may('privacy:write') || (request.status !== 'Received' && request.status !== 'InReview')) return null;
  const { id, version } = request;
  return (
    <>
      {request.status === 'Received' && (
        <ActionButton
          label={words.take}
          call="rights.take"
          request={() => ({ params: { id }, body: { version } })}
          confirmLabel={words.take}
          done={words.taken}
        />
      )}
      <Reply request={request} />
      <ActionButton
        label={words.refuse}
        call="rights.refuse"
        request={(reason) => ({ params: { id }, body: { version, reason } })}
        reason="needed"
        confirmLabel={words.refuse}
        done={words.refused}
      >
        <p className="mb-4">{request.kind === 'Deletion' ? words.refuseDeletion : words.refuseText}</p>
      </ActionButton>
    </>
  );
}

function Reply({ request: { id, version } }: Props) {
  const words = useMessages(rightsWords);
  const [answer, setAnswer] = useState('');
  return (
    <ActionButton
      label={words.reply}
      variant="primary"
      call="rights.answer"
      request={() => ({ params: { id }, body: { version, answer: answer.trim() } })}
      isReady={answer.trim().length >= 5}
      confirmLabel={words.reply}
      done={words.replied}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.replyText}</p>
          <TextAreaField
            label={words.replyLabel}
            rows={6}
            maxLength={2000}
            required
            value={answer}
            error={errors('answer')}
            onChange={(event) => setAnswer(event.target.value)}
          />
        </>
      )}
    </ActionButton>
  );
}
