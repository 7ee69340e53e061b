import type { Reply } from '@exam/contract/client';
import { wire } from '@exam/contract/wire';
import { chinaDateOf, useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { EmptyState, FilterChips, LinkButton, Money, Pagination, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useListParams } from '../../app/list-params.ts';
import { postTestsWords } from '../../messages/post-tests.ts';
import { Loaded } from '../application/loaded.tsx';
import { DraftList } from './draft-list.tsx';
import { postTestFilters, postTestList, type ListedPostTest, type PostTestFilter } from './post-test-data.ts';
import { PostTestStatusTag } from './post-test-status.tsx';

const catalogue = '/exam-all?category=PostTest';

/** The account's post-test services by status and page, and its drafts. */
export function PostTestList() {
  const words = useMessages(postTestsWords);
  const { page, setPage, filter, setFilter } = useListParams(postTestFilters);
  return (
    <div className="page-width py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{words.title}</h1>
        <LinkButton href={catalogue}>{words.start}</LinkButton>
      </div>
      <FilterChips
        label={words.filter.label}
        name="status"
        options={postTestFilters.map((value) => ({ value, label: words.filter[value] }))}
        value={filter}
        onChange={setFilter}
      />
      <div className="mt-6">
        {filter === 'Drafts' ? <DraftList /> : <Paid filter={filter} page={page} onPage={setPage} />}
      </div>
    </div>
  );
}

function Paid(props: { filter: Exclude<PostTestFilter, 'Drafts'>; page: number; onPage: (page: number) => void }) {
  const { filter, page } = props;
  const { language } = useLanguage();
  const list = useQuery(postTestList(language, { page, filter }));
  return (
    <Loaded query={list}>
      {(data) => (data.list.length === 0 ? <None filter={filter} /> : <Services data={data} onPage={props.onPage} />)}
    </Loaded>
  );
}

function None({ filter }: { filter: PostTestFilter }) {
  const words = useMessages(postTestsWords);
  if (filter !== 'All') {
    return (
      <EmptyState title={words.emptyFiltered}>
        <p>{words.emptyFilteredText}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={words.empty} action={<LinkButton href={catalogue}>{words.start}</LinkButton>}>
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}

function Services({ data, onPage }: { data: Reply<'postTest.search'>; onPage: (page: number) => void }) {
  return (
    <>
      <ul className="grid gap-3">
        {data.list.map((item) => (
          <ServiceTicket key={item[wire.fields.applicationId]} item={item} />
        ))}
      </ul>
      <Pagination page={data.pageIndex} pageCount={data.pageCount} onPage={onPage} />
    </>
  );
}

function ServiceTicket({ item }: { item: ListedPostTest }) {
  const words = useMessages(postTestsWords);
  const { language } = useLanguage();
  const formats = useFormats();
  const registered = item.registrationDate === null ? null : chinaDateOf(item.registrationDate);
  const product = language === 'zh' ? item.productNameCn : item.productNameEn;
  return (
    <Ticket
      as="li"
      {...(registered === null ? { stub: '' } : { date: registered })}
      aside={
        <>
          <Money fen={item.amount} className="text-lg font-bold" />
          <LinkButton
            small
            variant="secondary"
            href={`/candidate/posttestservice/${item[wire.fields.applicationId]}`}
            aria-label={words.detailsOf(`${item.productServiceName}, ${item.candidateName}`)}
          >
            {words.details}
          </LinkButton>
        </>
      }
    >
      <PostTestStatusTag status={item.status} />
      <h2 className="mt-1 text-lg">{item.productServiceName}</h2>
      <p className="font-bold">{item.candidateName}</p>
      <p>{[product, item.level, item.examSeriesName].filter(Boolean).join(' · ')}</p>
      {item.code !== '' && <p className="text-ink-2 tabular-nums">{item.code}</p>}
      <p className="text-sm text-ink-2">
        {words.code(item.postTestApplicationCode)}
        {registered !== null && ` · ${words.registeredOn(formats.date(registered))}`}
      </p>
    </Ticket>
  );
}
