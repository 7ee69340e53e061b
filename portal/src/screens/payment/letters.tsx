import { useLanguage } from '@exam/ui/i18n';
import { useQueries } from '@tanstack/react-query';
import { examById } from '../exams/exam-data.ts';
import { LetterCard } from '../exams/letter-card.tsx';
import type { Order } from '../../page/order-data.ts';

/** The letters of a larger order are on the page of the exams. */
const most = 3;

/** What comes next once an order is paid: of each exam the letter, or from when there is one, and the entry for the calendar. */
export function Letters({ order }: { order: Order }) {
  const { language } = useLanguage();
  const isShown = order.status === 'PaymentSuccessful' && order.category !== 'PostTest';
  const ids =
    isShown && order.orderItems.length <= most ? [...new Set(order.orderItems.map((item) => item.applicationId))] : [];
  const exams = useQueries({ queries: ids.map((id) => examById(language, id)) });
  return exams.map(({ data }, at) => data && <LetterCard key={ids[at]} exam={data} />);
}
