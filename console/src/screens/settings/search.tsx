import { lengthSeen } from '@exam/contract/rules';
import type { SearchKind } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { useMessages } from '@exam/ui/i18n';
import { Link, Skeleton, Tag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { staffApi } from '../../app/api.ts';
import { useSought } from '../../frame/search-box.tsx';
import { settingsWords } from '../../messages/settings.ts';
import { AboutLine, MaskedNames, Money, objectPages, PageHead, Refusal } from '../../page/index.ts';
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
    </li>
  );
}
