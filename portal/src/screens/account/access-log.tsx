import { useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { EmptyState, Link, Pagination, Typed } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { accessLogWords } from '../../messages/access-log.ts';
import { Loaded } from '../../page/loaded.tsx';
import { LookCard } from './look-card.tsx';
import { accountKey } from './user-changed.ts';

const pageSize = 20;

/** Who looked at the data of the account's children, when, in which role and why (3-domain 6.3). */
export function AccessLog() {
  const words = useMessages(accessLogWords);
  const [params, setParams] = useSearchParams();
  const child = /^[\da-f-]{36}$/.exec(params.get('child') ?? '')?.[0] ?? null;
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1);
  const looks = useQuery({
    queryKey: [...accountKey, 'looks', child, page],
    queryFn: ({ signal }) =>
      api('access.search', { body: { candidateId: child, pageIndex: page, pageSize } }, { signal, isQuiet: true }),
    // Somebody may have looked a moment ago.
    staleTime: 0,
  });
  return (
    <div className="page-width py-8">
      <p className="mb-2">
        <Link href="/candidate/account">← {words.back}</Link>
      </p>
      <h1 className="mb-2 text-3xl">{words.title}</h1>
      <div className="max-w-3xl">
        <p className="mb-2 text-ink-2">{words.intro}</p>
        <p className="mb-6 text-ink-2">
          {words.names} <Link href="/help/childProtection">{words.contact}</Link>
        </p>
        <Loaded query={looks}>
          {({ candidateName, list, recordCount }) => (
            <>
              {candidateName !== null && <OfChild name={candidateName} />}
              {list.length === 0 ? (
                <EmptyState title={words.empty}>
                  <p>{words.emptyText}</p>
                </EmptyState>
              ) : (
                <>
                  <ol className="grid gap-4">
                    {list.map((look) => (
                      <LookCard key={look.id} look={look} />
                    ))}
                  </ol>
                  <Pagination
                    page={page}
                    pageCount={Math.ceil(recordCount / pageSize)}
                    onPage={(next) => setParams({ ...(child === null ? {} : { child }), page: String(next) })}
                  />
                </>
              )}
            </>
          )}
        </Loaded>
        <p className="mt-8 text-ink-2">
          {words.ownData} <Link href="/candidate/account/privacy">{words.ownDataLink}</Link>
        </p>
      </div>
    </div>
  );
}

/** Only one child's looks are here; the way to all of them. */
function OfChild({ name }: { name: string }) {
  const words = useMessages(accessLogWords);
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <strong>
        {words.only} <Typed>{name}</Typed>
      </strong>
      <Link href="/candidate/account/access">{words.everyChild}</Link>
    </p>
  );
}
