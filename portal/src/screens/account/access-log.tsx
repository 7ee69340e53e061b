import type { Reply } from '@exam/contract/client';
import { useSearchParams } from '@exam/ui/app';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { EmptyState, Link, Pagination, Tag, Typed } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { accessLogWords } from '../../messages/access-log.ts';
import { Loaded } from '../application/loaded.tsx';
import { accountKey } from './user-changed.ts';

type Looks = Reply<'access.search'>;
type Look = Looks['list'][number];

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

function LookCard({ look }: { look: Look }) {
  const words = useMessages(accessLogWords);
  const formats = useFormats();
  const record = look.recordCode === null ? words.records[look.recordKind] : look.recordCode;
  return (
    <li className="card p-5">
      <p className="flex flex-wrap items-center gap-2">
        <Tag tone={look.act === 'Opened' ? 'plain' : 'amber'}>{words.acts[look.act]}</Tag>
        <strong className="tabular-nums">{words.at(formats.instant(look.at))}</strong>
      </p>
      <p className="mt-2">
        {look.candidateName === null ? words.someone : <Typed>{look.candidateName}</Typed>} · {record}
      </p>
      <dl className="mt-3 grid gap-3 lg:grid-cols-2">
        <Fact term={words.who}>
          <Whose look={look} />
        </Fact>
        <Fact term={words.seen}>
          {words.purposes[look.purpose]}
          {look.fields.length > 0 && (
            <span className="block text-ink-2">
              {look.fields.map((field) => words.fields[field]).join(words.separator)}
            </span>
          )}
        </Fact>
        <Fact term={words.reason}>{look.reason === null ? words.noReason : <Typed>{look.reason}</Typed>}</Fact>
      </dl>
    </li>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The role and the office of whoever looked, never the name. */
function Whose({ look: { roles, offices } }: { look: Look }) {
  const words = useMessages(accessLogWords);
  const isChinese = useLanguage().language === 'zh';
  const known = new Map<string, string>(Object.entries(words.roles));
  const role = roles.flatMap((each) => known.get(each) ?? []).join(words.separator) || words.staff;
  const places = offices.map(({ nameEn, nameZh }) => (isChinese ? nameZh : nameEn)).join(words.separator);
  return (
    <>
      {role}
      <span className="block text-ink-2">{places || words.headOffice}</span>
    </>
  );
}
