import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Link, Skeleton } from '@exam/ui/parts';
import { useQueries } from '@tanstack/react-query';
import { examById } from '../exams/exam-data.ts';
import { paymentWords } from '../../messages/payment.ts';
import { LetterCard } from '../exams/letter-card.tsx';
import { OfflineLine } from '../exams/offline-line.tsx';
import type { Order } from '../../page/order-data.ts';

/** The letters of a larger order are on the page of the exams. */
const most = 3;

/** What comes next once an order is paid: of each exam the letter, or from when there is one, and the entry for the calendar; and the way to all dates. */
export function Letters({ order }: { order: Order }) {
  const { language } = useLanguage();
  const words = useMessages(paymentWords).result;
  const isShown = order.status === 'PaymentSuccessful' && order.category !== 'PostTest';
  const ids =
    isShown && order.orderItems.length <= most ? [...new Set(order.orderItems.map((item) => item.applicationId))] : [];
  const exams = useQueries({ queries: ids.map((id) => examById(language, id)) });
  if (!isShown) return null;
  return (
    <>
      {exams.map(({ data, isPending }, at) => {
        if (data) return <LetterCard key={ids[at]} exam={data} isOneOfMany={ids.length > 1} />;
        // Its place is kept, so that the buttons below do not move away from a finger or the focus.
        return isPending && <Skeleton key={ids[at]} count={1} shape="block" />;
      })}
      {ids.length > 1 && exams.every(({ data }) => data !== undefined) && <OfflineLine />}
      <p>
        <Link href="/candidate/account#calendar">{words.allDates}</Link>
      </p>
    </>
  );
}
