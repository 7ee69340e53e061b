import { chinaDateOf, lengthSeen } from '@exam/contract/rules';
import type { SearchKind } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Link, Skeleton, Tag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { staffApi } from '../../app/api.ts';
import { useSought } from '../../frame/search-box.tsx';
import { bookingsWords } from '../../messages/bookings.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import { moneyWords } from '../../messages/money.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { settingsWords } from '../../messages/settings.ts';
import { AboutLine, MaskedNames, Money, objectPages, PageHead, Refusal, wordOf } from '../../page/index.ts';
import { CallError } from '@exam/contract/client';

type Hit = StaffReply<'search.find'>['list'][number];

const places: Readonly<Record<SearchKind, string>> = {
  ...objectPages,
  line: '/catalogue/line',
  product: '/catalogue/product',
  subject: '/catalogue/subject',
  body: '/catalogue/body',
};

/** What is found by the text in the bar. */
export function Search() {
  const words = useMessages(settingsWords);
  const sought = useSought();
  const { key } = useLocation();
  const isLongEnough = lengthSeen(sought) >= 2;
  const found = useQuery({
    // Every search is another one; Back leads to what an earlier one found.
    queryKey: ['search.find', key, sought],
    queryFn: ({ signal }) => staffApi('search.find', { body: { text: sought } }, { signal, isQuiet: true }),
    enabled: isLongEnough,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const hits = found.data?.list;
  return (
    <>
      <PageHead title={words.search} lead={isLongEnough ? undefined : words.searchText} />
      <Refusal problem={found.error instanceof CallError ? found.error.problem : null} />
      <output aria-live="polite" className="my-4 block min-h-6">
        {hits === undefined ? '' : words.found(hits.length)}
      </output>
      {found.isFetching && <Skeleton count={4} />}
      <MaskedNames rows={hits?.map(namedIn) ?? []} />
      <ul className="grid gap-3">
        {hits?.map((hit) => (
          <Found key={`${hit.kind}${hit.id}`} hit={hit} />
        ))}
      </ul>
    </>
  );
}

/** Whom a hit names: a candidate by its label, a registration or a booking beside its code. */
function namedIn({ kind, label, detail }: Hit): { candidateName: string | null } {
  if (kind === 'candidate') return { candidateName: label };
  return { candidateName: kind === 'application' || kind === 'booking' ? detail : null };
}

/** Where it is; of a registration also how far its money is on the way back. */
function State({ hit: { kind, about, refund } }: { hit: Hit }) {
  const formats = useFormats();
  const { refund: words } = useMessages(settingsWords);
  const { refunds } = useMessages(decisionsWords);
  const statuses = useStatuses()[kind];
  const state = about?.state ?? null;
  return (
    <>
      {statuses !== undefined && state !== null && <span>{wordOf(statuses, state)}</span>}
      {refund !== null && (
        <span>
          {refund.completedAt !== null
            ? words.done(formats.date(chinaDateOf(refund.completedAt)))
            : refund.latestDate !== null
              ? words.by({ state: refunds.statuses[refund.status], date: formats.date(refund.latestDate) })
              : words.state(refunds.statuses[refund.status])}
        </span>
      )}
    </>
  );
}

/** The words for the states of each kind that has any. */
function useStatuses(): Partial<Record<SearchKind, Readonly<Record<string, string>>>> {
  return {
    application: useMessages(registrationWords).statuses,
    booking: useMessages(bookingsWords).statuses,
    order: useMessages(moneyWords).orderStatuses,
    refund: useMessages(decisionsWords).refunds.statuses,
  };
}

function Found({ hit }: { hit: Hit }) {
  const words = useMessages(settingsWords);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <Tag>{words.kinds[hit.kind]}</Tag>
      <Link href={`${places[hit.kind]}/${hit.id}`} className="tabular-nums">
        {hit.label}
      </Link>
      <span className="text-ink-2">
        {hit.about === null ? hit.detail : <AboutLine about={hit.about} label={hit.detail} />}
      </span>
      {hit.about !== null && hit.about.amount !== null && <Money fen={hit.about.amount} />}
      <State hit={hit} />
    </li>
  );
}
