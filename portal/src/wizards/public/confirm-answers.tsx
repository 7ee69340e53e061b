import { isOpenForm } from '@exam/contract/forms';
import { useMessages } from '@exam/ui/i18n';
import { Card, DescriptionList } from '@exam/ui/parts';
import { registrationWords } from '../../messages/registration.ts';
import { ruleWords } from '../../messages/rules.ts';
import { SectionHead } from './section-head.tsx';
import type { StepProps } from './step-screen.ts';

/** What was answered in the registration form; nothing where the product has none. */
export function ConfirmAnswers({ product, draft, jump }: StepProps) {
  const words = useMessages(registrationWords).confirm;
  const rules = useMessages(ruleWords);
  const number = product.registrationTemplateNumber;
  if (number === null || !isOpenForm(number)) return null;
  const labels = new Map<string, { label: string }>(Object.entries(rules.fields.formFields));
  return (
    <section>
      <SectionHead title={words.answers} onChange={() => jump('examInfo')} />
      <Card>
        <DescriptionList
          items={Object.entries(draft.formAnswers ?? {}).map(([name, answer]) => ({
            term: labels.get(name)?.label ?? name,
            detail: Array.isArray(answer) ? words.nameList(answer.map(String)) : String(answer),
          }))}
        />
      </Card>
    </section>
  );
}
