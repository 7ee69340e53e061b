import type { CoveredItem, HoldPage as Hold } from '@exam/contract/staff';
import { useParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, Link, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { incidentsWords } from '../../messages/incidents.ts';
import { privacyWords } from '../../messages/privacy.ts';
import { Facts, Loaded, MaskedNames, objectKey, PageHead, Section, typed } from '../../page/index.ts';
import { heldName, holdState, On, Release } from './holds.tsx';
import { coveredHref } from './records.ts';

/** One hold, and whom it covers. */
export function HoldPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('hold', id),
    queryFn: ({ signal }) => staffApi('holds.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(hold) => <Shown hold={hold} />}</Loaded>;
}

function Shown({ hold }: { hold: Hold }) {
  const words = useMessages(privacyWords);
  const may = useMay();
  const by = (...names: (string | null)[]) => names.filter(Boolean).join(', ') || '–';
  return (
    <>
      <PageHead
        title={words.holdOn(heldName(words, hold))}
        back={{ href: '/holds', label: words.holds }}
        status={holdState(words, hold)}
        actions={may('privacy:write') && hold.releasedAt === null && <Release hold={hold} />}
      />
      <Facts
        items={[
          { term: words.scope, detail: hold.on && <On item={hold.on} href={coveredHref(hold.on, may)} /> },
          { term: words.reason, detail: hold.reason === '' ? words.reasonLost : typed(hold.reason) },
          { term: words.reviewOn, detail: <DateText date={hold.reviewOn} /> },
          { term: words.openedBy, detail: by(hold.openedBy, hold.approvedBy) },
          { term: words.openedAt, detail: <InstantText at={hold.openedAt} /> },
          hold.releasedAt === null
            ? null
            : { term: words.releasedBy, detail: by(hold.releasedBy, hold.releaseApprovedBy) },
          hold.releasedAt === null ? null : { term: words.releasedAt, detail: <InstantText at={hold.releasedAt} /> },
          { term: words.releaseReason, detail: typed(hold.releaseReason) },
        ]}
      />
      <Section title={words.covers}>
        <Covers covers={hold.covers} />
        {hold.scope === 'person' && <p className="mt-2">{words.coversCalls}</p>}
      </Section>
    </>
  );
}

function Covers({ covers }: Pick<Hold, 'covers'>) {
  const words = useMessages(privacyWords);
  const { recordKinds } = useMessages(incidentsWords);
  const may = useMay();
  if (covers === null)
    return (
      <p>
        {words.coversClass} <Link href="/retention">{words.retention}</Link>
      </p>
    );
  if (covers.recordCount === 0) return <p className="text-ink-2">{words.coversNothing}</p>;
  const what = (item: CoveredItem) => {
    const text =
      item.kind === 'order' ? words.order : item.kind === 'session' ? words.scopes.session : recordKinds[item.kind];
    const href = coveredHref(item, may);
    return href === null ? text : <Link href={href}>{text}</Link>;
  };
  return (
    <>
      <p className="mb-2">{words.coversCount(covers.list.length, covers.recordCount)}</p>
      <MaskedNames rows={covers.list} />
      <Table
        caption={words.covers}
        rows={covers.list}
        rowKey={(row) => `${row.kind}${row.id}`}
        columns={[
          { key: 'what', header: words.what, cell: what },
          { key: 'number', header: words.number, cell: (row) => row.code ?? '–' },
          {
            key: 'whose',
            header: words.whose,
            cell: (row) =>
              row.isOutOfUse ? words.outOfUse : row.candidateName === null ? '–' : typed(row.candidateName),
          },
        ]}
      />
    </>
  );
}
