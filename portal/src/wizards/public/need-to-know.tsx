import { seedRefundPolicy } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { CheckboxField } from '@exam/ui/form';
import { ErrorSummary, Notice } from '@exam/ui/parts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNames } from '../../app/catalogue.ts';
import { registrationWords } from '../../messages/registration.ts';
import { StepActions } from './step-actions.tsx';
import type { StepProps } from './step-screen.ts';

/** Step 1: what a person has to know and agree to before anything is chosen. */
export function NeedToKnow({ product, draft, save, back }: StepProps) {
  const words = useMessages(registrationWords).notice;
  const [isAgreed, setAgreed] = useState(draft.hasReadNotice);
  const [attempt, setAttempt] = useState(0);
  const isMissing = attempt > 0 && !isAgreed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAgreed) return setAttempt(attempt + 1);
    return save({
      productId: product.id,
      productLastModifiedOn: product.lastModifiedOn,
      hasReadNotice: true,
      needsCandidateType: product.candidateTypes.length > 0,
    });
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-3xl">
      <ErrorSummary attempt={attempt} errors={isMissing ? [{ field: 'agree', text: words.agreeMissing }] : []} />
      <NoticeText product={product} />
      <div className="mt-6 border-t border-line pt-4">
        <CheckboxField
          id="agree"
          label={words.agree}
          error={isMissing ? words.agreeMissing : undefined}
          checked={isAgreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
      </div>
      <StepActions back={back} />
    </form>
  );
}

function NoticeText({ product }: Pick<StepProps, 'product'>) {
  const words = useMessages(registrationWords).notice;
  const { noticeOf } = useNames();
  const special = noticeOf(product);
  return (
    <div className="grid gap-6">
      {special !== null && (
        <Notice tone="warning" title={words.special}>
          <p>{special}</p>
        </Notice>
      )}
      <Part title={words.general}>
        <li>{words.arrive}</li>
        <li>{words.document}</li>
        <li>{words.letter}</li>
      </Part>
      <Part title={words.leaving}>
        <li>{words.guardian}</li>
        <li>{words.young}</li>
        <li>{words.older}</li>
      </Part>
      <Part title={words.refunds}>
        <Refunds />
        {product.minimumCandidates > 1 && <li>{words.minimum(product.minimumCandidates)}</li>}
      </Part>
      <Part title={words.seats}>
        <li>{words.seat}</li>
      </Part>
    </div>
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-xl">{title}</h2>
      <ul className="grid list-disc gap-1.5 pl-5">{children}</ul>
    </section>
  );
}
