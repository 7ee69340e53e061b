import { lastDayOf } from '@exam/contract/rules';
import { useParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Button, DateText, InstantText } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../../app/api.ts';
import { NotFound } from '../../../frame/other-pages.tsx';
import { relativesWords } from '../../../messages/relatives.ts';
import { rightsWords } from '../../../messages/rights.ts';
import { Facts, Loaded, objectKey, PageHead, typed } from '../../../page/index.ts';
import { isRelatives, type RelativeAsking, relativeKindOf } from './request.ts';

/** What a relative is handed or sent by staff: the number of the request, its clock, and the answer once there is one. */
export function RelativeReceipt() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('rightsRequest', id),
    queryFn: ({ signal }) => staffApi('rights.page', { params: { id } }, { signal, isQuiet: true }),
  });
  return (
    <Loaded query={query}>{(request) => (isRelatives(request) ? <Receipt request={request} /> : <NotFound />)}</Loaded>
  );
}

function Receipt({ request }: { request: RelativeAsking }) {
  const words = useMessages(relativesWords);
  const rights = useMessages(rightsWords);
  return (
    <>
      <div className="no-print">
        <PageHead
          title={words.receipt.title}
          back={{ href: `/rights-requests/${request.id}`, label: rights.of(request.code) }}
          lead={words.receipt.lead}
          actions={
            <Button small onClick={() => window.print()}>
              {words.receipt.print}
            </Button>
          }
        />
      </div>
      <article className="card max-w-3xl p-6" aria-labelledby="receipt">
        <p className="font-serif text-lg font-semibold">{words.receipt.organisation}</p>
        <h2 id="receipt" className="mb-4 text-xl">
          {words.receipt.heading}
        </h2>
        <Stated request={request} />
        <p className="mt-6 text-sm text-ink-2">{words.receipt.foot}</p>
      </article>
    </>
  );
}

function Stated({ request }: { request: RelativeAsking }) {
  const words = useMessages(relativesWords);
  const rights = useMessages(rightsWords);
  const { relative } = request;
  const proofs = relative.evidence.map(({ kind }) => words.evidence[kind]);
  return (
    <Facts
      items={[
        { term: words.receipt.number, detail: <span className="tabular-nums">{request.code}</span> },
        { term: words.receipt.asked, detail: typed(relative.name) },
        { term: words.relation, detail: words.relations[relative.relation] },
        { term: words.receipt.deceased, detail: typed(request.candidateName) ?? words.receipt.holder },
        { term: words.kind, detail: words.kinds[relativeKindOf(request)] },
        { term: words.arrivedOn, detail: <DateText date={relative.arrivedOn} /> },
        { term: words.receipt.due, detail: <DateText date={lastDayOf(request.dueAt)} /> },
        {
          term: words.receipt.proofs,
          detail: proofs.length === 0 ? words.receipt.none : <ProofList proofs={proofs} />,
        },
        { term: words.receipt.status, detail: rights.statuses[request.status] },
        { term: rights.answered, detail: request.answeredAt && <InstantText at={request.answeredAt} /> },
        { term: words.receipt.answer, detail: typed(request.answer) },
      ]}
    />
  );
}

function ProofList({ proofs }: { proofs: readonly string[] }) {
  return (
    <ul>
      {proofs.map((proof, index) => (
        <li key={index}>{proof}</li>
      ))}
    </ul>
  );
}
