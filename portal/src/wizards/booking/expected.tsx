import type { BookingDraft } from '@exam/contract/wizards';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { useNames, type Product } from '../../app/catalogue.ts';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { useBookedExams } from './booked-exams.ts';

/** The four parts of the wish as a list. */
export function Expected({ product, draft }: { product: Product; draft: BookingDraft }) {
  const words = useMessages(bookingWizardWords).expectation;
  const formats = useFormats();
  const { nameOf } = useNames();
  const { line, offices } = useBookedExams(product);
  const items = [
    { term: words.category, detail: line ? nameOf(line) : '' },
    { term: words.exam, detail: nameOf(product) },
    { term: words.centre, detail: offices?.find(({ id }) => id === draft.officeId)?.name ?? '' },
    { term: words.date, detail: draft.expectDate === null ? '' : formats.longDate(draft.expectDate) },
  ];
  return (
    <dl className="expected">
      {items.map(({ term, detail }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
