import { wire } from '@exam/contract/wire';
import { useParams } from '@exam/ui/app';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, CopyCode, DescriptionList, InstantText } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../../app/title.ts';
import { bookingWords } from '../../messages/booking.ts';
import { AnswerList } from '../../page/answer-list.tsx';
import { OwnDetailHead, OwnDetailPage } from '../../page/own-detail.tsx';
import { LeaveCard, PeopleCards } from '../application/people.tsx';
import { AnotherDateCard } from './another-date.tsx';
import { ArrangementCard } from './arrangement.tsx';
import { BookingActs } from './booking-acts.tsx';
import { answersOf, bookingById, type Booking } from './booking-data.ts';
import { BookingStatusTags, TimeToPay } from './booking-status.tsx';
import { BookedExams } from './booked-exams.tsx';
import { ChangesCard, EarlierVersions, History } from './changes.tsx';
import { ProcessCard } from './process.tsx';
import { Standing } from './standing.tsx';

/** One booking: its state, what may be done, its arrangement and how it came about. */
export function BookingDetail() {
  const { id = '' } = useParams();
  const { language } = useLanguage();
  const words = useMessages(bookingWords);
  const query = useQuery(bookingById(language, id));
  return (
    <OwnDetailPage query={query} back={{ href: '/candidate/booking', label: words.toList }}>
      {(booking) => (
        <>
          <Head booking={booking} />
          <div className="grid gap-4">
            <Standing booking={booking} />
            <AnotherDateCard booking={booking} />
            <ChangesCard booking={booking} />
            <ArrangementCard booking={booking} />
            <BookingActs booking={booking} />
            <BookedExams booking={booking} />
            <ProcessCard booking={booking} />
            <RequestCard booking={booking} />
            <People booking={booking} />
            <EarlierVersions booking={booking} />
            <History booking={booking} />
          </div>
        </>
      )}
    </OwnDetailPage>
  );
}

function Head({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords);
  const { language } = useLanguage();
  const name = language === 'zh' ? booking.productCn : booking.productEn;
  useDocumentTitle(`${name} ${booking.code}`);
  return (
    <OwnDetailHead title={name}>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <BookingStatusTags {...booking} />
        <TimeToPay seconds={booking.remainingPaySeconds} />
      </p>
      <p className="mt-1 text-ink-2">
        {words.code} <CopyCode code={booking.code} label={words.code} />
      </p>
    </OwnDetailHead>
  );
}

/** What was asked for, and who answers questions about it. */
function RequestCard({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).request;
  const { language } = useLanguage();
  const formats = useFormats();
  const answers = answersOf(booking);
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.title}</h2>
      <DescriptionList
        items={[
          { term: words.exam, detail: language === 'zh' ? booking.productCn : booking.productEn },
          { term: words.centre, detail: language === 'zh' ? booking.officeCn : booking.officeEn },
          { term: words.date, detail: formats.longDate(booking.expectTestDate) },
          { term: words.sent, detail: <InstantText at={booking.submittedAt} /> },
          { term: words.office, detail: <Contact booking={booking} /> },
        ]}
      />
      {answers !== null && Object.keys(answers).length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-lg">{words.answers}</h3>
          <AnswerList answers={answers} files={booking.registrationForm?.attachments ?? []} />
        </>
      )}
    </Card>
  );
}

function Contact({ booking }: { booking: Booking }) {
  return (
    <>
      <a href={`mailto:${booking.officeEmail}?subject=${encodeURIComponent(booking.code)}`}>{booking.officeEmail}</a>
      {' · '}
      <a href={`tel:${booking.officePhone.replaceAll(/[^+\d]/g, '')}`}>{booking.officePhone}</a>
    </>
  );
}

function People({ booking }: { booking: Booking }) {
  const registration = {
    applicationCandidate: booking.candidate,
    applicationGuardian: booking.guardian,
    applicationPickupPerson: booking[wire.fields.pickupPersonOfBooking],
    leaveAlone: booking.leaveAlone,
  };
  return (
    <>
      <PeopleCards registration={registration} />
      <LeaveCard registration={registration} />
    </>
  );
}
