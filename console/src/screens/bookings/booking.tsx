import { useParams } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, StatusTag, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { bookingsWords } from '../../messages/bookings.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { statusTones } from '../registrations/tones.ts';
import {
  Facts,
  History,
  Loaded,
  Money,
  NotesPanel,
  objectKey,
  linked,
  ObjectLink,
  OpenProposals,
  PageColumns,
  PageHead,
  Section,
  Timeline,
  WorkingTimeLeft,
  typed,
  ReasonText,
  wordOf,
} from '../../page/index.ts';
import { useMay } from '../../app/session.ts';
import { Acts, type Issuing } from './acts.tsx';
import { DateProposals } from './another-date.tsx';
import { Arrangements } from './arrangement/arrangements.tsx';
import { ArrangementEditor } from './arrangement/editor.tsx';
import { FormAnswers, People } from './people.tsx';
import { TimetableSection } from './timetable.tsx';
import { NextToPrice } from './next-to-price.tsx';
import { standingOf } from './tone.ts';
import type { Booking } from './types.ts';

/** One booking as staff work on it. */
export function BookingPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('booking', id),
    queryFn: ({ signal }) => staffApi('bookings.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(booking) => <Shown key={booking.bookingId} booking={booking} />}</Loaded>;
}

/** What a booking waits for is open on its page at once. */
const waitingActs = ['confirm', 'reissue'] as const;

function Shown({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const mayWrite = useMay()('bookings:write');
  const waiting = waitingActs.find((event) => booking.actions.includes(event)) ?? null;
  const [issuing, setIssuing] = useState<Issuing | null>(mayWrite ? waiting : null);
  const [isSent, setSent] = useState(false);
  // Whatever somebody else did meanwhile: an act that is no longer allowed has no editor.
  const isEditing = issuing !== null && booking.actions.includes(issuing) && !booking.isPriceProposed;
  return (
    <>
      <PageHead
        title={typed(booking.candidateName)}
        back={{ href: '/bookings', label: words.title }}
        status={standingOf(words, booking)}
        lead={`${booking.code} · ${booking.productName} · ${booking.officeName}`}
        actions={<Acts booking={booking} onIssue={isEditing ? null : setIssuing} />}
      />
      <PageColumns
        aside={
          <>
            <NotesPanel kind="booking" id={booking.bookingId} />
            <Section title={words.timeline}>
              <BookingTimeline booking={booking} />
            </Section>
            <History kind="booking" id={booking.bookingId} />
          </>
        }
      >
        <Registrations booking={booking} />
        <OpenProposals proposals={booking.openProposals} />
        <Overview booking={booking} />
        {isSent && <NextToPrice />}
        {isEditing && (
          <ArrangementEditor
            booking={booking}
            event={issuing}
            onClose={() => setIssuing(null)}
            onSent={() => {
              setIssuing(null);
              setSent(issuing !== 'update');
            }}
          />
        )}
        <DateProposals booking={booking} />
        <Arrangements booking={booking} />
        <TimetableSection booking={booking} />
        <People booking={booking} />
        <FormAnswers booking={booking} />
      </PageColumns>
    </>
  );
}

function Overview({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const formats = useFormats();
  const payBy = booking.payEndDate === null ? null : <InstantText at={booking.payEndDate} />;
  return (
    <Section title={words.summary}>
      <Facts
        items={[
          { term: words.candidate, detail: typed(booking.candidateName) },
          { term: words.expected, detail: formats.longDate(booking.expectTestDate) },
          { term: words.submitted, detail: <InstantText at={booking.submittedAt} /> },
          { term: words.takenBy, detail: booking.takenBy ?? words.nobody },
          booking.dueAt === null ? null : { term: words.dueAt, detail: <InstantText at={booking.dueAt} /> },
          booking.dueAt === null
            ? null
            : { term: words.due, detail: <WorkingTimeLeft seconds={booking.workingSecondsLeft} /> },
          { term: words.amount, detail: booking.amount === null ? null : <Money fen={booking.amount} /> },
          { term: words.payBy, detail: payBy },
          { term: words.late, detail: booking.isExpired ? words.yes : null },
          { term: words.restrictionLifted, detail: booking.isCancelPayRestriction ? words.yes : null },
          { term: words.rejectReason, detail: typed(booking.rejectReason) },
          { term: words.cancelReason, detail: typed(booking.cancelReason) },
          {
            term: words.withdrawReason,
            detail: booking.withdrawReason && <ReasonText reason={booking.withdrawReason} />,
          },
        ]}
      />
    </Section>
  );
}

/** The exams that it became, and the order behind them. */
function Registrations({ booking: { registrations } }: { booking: Booking }) {
  const words = useMessages(bookingsWords).became;
  const { statuses } = useMessages(registrationWords);
  const may = useMay();
  if (registrations.length === 0) return null;
  const { orderId = null } = registrations.find((each) => each.orderId !== null) ?? {};
  return (
    <Section title={words.title}>
      {orderId !== null && may('orders:read') && (
        <p className="mb-2">
          <ObjectLink kind="order" id={orderId}>
            {words.order}
          </ObjectLink>
        </p>
      )}
      <Table
        caption={words.title}
        rows={registrations}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'code',
            header: words.code,
            cell: ({ id, code }) => <span className="whitespace-nowrap">{linked('application', id, code)}</span>,
          },
          { key: 'subject', header: words.subject, cell: ({ subject }) => typed(subject) },
          { key: 'date', header: words.date, cell: ({ examDate }) => <DateText date={examDate} weekday={false} /> },
          {
            key: 'status',
            header: words.status,
            cell: ({ status }) => <StatusTag tone={statusTones[status]}>{statuses[status]}</StatusTag>,
          },
          { key: 'refund', header: words.refund, end: true, cell: ({ refundAmount }) => <Money fen={refundAmount} /> },
        ]}
      />
    </Section>
  );
}

function BookingTimeline({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  return (
    <Timeline
      label={words.timeline}
      entries={booking.timeline.map(({ at, event, reason }) => ({
        at,
        text: wordOf(words.events, event),
        detail: reason === null ? undefined : <ReasonText reason={reason} />,
      }))}
    />
  );
}
