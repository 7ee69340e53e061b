import { workKindNames } from '@exam/contract/staff/work';
import type { StaffReply } from '@exam/contract/staff/client';
import { useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { boardCounts } from '../../app/board-counts.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { todayWords } from '../../messages/today.ts';
import { Acts } from './acts.tsx';
import { useColumns } from './columns.tsx';
import type { Item } from './types.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Item>> =>
  staffApi('today.search', { body }, { signal, isQuiet: true });

/** The page on which each kind of object is worked on. */
const places: Readonly<Record<Item['objectKind'], string | null>> = {
  booking: '/bookings/:id',
  cancellation: '/cancellations/:id',
  refund: '/refunds/:id',
  fapiao: '/fapiao/:id',
  postTest: '/post-test/:id',
  proposal: '/approvals/:id',
  session: '/sessions/:id',
  sessionSubject: '/session-minimums/:id',
  paymentException: '/payment-exceptions/:id',
  application: '/applications/:id',
  catalogueLine: '/catalogue/line/:id',
  catalogueProduct: '/catalogue/product/:id',
  catalogueSubject: '/catalogue/subject/:id',
  catalogueBody: '/catalogue/body/:id',
  claim: '/claims/:id',
  rightsRequest: '/rights-requests/:id',
  minorsReport: '/minors-report?year=:label',
  hold: '/holds/:id',
  calendarYear: '/working-days?year=:label',
  staff: '/staff/:id',
};

/** Where a kind of work leads when that is not the page of what it is about. */
const placesOfKinds: Partial<Record<Item['kind'], string>> = {
  manyReveals: '/incidents?staffId=:id',
  manySearches: '/incidents?staffId=:id',
  rightsGiven: '/audit?objectId=:id',
};

function hrefOf({ kind, objectKind, objectId, label }: Item): string | null {
  const place = placesOfKinds[kind] ?? places[objectKind];
  return place?.replace(':id', objectId).replace(':label', label ?? '') ?? null;
}

/** The Today board: what waits, whose it is, and taking it. */
export function Today() {
  const words = useMessages(todayWords);
  const { data: counts } = useQuery(boardCounts);
  const columns: ListColumn<Item>[] = [
    ...useColumns(),
    { key: 'act', header: words.act, cell: (item) => <Acts item={item} /> },
  ];
  return (
    <>
      <h1 className="text-2xl">{words.title}</h1>
      {counts === undefined || counts.open === 0 ? (
        <p className="mb-4 text-ink-2">{words.intro}</p>
      ) : (
        <Kinds counts={counts} />
      )}
      <StaffList
        name="today.search"
        caption={words.title}
        columns={columns}
        filters={[
          {
            name: 'whose',
            label: words.whose,
            kind: 'choice',
            options: [
              { value: 'mine', label: words.mine },
              { value: 'free', label: words.free },
            ],
          },
          {
            name: 'kind',
            label: words.kind,
            kind: 'choice',
            options: workKindNames.map((kind) => ({ value: kind, label: words.kinds[kind] })),
          },
          { name: 'isOverdue', label: words.overdue, kind: 'flag' },
          { name: 'isSnoozed', label: words.snoozed, kind: 'flag' },
        ]}
        load={load}
        rowKey={(item) => item.id}
        rowLabel={(item) => item.label ?? words.kinds[item.kind]}
        rowHref={hrefOf}
        empty={words.empty}
      />
    </>
  );
}

type Counts = StaffReply<'today.counts'>;

/** Where the work is: how much of each kind waits, what is late first, and how much of it is. One press shows that kind alone. */
function Kinds({ counts: { open, overdue, byKind } }: { counts: Counts }) {
  const words = useMessages(todayWords);
  const [params] = useSearchParams();
  const chosen = params.get('kind');
  const kinds = [...byKind].sort((a, b) => b.overdue - a.overdue || b.open - a.open);
  const folders = [
    { href: '/', name: words.all, open, overdue, isOpen: chosen === null },
    ...kinds.map(({ kind, ...each }) => ({
      ...each,
      href: `/?kind=${kind}`,
      name: words.kinds[kind],
      isOpen: chosen === kind,
    })),
  ];
  return (
    <nav aria-label={words.byKind} className="today-kinds">
      {folders.map((each) => (
        <Link key={each.href} href={each.href} aria-current={each.isOpen || undefined}>
          {each.name} <strong>{each.open}</strong>
          {each.overdue > 0 && <span className="today-late"> {words.late(each.overdue)}</span>}
        </Link>
      ))}
    </nav>
  );
}
