import type { Reply } from '@exam/contract/client';
import { reportTime } from '@exam/contract/rules';
import { useFormats, useLanguage, useMessages, type Language } from '@exam/ui/i18n';
import { LinkButton, Money, Tag, Ticket } from '@exam/ui/parts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../app/api.ts';
import { examsWords } from '../../messages/exams.ts';
import { GuardianWaitTag } from '../application/status.tsx';
import { ownFirstWords } from '../../messages/own-first.ts';
import { SittingLine } from '../../page/sitting.tsx';
import type { ListedExam } from '../exams/exam-data.ts';
import { LetterButton } from '../exams/letter-card.tsx';
import { payUrl, type ListedOrder } from '../../page/order-data.ts';
import { PayCountdown } from '../order/order-status.tsx';
import { Bookable, FirstSkeleton } from './bookable.tsx';

const mostOfAKind = 2;

const whenOf = ({ examDate, startTime }: ListedExam) => `${examDate} ${startTime}`;

/** What is to be paid, ordered or arranged by the office, what the office cancelled and lies ahead, and the next exam. Its key begins as those that orders make old. */
const ownFirst = (language: Language) =>
  queryOptions({
    queryKey: ['order', 'first', language],
    queryFn: async ({ signal }) => {
      const quiet = { signal, isQuiet: true } as const;
      const ahead = (status: string, pageSize: number) =>
        api(
          'application.search',
          {
            body: {
              pageIndex: 1,
              pageSize,
              sorts: [{ field: 'examDate' }],
              filters: [
                { field: 'status', value: status },
                { field: 'when', value: 'upcoming' },
              ],
            },
          },
          quiet,
        );
      const [offers, unpaid, cancelled, next] = await Promise.all([
        api(
          'booking.search',
          {
            body: {
              pageIndex: 1,
              pageSize: mostOfAKind,
              sorts: [{ field: 'payEndDate' }],
              filters: [{ field: 'bookingStatus', value: 'ToBeConfirmed' }],
            },
          },
          quiet,
        ),
        api(
          'order.search',
          {
            body: {
              pageIndex: 1,
              pageSize: mostOfAKind,
              sorts: [{ field: 'paymentEndTime' }],
              filters: [{ field: 'status', value: 'PaymentPending' }],
            },
          },
          quiet,
        ),
        ahead('Withdrawn', mostOfAKind),
        ahead('Registered', 1),
      ]);
      return {
        // One that has an order is among the orders.
        offers: offers.list.filter((offer) => offer.remainingPaySeconds > 0 && !offer.haveValidOrder),
        unpaid: unpaid.list.filter(({ secondsRemaining }) => secondsRemaining > 0),
        // What is next comes first, cancelled or not.
        ahead: [...cancelled.list, ...next.list].sort((one, other) => whenOf(one).localeCompare(whenOf(other))),
      };
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/**
 * The first things of somebody signed in: a booking that the office has arranged, an order to pay with the time left, an exam that the office cancelled, the next exam with its
 * letter; then what can be booked. When they cannot be read the page goes on without them.
 */
export function OwnFirst() {
  const words = useMessages(ownFirstWords);
  const { language } = useLanguage();
  const { data, isPending } = useQuery(ownFirst(language));
  if (isPending) return <FirstSkeleton />;
  const isEmpty = data === undefined || data.offers.length + data.unpaid.length + data.ahead.length === 0;
  return (
    <>
      {!isEmpty && (
        <section aria-labelledby="own-first" className="mb-6">
          <h2 id="own-first" className="mb-3 font-sans text-base">
            {words.title}
          </h2>
          <ul className="grid gap-3">
            {data.offers.map((offer) => (
              <Offer key={offer.bookingId} offer={offer} />
            ))}
            {data.unpaid.map((order) => (
              <Unpaid key={order.id} order={order} />
            ))}
            {data.ahead.map((exam) =>
              exam.applicationStatus === 'Withdrawn' ? (
                <OwnExam key={exam.applicationId} exam={exam} tag={<Tag tone="seal">{words.cancelled}</Tag>} />
              ) : (
                <NextExam key={exam.applicationId} exam={exam} />
              ),
            )}
          </ul>
        </section>
      )}
      <Bookable />
    </>
  );
}

/** A booking that the office has arranged and priced. */
function Offer({ offer }: { offer: Reply<'booking.search'>['list'][number] }) {
  const words = useMessages(ownFirstWords);
  const { language } = useLanguage();
  const formats = useFormats();
  const name = language === 'zh' ? offer.productCn : offer.productEn;
  return (
    <Ticket as="li" className="hero-ticket text-ink" {...(offer.examDate ? { date: offer.examDate } : { stub: '' })}>
      <p className="flex flex-wrap items-center gap-x-2">
        <Tag tone="amber">{words.offer}</Tag>
        {offer.payUntil !== null && <span className="text-sm">{words.payBy(formats.deadline(offer.payUntil))}</span>}
      </p>
      <p className="mt-1">
        {name} · {offer.candidateName}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        {offer.amount !== null && <Money fen={offer.amount} className="text-lg font-bold" />}
        <LinkButton small href={`/candidate/booking/${offer.bookingId}`} aria-label={words.seeOffer(offer.code)}>
          {words.see}
        </LinkButton>
      </div>
    </Ticket>
  );
}

function Unpaid({ order }: { order: ListedOrder }) {
  const words = useMessages(ownFirstWords);
  const [first] = order.summary;
  return (
    <Ticket as="li" className="hero-ticket text-ink" {...(first?.testDate ? { date: first.testDate } : { stub: '' })}>
      <p className="flex flex-wrap items-center gap-x-2">
        <Tag tone="amber">{words.unpaid}</Tag> <PayCountdown seconds={order.secondsRemaining} />
      </p>
      {first !== undefined && (
        <p className="mt-1">
          {first.productName} · {first.subjectName} · {first.candidateName}
        </p>
      )}
      {order.itemCount > 1 && <p className="text-sm text-ink-2">{words.more(order.itemCount - 1)}</p>}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        <Money fen={order.payAmount} className="text-lg font-bold" />
        <LinkButton small href={payUrl(order.id)} aria-label={words.payFor(order.code)}>
          {words.pay}
        </LinkButton>
      </div>
    </Ticket>
  );
}

function NextExam({ exam }: { exam: ListedExam }) {
  const words = useMessages(ownFirstWords);
  const exams = useMessages(examsWords);
  return (
    <OwnExam
      exam={exam}
      tag={
        <>
          <Tag tone="jade">{exam.hasBegun ? words.underWay : words.next}</Tag>
          {exam.guardianWait !== null && <GuardianWaitTag wait={exam.guardianWait} />}
        </>
      }
      act={exam.isLetterAvailable && <LetterButton id={exam.applicationId} code={exam.code} />}
    >
      {!exam.hasBegun && <p className="font-bold">{words.report(reportTime(exam.startTime))}</p>}
      {!exam.hasBegun && exam.guardianWait === null && !exam.isLetterAvailable && (
        <p className="text-sm text-ink-2">{exams.letterLater}</p>
      )}
    </OwnExam>
  );
}

function OwnExam(props: { exam: ListedExam; tag: ReactNode; act?: ReactNode; children?: ReactNode }) {
  const { exam } = props;
  const words = useMessages(ownFirstWords);
  const name = `${exam.productName} · ${exam.subjectName}`;
  return (
    <Ticket as="li" className="hero-ticket text-ink" date={exam.examDate}>
      <p className="flex flex-wrap items-center gap-2">{props.tag}</p>
      <p className="mt-1">
        {name} · {exam.candidateName}
      </p>
      <SittingLine date={exam.examDate} startTime={exam.startTime} endTime={exam.endTime} cityName={exam.cityName} />
      {props.children}
      <div className="mt-2 flex flex-wrap gap-2">
        {props.act}
        <LinkButton
          small
          variant="secondary"
          href={`/candidate/application/${exam.applicationId}`}
          aria-label={words.detailsOf(`${name}, ${exam.candidateName}`)}
        >
          {words.details}
        </LinkButton>
      </div>
    </Ticket>
  );
}
