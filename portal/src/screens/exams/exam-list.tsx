import type { Reply } from '@exam/contract/client';
import { wire } from '@exam/contract/wire';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { EmptyState, FilterChips, LinkButton, Pagination, Tag, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useListParams } from '../../app/list-params.ts';
import { applicationWords } from '../../messages/application.ts';
import { examsWords } from '../../messages/exams.ts';
import { Loaded } from '../application/loaded.tsx';
import { SittingLine } from '../application/sitting.tsx';
import { ApplicationStatusTag } from '../application/status.tsx';
import { payUrl } from '../order/order-data.ts';
import { examCounts, examFilters, examList, type ExamFilter, type ListedExam } from './exam-data.ts';

/** Everything the account has ordered, by status and page. */
export function ExamList() {
  const words = useMessages(examsWords);
  const { language } = useLanguage();
  const { page, setPage, filter, setFilter } = useListParams(examFilters);
  const list = useQuery(examList(language, { page, filter }));
  const counts = useQuery(examCounts);
  return (
    <div className="page-width py-8">
      <h1 className="mb-6 text-3xl">{words.title}</h1>
      <FilterChips
        label={words.filter.label}
        name="status"
        options={examFilters.map((value) => ({
          value,
          label: words.filter[value],
          ...(counts.data === undefined ? {} : { count: counts.data[value] }),
        }))}
        value={filter}
        onChange={setFilter}
      />
      <div className="mt-6">
        <Loaded query={list}>
          {(data) => (data.list.length === 0 ? <NoExams filter={filter} /> : <Exams data={data} onPage={setPage} />)}
        </Loaded>
      </div>
    </div>
  );
}

function NoExams({ filter }: { filter: ExamFilter }) {
  const words = useMessages(examsWords);
  if (filter !== 'All') {
    return (
      <EmptyState title={words.emptyFiltered}>
        <p>{words.emptyFilteredText}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={words.empty}
      action={
        <>
          <LinkButton href="/exam-all">{words.chooseExam}</LinkButton>
          <LinkButton href="/candidate/shopping-cart" variant="secondary">
            {words.toCart}
          </LinkButton>
        </>
      }
    >
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}

function Exams({ data, onPage }: { data: Reply<'application.search'>; onPage: (page: number) => void }) {
  return (
    <>
      <ul className="grid gap-3">
        {data.list.map((exam) => (
          <ExamTicket key={exam.applicationId} exam={exam} />
        ))}
      </ul>
      <Pagination page={data.pageIndex} pageCount={data.pageCount} onPage={onPage} />
    </>
  );
}

function ExamTicket({ exam }: { exam: ListedExam }) {
  const words = useMessages(examsWords);
  const { code } = useMessages(applicationWords);
  const name = `${exam.productName} · ${exam.subjectName}`;
  const isWaiting = exam.applicationStatus === wire.applicationStatus.Submitted && exam.orderId !== null;
  return (
    <Ticket
      as="li"
      date={exam.examDate}
      aside={
        <div className="flex flex-wrap justify-end gap-2">
          {isWaiting && (
            <LinkButton small href={payUrl(exam.orderId ?? '')}>
              {words.pay}
            </LinkButton>
          )}
          <LinkButton
            small
            variant="secondary"
            href={`/candidate/application/${exam.applicationId}`}
            aria-label={words.detailsOf(`${name}, ${exam.candidateName}`)}
          >
            {words.details}
          </LinkButton>
        </div>
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <ApplicationStatusTag status={exam.applicationStatus} isPast={exam.isPast} />
        <ExamTags exam={exam} />
      </p>
      <h2 className="mt-1 text-lg">{name}</h2>
      <p className="font-bold">{exam.candidateName}</p>
      <SittingLine date={exam.examDate} {...exam} />
      <p className="text-sm text-ink-2">{code(exam.code)}</p>
    </Ticket>
  );
}

/** The letter's state while an exam lies ahead, and what becomes of the money. */
function ExamTags({ exam }: { exam: ListedExam }) {
  const words = useMessages(examsWords);
  const isAhead = exam.applicationStatus === 'Registered' && !exam.isPast;
  return (
    <>
      {isAhead && (
        <Tag tone={exam.isLetterAvailable ? 'jade' : 'plain'}>
          {exam.isLetterAvailable ? words.letterReady : words.letterLater}
        </Tag>
      )}
      {exam.papersInSet > 1 && <Tag>{words.inSet(exam.papersInSet)}</Tag>}
      <RefundTag exam={exam} />
      {exam.refundRejectStatus && <Tag tone="seal">{words.refundRejected}</Tag>}
    </>
  );
}

/** How much is asked for, on its way, or back; nothing when no money goes back. */
function RefundTag({ exam: { refundAmount, refundStatus } }: { exam: ListedExam }) {
  const words = useMessages(examsWords).refundStates;
  const formats = useFormats();
  if (refundAmount === null || refundAmount === 0) return null;
  const amount = formats.money(refundAmount);
  if (refundStatus === 'Pending') return <Tag tone="amber">{words.Pending(amount)}</Tag>;
  if (refundStatus === 'Completed') return <Tag tone="jade">{words.Completed(amount)}</Tag>;
  const isUnderWay = refundStatus === 'Approved' || refundStatus === 'Processing' || refundStatus === 'Failed';
  return isUnderWay ? <Tag tone="amber">{words.underWay(amount)}</Tag> : null;
}
