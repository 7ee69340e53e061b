import type { OrderItem, RegistrationItem } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, Link, ShortDates, StatusTag, Table, type Column } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import type { Page } from '../../list/staff-list.tsx';
import { bookingsWords } from '../../messages/bookings.ts';
import { moneyWords } from '../../messages/money.ts';
import { peopleWords } from '../../messages/people.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { linked, Money, Section, typed } from '../../page/index.ts';
import { standingOf } from '../bookings/tone.ts';
import { orderTones } from '../money/display.ts';
import { statusTones } from '../registrations/tones.ts';

/** Whose cases: of everybody in an account, or of the person whom a saved candidate is, in whichever account. */
type Whose = { accountId: string } | { candidateId: string };

/** The latest of each; the rest is in the list. */
const most = 10;

/** What somebody is registered for, has booked and has ordered, as far as the reader may see each. */
export function Cases({ of }: { of: Whose }) {
  const may = useMay();
  return (
    <>
      {may('applications:read') && <Registrations of={of} />}
      {may('bookings:read') && <Bookings of={of} />}
      {may('orders:read') && 'accountId' in of && <Orders of={of} />}
    </>
  );
}

function useLatest<Row>(name: string, of: Whose, load: (signal: AbortSignal) => Promise<Page<Row>>) {
  return useQuery({ queryKey: ['list', name, of], queryFn: async ({ signal }) => await load(signal) }).data;
}

/** The latest of one kind with the way to all of them; nothing while there is none. */
function Latest<Row>(props: {
  title: string;
  href: string;
  of: Whose;
  found: Page<Row> | undefined;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
}) {
  const words = useMessages(peopleWords);
  const { title, found } = props;
  if (found === undefined || found.recordCount === 0) return null;
  return (
    <Section
      title={title}
      actions={
        found.recordCount > found.list.length && (
          <Link href={`${props.href}?${new URLSearchParams(props.of).toString()}`}>{words.all(found.recordCount)}</Link>
        )
      }
    >
      <ShortDates>
        <Table caption={title} rows={found.list} rowKey={props.rowKey} columns={props.columns} />
      </ShortDates>
    </Section>
  );
}

/** Each row of an account says of whom it is; the page of a person has it in its head. */
const whoOf = <Row,>(of: Whose, header: string, nameOf: (row: Row) => string): Column<Row>[] =>
  'accountId' in of ? [{ key: 'who', header, cell: (row) => typed(nameOf(row)) }] : [];

function Registrations({ of }: { of: Whose }) {
  const words = useMessages(registrationWords);
  const isChinese = useLanguage().language === 'zh';
  const found = useLatest<RegistrationItem>('applications.search', of, (signal) =>
    staffApi('applications.search', { body: { ...of, pageSize: most } }, { signal, isQuiet: true }),
  );
  return (
    <Latest
      {...{ of, found }}
      title={words.title}
      href="/applications"
      rowKey={({ id }) => id}
      columns={[
        ...whoOf(of, words.candidate, (row: RegistrationItem) => row.candidateName),
        {
          key: 'exam',
          header: words.exam,
          cell: (row) => linked('application', row.id, isChinese ? row.productNameZh : row.productNameEn),
        },
        { key: 'subject', header: words.subject, cell: (row) => (isChinese ? row.subjectNameZh : row.subjectNameEn) },
        { key: 'date', header: words.date, cell: (row) => <DateText date={row.examDate} /> },
        {
          key: 'status',
          header: words.status,
          cell: ({ status }) => <StatusTag tone={statusTones[status]}>{words.statuses[status]}</StatusTag>,
        },
      ]}
    />
  );
}

type BookingItem = StaffReply<'bookings.search'>['list'][number];

function Bookings({ of }: { of: Whose }) {
  const words = useMessages(bookingsWords);
  const found = useLatest<BookingItem>('bookings.search', of, (signal) =>
    staffApi('bookings.search', { body: { ...of, pageSize: most } }, { signal, isQuiet: true }),
  );
  return (
    <Latest
      {...{ of, found }}
      title={words.title}
      href="/bookings"
      rowKey={({ bookingId }) => bookingId}
      columns={[
        ...whoOf(of, words.candidate, (row: BookingItem) => row.candidateName),
        { key: 'exam', header: words.product, cell: (row) => linked('booking', row.bookingId, row.productName) },
        { key: 'date', header: words.expected, cell: (row) => <DateText date={row.expectTestDate} /> },
        {
          key: 'status',
          header: words.status,
          cell: (row) => {
            const { text, tone } = standingOf(words, row);
            return <StatusTag tone={tone}>{text}</StatusTag>;
          },
        },
        { key: 'amount', header: words.amount, end: true, cell: (row) => <Money fen={row.amount} /> },
      ]}
    />
  );
}

function Orders({ of }: { of: Whose }) {
  const words = useMessages(moneyWords);
  const found = useLatest<OrderItem>('orders.search', of, (signal) =>
    staffApi('orders.search', { body: { ...of, pageSize: most } }, { signal, isQuiet: true }),
  );
  return (
    <Latest
      {...{ of, found }}
      title={words.orders}
      href="/orders"
      rowKey={({ id }) => id}
      columns={[
        { key: 'code', header: words.code, cell: (row) => linked('order', row.id, row.code) },
        { key: 'who', header: words.candidates, cell: (row) => typed(row.candidateNames) },
        {
          key: 'status',
          header: words.status,
          cell: ({ status }) => <StatusTag tone={orderTones[status]}>{words.orderStatuses[status]}</StatusTag>,
        },
        { key: 'pay', header: words.toPay, end: true, cell: (row) => <Money fen={row.payAmount} /> },
        { key: 'refunded', header: words.refunded, end: true, cell: (row) => <Money fen={row.refundedAmount} /> },
      ]}
    />
  );
}
