import { wire } from '@exam/contract/wire';
import { chinaDateOf } from '@exam/contract/rules';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { LinkButton, Money, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useListParams } from '../../page/list-params.ts';
import { postTestsWords } from '../../messages/post-tests.ts';
import { OwnListPage, OwnTickets } from '../../page/own-list.tsx';
import { DraftList } from './draft-list.tsx';
import { postTestFilters, postTestList, type ListedPostTest, type PostTestFilter } from './post-test-data.ts';
import { PostTestStatusTag } from './post-test-status.tsx';

const catalogue = '/exam-all?category=PostTest';

/** The account's post-test services by status and page, and its drafts. */
export function PostTestList() {
  const words = useMessages(postTestsWords);
  const { page, setPage, filter, setFilter } = useListParams(postTestFilters);
  return (
    <OwnListPage
      words={words}
      filters={postTestFilters}
      filter={filter}
      onFilter={setFilter}
      action={<LinkButton href={catalogue}>{words.start}</LinkButton>}
    >
      {filter === 'Drafts' ? <DraftList /> : <Paid filter={filter} page={page} onPage={setPage} />}
    </OwnListPage>
  );
}

function Paid(props: { filter: Exclude<PostTestFilter, 'Drafts'>; page: number; onPage: (page: number) => void }) {
  const { filter, page } = props;
  const words = useMessages(postTestsWords);
  const { language } = useLanguage();
  return (
    <OwnTickets
      query={useQuery(postTestList(language, { page, filter }))}
      words={words}
      isFiltered={filter !== 'All'}
      onPage={props.onPage}
      start={<LinkButton href={catalogue}>{words.start}</LinkButton>}
      ticket={(item) => <ServiceTicket key={item[wire.fields.applicationId]} item={item} />}
    />
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
