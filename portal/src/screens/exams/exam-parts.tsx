import { reportMinutes, reportTime } from '@exam/contract/rules';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, CopyCode, DateText, DescriptionList, InstantText, Link, Money, Notice } from '@exam/ui/parts';
import { applicationWords } from '../../messages/application.ts';
import { examsWords } from '../../messages/exams.ts';
import type { Registration } from '../application/people.tsx';
import { SittingTime, VenueText } from '../../page/sitting.tsx';

/** Date, times, when to report, place and venue, fee and order. */
export function ExamCard({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  const { fields, times } = useMessages(applicationWords);
  const { examInfo, session, payment } = exam;
  const orderLink = payment && (
    <Link href={`/candidate/order/${payment.orderId}`}>{words.toOrder(payment.orderCode)}</Link>
  );
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.exam}</h2>
      <DescriptionList
        items={[
          { term: fields.code, detail: <CopyCode code={exam.code} label={fields.code} /> },
          { term: fields.date, detail: <DateText date={examInfo.examDate} /> },
          {
            term: words.report,
            detail: (
              <>
                <strong className="tabular-nums">{times(reportTime(examInfo.startTime))}</strong>
                <span className="text-ink-2"> · {words.reportHint(reportMinutes)}</span>
              </>
            ),
          },
          { term: fields.time, detail: <SittingTime {...examInfo} /> },
          { term: words.papers, detail: exam.papers.length > 1 && <Papers exam={exam} /> },
          { term: fields.city, detail: session.cityName },
          { term: words.venue, detail: <Venue exam={exam} /> },
          { term: words.amount, detail: <Money fen={exam.amount} /> },
          { term: words.order, detail: orderLink },
          {
            term: words.booking,
            detail: exam.bookingId && <Link href={`/candidate/booking/${exam.bookingId}`}>{words.toBooking}</Link>,
          },
        ].filter((item) => item.detail !== false)}
      />
    </Card>
  );
}

function Papers({ exam }: { exam: Registration }) {
  return (
    <ul>
      {exam.papers.map((paper) => (
        <li key={paper.sessionSubjectId}>
          {paper.subjectName} · <SittingTime {...paper} />
        </li>
      ))}
    </ul>
  );
}

function Venue({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  const { venue } = exam.examInfo;
  if (venue === null) return <span className="text-ink-2">{words.venueLater}</span>;
  return <VenueText venue={venue} />;
}

/** The notices of the product and of the session. */
export function Notices({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  const { language } = useLanguage();
  const special = language === 'zh' ? exam.examInfo.specialNoticeCn : exam.examInfo.specialNoticeEn;
  const notes = [special, exam.session.notice].filter((note) => note !== null && note !== '');
  if (notes.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="exam-notices">
      <h2 id="exam-notices" className="text-xl">
        {words.notices}
      </h2>
      {notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
    </section>
  );
}

/** A reason as it is shown: one that a rule gave has words in both languages, staff and candidates wrote their own. */
function reasonIn(words: Readonly<Record<string, string>>, reason: string): string {
  return new Map(Object.entries(words)).get(reason) ?? reason;
}

/** Why it was withdrawn, in the words of who did it. */
export function ReasonNotices({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  if (exam.withdrawReason === null || exam.withdrawReason === '') return null;
  return (
    <Notice tone="warning" title={words.reasonWithdrawn}>
      <p>{reasonIn(words.systemReasons, exam.withdrawReason)}</p>
    </Notice>
  );
}

/** What has happened so far, oldest first; events that are not news to a candidate are left out. */
export function Timeline({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords);
  const names: Readonly<Record<string, string>> = words.events;
  const entries = exam.timeline.filter((entry) => names[entry.event] !== undefined);
  if (entries.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-3 text-xl">{words.detail.timeline}</h2>
      <ol className="ml-1.5 border-l-2 border-line">
        {entries.map((entry) => (
          <li key={`${entry.event} ${entry.at}`} className="relative pb-4 pl-5 last:pb-0">
            <span className="absolute top-1.5 -left-1.75 size-3 rounded-full bg-jade" aria-hidden="true" />
            <p className="font-bold">{names[entry.event]}</p>
            <p className="text-sm text-ink-2">
              <InstantText at={entry.at} />
            </p>
            {entry.reason !== null && <p>{reasonIn(words.detail.systemReasons, entry.reason)}</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
