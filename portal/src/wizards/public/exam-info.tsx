import { isFormCode } from '@exam/contract/forms';
import { useMessages } from '@exam/ui/i18n';
import { Card, Notice, Skeleton } from '@exam/ui/parts';
import { registrationWords } from '../../messages/registration.ts';
import { useChosenSession } from './session/chosen-session.ts';
import { ExamFacts } from './exam-facts.tsx';
import { RegistrationForm } from '../parts/form/registration-form.tsx';
import { StepActions } from '../parts/step-actions.tsx';
import type { StepProps } from './step-screen.ts';

/** Step 5: the registration form of the product, or, where it has none, a last look at what was chosen. */
export function ExamInfo(props: StepProps) {
  const { product, draft, save, back } = props;
  const words = useMessages(registrationWords);
  const { data: session } = useChosenSession(draft);
  const number = product.registrationTemplateNumber;
  if (number !== null && isFormCode(number)) {
    if (session === undefined) return <Skeleton count={4} />;
    return (
      <RegistrationForm
        form={number}
        chosen={session && { examDate: session.examDate, candidates: draft.candidateIds.length }}
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
      <div className="mb-5">
        <Notice tone="success">{words.examInfo.nothing}</Notice>
      </div>
      {session ? (
        <Card>
          <ExamFacts product={product} session={session} subjectIds={draft.subjectIds} />
        </Card>
      ) : (
        <Skeleton shape="block" />
      )}
      <StepActions back={back} />
    </form>
  );
}
