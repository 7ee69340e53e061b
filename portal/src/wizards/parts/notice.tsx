import { ownRefundRows, reportMinutes } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState, type ReactNode } from 'react';
import { saveFile } from '../../app/files/save-file.ts';
import type { Product } from '../../app/catalogue.ts';
import { registrationWords } from '../../messages/registration.ts';

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

/** The guide to the product's registration form, to keep; nothing where it has none. */
export function Guide({ product }: { product: Product }) {
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
