import { ownRefundRows, reportMinutes } from '@exam/contract/rules';
import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Notice } from '@exam/ui/parts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { saveFile } from '../../app/files/save-file.ts';
import { useNames, type Product } from '../../app/catalogue.ts';
import { registrationWords } from '../../messages/registration.ts';
import { StepActions } from './step-actions.tsx';

/** The candidate's own cancellations, as the product's refund policy has them. */
export function RefundLines({ product }: { product: Product }) {
  const words = useMessages(registrationWords).notice;
  return (
    <>
      {ownRefundRows[product.category === 'Booking' ? 'Booking' : 'Public'].map((row) => {
        const { percent, workingDaysBefore: days, documentsRequired: needsProof } = product.refundTerms[row];
        return <li key={row}>{words.refund({ row, percent, days, needsProof })}</li>;
      })}
      <li>{words.refundNone}</li>
    </>
  );
}

/** The first step of a wizard: what a person has to know, and the box that says it was read and is agreed to. */
export function NoticeForm(props: {
  product: Product;
  hasRead: boolean;
  onAgree: () => void;
  back: (() => void) | null;
  children: ReactNode;
}) {
  const words = useMessages(registrationWords).notice;
  const { noticeOf } = useNames();
  const special = noticeOf(props.product);
  const [isAgreed, setAgreed] = useState(props.hasRead);
  const [attempt, setAttempt] = useState(0);
  const isMissing = attempt > 0 && !isAgreed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAgreed) return setAttempt(attempt + 1);
    return props.onAgree();
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-3xl">
      <ErrorSummary attempt={attempt} errors={isMissing ? [{ field: 'agree', text: words.agreeMissing }] : []} />
      <div className="grid gap-6">
        {special !== null && (
          <Notice tone="warning" title={words.special}>
            <p>{special}</p>
          </Notice>
        )}
        {props.children}
        <Guide product={props.product} />
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <CheckboxField
          id="agree"
          label={words.agree}
          error={isMissing ? words.agreeMissing : undefined}
          checked={isAgreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
      </div>
      <StepActions back={props.back} />
    </form>
  );
}

/** The guide to the product's registration form, to keep; nothing where it has none. */
function Guide({ product }: { product: Product }) {
  const words = useMessages(registrationWords).notice;
  const [isBusy, setBusy] = useState(false);
  const { registrationTemplateId: templateId, registrationTemplateNumber: number } = product;
  if (templateId === null || number === null) return null;
  const save = () => {
    setBusy(true);
    void saveFile({ name: 'attachment.guidance', query: { templateId } }, words.guideFile(number)).finally(() =>
      setBusy(false),
    );
  };
  return (
    <section>
      <h2 className="mb-2 text-xl">{words.guide}</h2>
      <p className="mb-3">{words.guideText}</p>
      <Button variant="secondary" busy={isBusy} onClick={save}>
        {words.guideSave}
      </Button>
    </section>
  );
}

/** A part of the notice; `ordered` where one thing follows the other. */
export function NoticePart(props: { title: string; ordered?: boolean; children: ReactNode }) {
  const { ordered = false } = props;
  const List = ordered ? 'ol' : 'ul';
  return (
    <section>
      <h2 className="mb-2 text-xl">{props.title}</h2>
      <List className={`grid gap-1.5 pl-5 ${ordered ? 'list-decimal' : 'list-disc'}`}>{props.children}</List>
    </section>
  );
}

/** What holds for every exam: what to bring on the day, and how candidates under 18 leave. */
export function ExamDayParts() {
  const words = useMessages(registrationWords).notice;
  return (
    <>
      <NoticePart title={words.general}>
        <li>{words.arrive(reportMinutes)}</li>
        <li>{words.document}</li>
        <li>{words.letter}</li>
      </NoticePart>
      <NoticePart title={words.leaving}>
        <li>{words.guardian}</li>
        <li>{words.young}</li>
        <li>{words.older}</li>
      </NoticePart>
    </>
  );
}
