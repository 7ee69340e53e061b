import { isFormCode } from '@exam/contract/forms';
import { useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { RegistrationForm } from '../parts/form/registration-form.tsx';
import { StepActions } from '../parts/step-actions.tsx';
import type { StepProps } from './wizard.ts';

/** Step 4: the registration form of the product; a product without one has nothing to ask. */
export function ExamInfo({ product, draft, save, back }: StepProps) {
  const words = useMessages(bookingWizardWords).examInfo;
  const number = product.registrationTemplateNumber;
  if (number !== null && isFormCode(number)) {
    return (
      <RegistrationForm
        form={number}
        chosen={draft.expectDate === null ? null : { examDate: draft.expectDate, candidates: 1 }}
        initial={draft.formAnswers}
        back={back}
        onSave={(formAnswers) => save({ formAnswers })}
      />
    );
  }
  return (
    <form
      className="max-w-3xl"
      onSubmit={(event) => {
        event.preventDefault();
        save({ formAnswers: {} });
      }}
    >
      <Notice tone="success">{words.nothing}</Notice>
      <StepActions back={back} />
    </form>
  );
}
