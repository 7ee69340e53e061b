import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { LinkButton, Money, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useListParams } from '../../page/list-params.ts';
import { bookingWords } from '../../messages/booking.ts';
import { OwnListPage, OwnTickets } from '../../page/own-list.tsx';
import { bookingFilters, bookingList, type ListedBooking } from './booking-data.ts';
import { BookingStatusTags, TimeToPay } from './booking-status.tsx';

/** Every booking the account has asked for, by status and page. */
export function BookingList() {
  const words = useMessages(bookingWords);
  const { language } = useLanguage();
  const { page, setPage, filter, setFilter } = useListParams(bookingFilters);
  const list = useQuery(bookingList(language, { page, filter }));
  return (
    <OwnListPage words={words} filters={bookingFilters} filter={filter} onFilter={setFilter}>
      <OwnTickets
        query={list}
        words={words}
        isFiltered={filter !== 'All'}
        onPage={setPage}
        start={<LinkButton href="/exam-all?category=Booking">{words.chooseExam}</LinkButton>}
        ticket={(booking) => <BookingTicket key={booking.bookingId} booking={booking} />}
      />
    </OwnListPage>
  );
}

function BookingTicket({ booking }: { booking: ListedBooking }) {
  const words = useMessages(bookingWords);
  const { language } = useLanguage();
  const formats = useFormats();
  const name = language === 'zh' ? booking.productCn : booking.productEn;
  const { examDate, expectTestDate } = booking;
  return (
    <Ticket as="li" date={examDate ?? expectTestDate} aside={<Aside booking={booking} name={name} />}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <BookingStatusTags {...booking} />
        <TimeToPay seconds={booking.remainingPaySeconds} />
      </p>
      <h2 className="mt-1 text-lg">{name}</h2>
      <p className="font-bold">{booking.candidateName}</p>
      <p>
        {examDate === null
          ? words.expectedOn(formats.longDate(expectTestDate))
          : words.examOn(formats.longDate(examDate))}
        {' · '}
        {booking.officeName}
      </p>
      {booking.remainingPaySeconds > 0 && booking.payEndDate !== null && (
        <p>{words.payBy(formats.deadline(booking.payEndDate))}</p>
      )}
      <p className="text-sm text-ink-2">{words.codeOf(booking.code)}</p>
    </Ticket>
  );
}

function Aside({ booking, name }: { booking: ListedBooking; name: string }) {
  const words = useMessages(bookingWords);
  const address = `/candidate/booking/${booking.bookingId}`;
  const about = `${name}, ${booking.candidateName}`;
  return (
    <>
      {booking.amount !== null && <Money fen={booking.amount} className="text-lg font-bold" />}
      <div className="flex flex-wrap justify-end gap-2">
        {booking.remainingPaySeconds > 0 && (
          <LinkButton small href={`${address}#arrangement`} aria-label={words.payOf(about)}>
            {words.pay}
          </LinkButton>
        )}
        <LinkButton small variant="secondary" href={address} aria-label={words.detailsOf(about)}>
          {words.details}
        </LinkButton>
      </div>
    </>
  );
}
