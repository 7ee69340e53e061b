import { useMessages } from '@exam/ui/i18n';
import { registrationWords } from '../../messages/registration.ts';
import { ExamDayParts, NoticeForm, NoticePart, RefundLines } from '../parts/notice-form.tsx';
import type { StepProps } from './step-screen.ts';

/** Step 1: what a person has to know and agree to before anything is chosen. */
export function NeedToKnow({ product, draft, save, back }: StepProps) {
  const words = useMessages(registrationWords).notice;
  const agree = () =>
    save({
      productId: product.id,
      productLastModifiedOn: product.lastModifiedOn,
      hasReadNotice: true,
      needsCandidateType: product.candidateTypes.length > 0,
    });
  return (
    <NoticeForm product={product} hasRead={draft.hasReadNotice} onAgree={agree} back={back}>
      <ExamDayParts />
      <NoticePart title={words.refunds}>
        <RefundLines product={product} />
        {product.minimumCandidates > 1 && <li>{words.minimum(product.minimumCandidates)}</li>}
      </NoticePart>
      <NoticePart title={words.seats}>
        <li>{words.seat}</li>
      </NoticePart>
    </NoticeForm>
  );
}
