import { useMessages } from '@exam/ui/i18n';
import type { Product } from '../../app/catalogue.ts';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { registrationWords } from '../../messages/registration.ts';
import { ExamDayParts, NoticePart, RefundLines } from '../parts/notice.tsx';

/** How a booked exam comes about, what it costs and when to pay. */
export function BookingNotice({ product }: { product: Product }) {
  const words = useMessages(bookingWizardWords).notice;
  const { refunds } = useMessages(registrationWords).notice;
  return (
    <>
      <NoticePart title={words.process} ordered>
        {words.steps(product.leadDays ?? 0).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </NoticePart>
      <NoticePart title={words.paying}>
        <li>{words.fee}</li>
        <li>{words.payBy}</li>
      </NoticePart>
      <NoticePart title={refunds}>
        <li>{words.free}</li>
        <RefundLines product={product} />
      </NoticePart>
      <ExamDayParts />
    </>
  );
}
