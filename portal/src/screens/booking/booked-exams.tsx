import { wire } from '@exam/contract/wire';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, Link } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { bookingWords } from '../../messages/booking.ts';
import { SittingLine } from '../../page/sitting.tsx';
import { ApplicationStatusTag } from '../application/status.tsx';
import { bookingExams, type Booking } from './booking-data.ts';

/** The papers of a paid booking as they are under "my exams"; several are one set. */
export function BookedExams({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).exams;
  const { language } = useLanguage();
  const isPaid = booking.bookingStatus === 'Completed';
  const { data = [] } = useQuery({ ...bookingExams(language, booking.bookingId), enabled: isPaid });
  // Those of an order that was given up before are no exams of this arrangement.
  const exams = data.filter((exam) => exam.applicationStatus !== wire.applicationStatus.Expired);
  if (!isPaid || exams.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.title}</h2>
      {exams.length > 1 && <p className="mb-2 text-ink-2">{words.set}</p>}
      <ul className="grid gap-3">
        {exams.map((exam) => (
          <li key={exam.applicationId}>
            <p className="flex flex-wrap items-center gap-x-3">
              <Link
                className="inline-flex min-h-11 items-center font-bold"
                href={`/candidate/application/${exam.applicationId}`}
              >
                {exam.subjectName}
              </Link>
              <ApplicationStatusTag status={exam.applicationStatus} />
            </p>
            <SittingLine date={exam.examDate} {...exam} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
