import { isFormCode } from '@exam/contract/forms';
import { useMessages } from '@exam/ui/i18n';
import { Card } from '@exam/ui/parts';
import type { Product } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { AnswerList } from '../form/answer-list.tsx';
import { SectionHead } from './section-head.tsx';

/** What was answered in the registration form, with the way to change it; nothing where the product has none. */
export function ConfirmAnswers(props: {
  product: Product;
  answers: Readonly<Record<string, unknown>> | null;
  onChange: () => void;
}) {
  const words = useMessages(registrationWords).confirm;
  const number = props.product.registrationTemplateNumber;
  if (number === null || !isFormCode(number)) return null;
  return (
    <section>
      <SectionHead title={words.answers} onChange={props.onChange} />
      <Card>
        <AnswerList answers={props.answers ?? {}} />
      </Card>
    </section>
  );
}
