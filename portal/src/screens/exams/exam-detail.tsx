import { useParams } from '@exam/ui/app';
import { applicationStatusOf } from '@exam/contract/wire';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, LinkButton, Notice, showToast } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queryClient } from '../../app/api.ts';
import { chinaToday } from '../../app/china-today.ts';
import { examsWords } from '../../messages/exams.ts';
import { AnswerList } from '../../page/answer-list.tsx';
import { EditableLeave } from '../application/editable-leave.tsx';
import { OwnDetailHead, OwnDetailPage } from '../../page/own-detail.tsx';
import { PeopleCards, type Registration } from '../application/people.tsx';
import { ApplicationStatusTag } from '../application/status.tsx';
import { AskCard } from '../cancellation/ask-card.tsx';
import { RefundCard } from '../cancellation/refund-card.tsx';
import { RequestCard } from '../cancellation/request-card.tsx';
import { payUrl } from '../../page/order-data.ts';
import { examById } from './exam-data.ts';
import { ExamCard, Notices, ReasonNotices, Timeline } from './exam-parts.tsx';
import { LetterCard } from './letter-card.tsx';
import { MoveCard } from './move-card.tsx';
import { OfficeTold } from './office-told.tsx';

const ExamAnotherDate = lazy(() =>
  import('../booking/another-date.tsx').then((module) => ({ default: module.ExamAnotherDate })),
);
const ExamLeaveForm = lazy(() => import('./exam-leave-form.tsx').then((module) => ({ default: module.ExamLeaveForm })));

/** One exam: its state, its facts and people, the letter, and the one thing that may still be changed. */
export function ExamDetail() {
  const { id = '' } = useParams();
  const { language } = useLanguage();
  const words = useMessages(examsWords).detail;
  const query = useQuery(examById(language, id));
  return (
    <OwnDetailPage query={query} back={{ href: '/candidate/application', label: words.toList }}>
      {(exam) => (
        <>
          <Head exam={exam} />
          <div className="grid gap-4">
            <Standing exam={exam} />
            <ReasonNotices exam={exam} />
            <MoveCard exam={exam} />
            {exam.bookingId !== null && (
              <Suspense fallback={null}>
                <ExamAnotherDate bookingId={exam.bookingId} />
              </Suspense>
            )}
            <RequestCard exam={exam} />
            <RefundCard refund={exam.refund} />
            <LetterCard exam={exam} />
            <OfficeTold exam={exam} />
            <ExamCard exam={exam} />
            <Notices exam={exam} />
            <Answers exam={exam} />
            <PeopleCards registration={exam} />
            <LeavePart exam={exam} />
            <Timeline exam={exam} />
            <AskCard exam={exam} />
          </div>
        </>
      )}
    </OwnDetailPage>
  );
}

/** What was answered in the registration form; nothing where there was none. */
function Answers({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  const form = exam.testRelatedInfo;
  if (form === null) return null;
  const answers: unknown = JSON.parse(form.json);
  if (typeof answers !== 'object' || answers === null) return null;
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.answers}</h2>
      <AnswerList answers={{ ...answers }} files={form.registrationFormAttachments} />
    </Card>
  );
}

function Head({ exam }: { exam: Registration }) {
  const { productName, subjectName, examDate } = exam.examInfo;
  return (
    <OwnDetailHead title={`${productName} · ${subjectName}`}>
      <p className="mt-2">
        <ApplicationStatusTag status={exam.status} isPast={examDate < chinaToday()} />
      </p>
    </OwnDetailHead>
  );
}

/** What has to be done before the exam is certain. */
function Standing({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  const status = applicationStatusOf(exam.status);
  if (status === 'Initiated') {
    return (
      <Notice tone="warning">
        <p>{words.inCart}</p>
        <LinkButton className="mt-3" href={`/candidate/shopping-cart/application/${exam.id}`}>
          {words.toCart}
        </LinkButton>
      </Notice>
    );
  }
  if (status !== 'Submitted' || exam.payment === null) return null;
  return (
    <Notice tone="warning">
      <p>{words.payText}</p>
      <LinkButton className="mt-3" href={payUrl(exam.payment.orderId)}>
        {words.payNow}
      </LinkButton>
    </Notice>
  );
}

function LeavePart({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  const formats = useFormats();
  const until = exam.pickupEditableUntil;
  return (
    <>
      {exam.leaveCheck !== 'None' && <Notice tone="warning">{words.leaveChecks[exam.leaveCheck]}</Notice>}
      <EditableLeave
        registration={exam}
        canEdit={exam.canEditPickup}
        label={words.changeLeave}
        note={
          until !== null && (
            <p className="text-ink-2">
              {exam.canEditPickup
                ? words.leaveUntil(formats.deadline(until))
                : words.leaveTooLate(formats.deadline(until))}
            </p>
          )
        }
        form={({ close }) => (
          <ExamLeaveForm
            registration={exam}
            onCancel={close}
            onSaved={() => {
              void showToast(exam.letter.isAvailable ? words.leaveSavedInLetter : words.leaveSaved, 'success');
              close();
              void queryClient.invalidateQueries({ queryKey: ['exam'] });
            }}
          />
        )}
      />
    </>
  );
}
