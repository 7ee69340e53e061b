import { groupUci } from '@exam/contract/rules';
import { applicationStatusOf, wire } from '@exam/contract/wire';
import { useParams } from '@exam/ui/app';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, CopyCode, DescriptionList, InstantText, Link, Money, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../../app/title.ts';
import { postTestsWords } from '../../messages/post-tests.ts';
import { OwnDetailHead, OwnDetailPage } from '../../page/own-detail.tsx';
import { RefundCard } from '../cancellation/refund-card.tsx';
import { CancelRequest } from './cancel-request.tsx';
import { Outcome } from './outcome.tsx';
import { postTestById, type PostTest } from './post-test-data.ts';
import { PostTestStatusTag } from './post-test-status.tsx';
import { Process } from './process.tsx';

/** One post-test request: its state, what came of it, what may be done with it. */
export function PostTestDetail() {
  const { id = '' } = useParams();
  const { language } = useLanguage();
  const words = useMessages(postTestsWords);
  const query = useQuery(postTestById(language, id));
  return (
    <OwnDetailPage query={query} back={{ href: '/candidate/posttestservice', label: words.toList }}>
      {(found) => (
        <>
          <Head request={found} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Standing request={found} />
            <Outcome request={found} />
            <Facts request={found} />
            <Process request={found} />
            {found.refunds.map((refund) => (
              <RefundCard key={refund.id} refund={refund} />
            ))}
            {found.canRequestCancellation && <CancelRequest request={found} />}
          </div>
        </>
      )}
    </OwnDetailPage>
  );
}

function Head({ request }: { request: PostTest }) {
  useDocumentTitle(request.productServiceName);
  return (
    <OwnDetailHead title={request.productServiceName}>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <PostTestStatusTag status={request.status} />
        <span className="font-bold">{request.candidateName}</span>
      </p>
    </OwnDetailHead>
  );
}

/** What the person has to know first: a refusal, a cancellation under way or rejected, when to expect the outcome. */
function Standing({ request }: { request: PostTest }) {
  const words = useMessages(postTestsWords);
  const formats = useFormats();
  const status = applicationStatusOf(request.status);
  if (status === 'ApplicationRejected') {
    return (
      <Notice tone="warning" title={words.result.refused}>
        {request.rejectReason}
      </Notice>
    );
  }
  if (status === 'RegisteredCancellationRequested') {
    return (
      <Notice>
        <p>{words.cancel.requested}</p>
        {request.cancellationRequestReason !== null && (
          <p>{words.cancel.yourReason(request.cancellationRequestReason)}</p>
        )}
      </Notice>
    );
  }
  if (status === 'Registered' && request.cancellationRejectReason !== null)
    return <Notice tone="warning">{words.cancel.rejected(request.cancellationRejectReason)}</Notice>;
  if (status === 'Processing' && request.expectedBy !== null) {
    return (
      <Notice>
        {words.fields.expected} {formats.longDate(request.expectedBy)}
      </Notice>
    );
  }
  return null;
}

function Facts({ request }: { request: PostTest }) {
  const { language } = useLanguage();
  const { fields: words } = useMessages(postTestsWords);
  const formats = useFormats();
  const uciOf = (uci: string | null) => (uci === null || uci === '' ? null : groupUci(uci));
  const { payment } = request;
  return (
    <Card>
      <DescriptionList
        items={[
          { term: words.code, detail: <CopyCode code={request.postTestApplicationCode} label={words.code} /> },
          { term: words.board, detail: request.name },
          { term: words.product, detail: language === 'zh' ? request.productNameCn : request.productNameEn },
          { term: words.level, detail: request.level },
          { term: words.series, detail: request.examSeriesName },
          { term: words.centre, detail: request.centreName },
          { term: words.centreNumber, detail: request.centreNumber },
          { term: words.candidate, detail: request.candidateName },
          { term: words.birthday, detail: formats.date(request.birthday) },
          { term: words.candidateNumber, detail: request.candidateNumber },
          { term: words.uci, detail: uciOf(request.uciNumber) },
          { term: words.secondUci, detail: uciOf(request.secondUciNumber) },
          { term: words.cashIn, detail: request[wire.fields.cashInCode] },
          { term: words.amount, detail: <Money fen={request.amount} className="font-bold" /> },
          {
            term: words.order,
            detail: payment && <Link href={`/candidate/order/posttest/${payment.orderId}`}>{payment.orderCode}</Link>,
          },
          { term: words.paidAt, detail: payment?.paidAt && <InstantText at={payment.paidAt} /> },
        ]}
      />
    </Card>
  );
}
