import { useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, Link, Notice, Table } from '@exam/ui/parts';
import { useMay } from '../../../app/session.ts';
import { relativesWords } from '../../../messages/relatives.ts';
import { type Fact, Facts, Reveal, Section, typed } from '../../../page/index.ts';
import { type RelativeAsking, relativeKindOf } from './request.ts';
import { Proofs } from './proofs.tsx';

/** What else a request of a relative has: who asks, the proofs, and what is in the way of a deletion. */
export function RelativeParts({ request }: { request: RelativeAsking }) {
  const words = useMessages(relativesWords);
  return (
    <>
      <Section title={words.who}>
        <WhoAsks request={request} />
      </Section>
      <Proofs request={request} />
      <InTheWay request={request} />
    </>
  );
}

/** What is to be done next with an open request of a relative. */
export function NextStep({ request }: { request: RelativeAsking }) {
  const words = useMessages(relativesWords).next;
  const { relative } = request;
  const said = () => {
    if (relative.grantedAt !== null)
      return request.kind === 'Copy' && relative.doneAt !== null ? words.handed : words[relativeKindOf(request)];
    if (relative.arrangedOtherwiseAt !== null) return words.arranged;
    if (relative.isProposed) return words.proposed;
    if (!relative.isEvidenceComplete) return words.proofs;
    return relative.blockers.length > 0 ? words.blocked : words.propose;
  };
  return (
    <div className="mb-4">
      <Notice tone="info">
        {said()} {relative.isProposed && <Link href="/approvals">{words.toApprovals}</Link>}
      </Notice>
    </div>
  );
}

function WhoAsks({ request }: { request: RelativeAsking }) {
  const words = useMessages(relativesWords);
  const may = useMay();
  const { relative, candidateId } = request;
  const call = may('privacy:write') ? ('rights.relative' as const) : null;
  const whole = (of: 'name' | 'contact'): Fact => ({
    term: words[of],
    detail: (
      <Reveal
        masked={relative[of]}
        label={words[of]}
        call={call}
        request={(reason) => ({ params: { id: request.id }, body: { reason } })}
        value={(shown) => shown[of]}
      />
    ),
  });
  const at = (instant: string | null) => instant && <InstantText at={instant} />;
  const scope = candidateId === null ? 'account' : relative.isWholeAccount ? 'both' : 'candidate';
  return (
    <Facts
      items={[
        whole('name'),
        { term: words.relation, detail: words.relations[relative.relation] },
        whole('contact'),
        { term: words.scope, detail: words.scopes[scope] },
        { term: words.arrivedBy, detail: words.arrivals[relative.arrivedBy] },
        { term: words.arrivedOn, detail: <DateText date={relative.arrivedOn} /> },
        { term: words.openedBy, detail: typed(relative.openedBy) },
        { term: words.arranged, detail: at(relative.arrangedOtherwiseAt) },
        { term: words.granted, detail: at(relative.grantedAt) },
        { term: words.grantedBy, detail: typed(relative.grantedBy) },
        { term: request.kind === 'Copy' ? words.doneAt.Copy : words.doneAt.Deletion, detail: at(relative.doneAt) },
      ]}
    />
  );
}

function InTheWay({ request: { relative } }: { request: RelativeAsking }) {
  const words = useMessages(relativesWords);
  const { blockers, live } = relative;
  if (blockers.length === 0) return null;
  return (
    <Section title={words.inTheWay}>
      <ul className="mb-4 list-disc ps-5">
        {blockers.map(({ kind, count }) => (
          <li key={kind}>
            {words.blockers[kind]}: <span className="tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
      {live.length > 0 && (
        <>
          <p className="mb-2 text-ink-2">{words.inTheWayText}</p>
          <LiveTable live={live} />
        </>
      )}
    </Section>
  );
}

function LiveTable({ live }: Pick<RelativeAsking['relative'], 'live'>) {
  const words = useMessages(relativesWords);
  const may = useMay();
  return (
    <Table
      caption={words.live}
      rows={live}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'code',
          header: words.code,
          cell: ({ id, code }) => (may('applications:read') ? <Link href={`/applications/${id}`}>{code}</Link> : code),
        },
        { key: 'examDate', header: words.examDate, cell: ({ examDate }) => <DateText date={examDate} /> },
      ]}
    />
  );
}
