import { seedRefundPolicy } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { registrationWords } from '../../messages/registration.ts';
import { ExamDayParts, NoticeForm, NoticePart } from '../parts/notice-form.tsx';
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
        <Refunds />
        {product.minimumCandidates > 1 && <li>{words.minimum(product.minimumCandidates)}</li>}
      </NoticePart>
      <NoticePart title={words.seats}>
        <li>{words.seat}</li>
      </NoticePart>
    </NoticeForm>
  );
}

/** The candidate's own cancellations, as the refund policy has them. */
function Refunds() {
  const words = useMessages(registrationWords).notice;
  const rowOf = (row: string) => seedRefundPolicy.find((each) => each.row === row);
  const [early, proof] = [rowOf('P1'), rowOf('P2')];
  return (
    <>
      {early && <li>{words.refundEarly({ percent: early.percent, days: early.workingDaysBefore })}</li>}
      {proof && <li>{words.refundProof({ percent: proof.percent, days: proof.workingDaysBefore })}</li>}
      <li>{words.refundNone}</li>
    </>
  );
}
