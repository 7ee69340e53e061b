import { useMessages } from '@exam/ui/i18n';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { registrationWords } from '../../messages/registration.ts';
import { ExamDayParts, NoticeForm, NoticePart, RefundLines } from '../parts/notice-form.tsx';
import type { StepProps } from './wizard.ts';

/** Step 1: how a booked exam comes about, what it costs and when to pay, and what to agree to. */
export function NeedToKnow({ product, draft, save, back }: StepProps) {
  const words = useMessages(bookingWizardWords).notice;
  const { refunds } = useMessages(registrationWords).notice;
  const agree = () =>
    save({
      productId: product.id,
      registrationTemplateId: product.registrationTemplateId,
      productLastModifiedOn: product.lastModifiedOn,
      hasReadNotice: true,
    });
  return (
    <NoticeForm product={product} hasRead={draft.hasReadNotice} onAgree={agree} back={back}>
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
    </NoticeForm>
  );
}
