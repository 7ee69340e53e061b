import { wire } from '@exam/contract/wire';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { LinkButton, Tag, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useListParams } from '../../page/list-params.ts';
import { applicationWords } from '../../messages/application.ts';
import { examsWords } from '../../messages/exams.ts';
import { withChinese } from '../../page/candidates.ts';
import { OwnListPage, OwnTickets } from '../../page/own-list.tsx';
import { SittingLine } from '../../page/sitting.tsx';
import { ApplicationStatusTag, GuardianWaitTag } from '../application/status.tsx';
import { payUrl } from '../../page/order-data.ts';
import { examCounts, examFilters, examList, type ListedExam } from './exam-data.ts';

/** Everything the account has ordered, by status and page. */
export function ExamList() {
  const words = useMessages(examsWords);
  const { language } = useLanguage();
  const { page, setPage, filter, setFilter } = useListParams(examFilters);
  const list = useQuery(examList(language, { page, filter }));
  const counts = useQuery(examCounts);
  return (
    <OwnListPage words={words} filters={examFilters} filter={filter} onFilter={setFilter} counts={counts.data ?? null}>
      <OwnTickets
        query={list}
        words={words}
        isFiltered={filter !== 'All'}
        onPage={setPage}
        start={
          <>
            <LinkButton href="/exam-all">{words.chooseExam}</LinkButton>
            <LinkButton href="/candidate/shopping-cart" variant="secondary">
              {words.toCart}
            </LinkButton>
          </>
        }
        ticket={(exam) => <ExamTicket key={exam.applicationId} exam={exam} />}
      />
    </OwnListPage>
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
      <p className="font-bold">{withChinese(exam.candidateName, exam.candidateNameZh)}</p>
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
      {isAhead && exam.guardianWait !== null && <GuardianWaitTag wait={exam.guardianWait} />}
      {isAhead && exam.guardianWait === null && (exam.isLetterAvailable || !exam.hasBegun) && (
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
