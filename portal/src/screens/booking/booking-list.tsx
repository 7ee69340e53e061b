import type { Reply } from '@exam/contract/client';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { EmptyState, FilterChips, LinkButton, Money, Pagination, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useListParams } from '../../app/list-params.ts';
import { bookingWords } from '../../messages/booking.ts';
import { Loaded } from '../application/loaded.tsx';
import { bookingFilters, bookingList, type BookingFilter, type ListedBooking } from './booking-data.ts';
import { BookingStatusTags, TimeToPay } from './booking-status.tsx';

/** Every booking the account has asked for, by status and page. */
export function BookingList() {
  const words = useMessages(bookingWords);
  const { language } = useLanguage();
  const { page, setPage, filter, setFilter } = useListParams(bookingFilters);
  const list = useQuery(bookingList(language, { page, filter }));
  return (
    <div className="page-width py-8">
      <h1 className="mb-6 text-3xl">{words.title}</h1>
      <FilterChips
        label={words.filter.label}
        name="status"
        options={bookingFilters.map((value) => ({ value, label: words.filter[value] }))}
        value={filter}
        onChange={setFilter}
      />
      <div className="mt-6">
        <Loaded query={list}>
          {(data) =>
            data.list.length === 0 ? <NoBookings filter={filter} /> : <Bookings data={data} onPage={setPage} />
          }
        </Loaded>
      </div>
    </div>
  );
}

function NoBookings({ filter }: { filter: BookingFilter }) {
  const words = useMessages(bookingWords);
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
      action={<LinkButton href="/exam-all?category=Booking">{words.chooseExam}</LinkButton>}
    >
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}

function Bookings({ data, onPage }: { data: Reply<'booking.search'>; onPage: (page: number) => void }) {
  return (
    <>
      <ul className="grid gap-3">
        {data.list.map((booking) => (
          <BookingTicket key={booking.bookingId} booking={booking} />
        ))}
      </ul>
      <Pagination page={data.pageIndex} pageCount={data.pageCount} onPage={onPage} />
    </>
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
