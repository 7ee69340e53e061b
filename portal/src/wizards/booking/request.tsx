import { jumpedBack } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import { Button, Card, ConfirmDialog, Notice } from '@exam/ui/parts';
import { useState } from 'react';
import { clearSteps } from '../../app/draft/steps.ts';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { SectionHead } from '../parts/confirmation/section-head.tsx';
import { Register, type Filled } from '../parts/register/register.tsx';
import { findRepeats } from '../parts/candidates/warnings.ts';
import { Expected } from './expected.tsx';
import { useSubmission } from './use-submission.ts';
import type { StepProps } from './wizard.ts';

/** The second page: the wish, who sits the exam, the form, the statements, and the request. */
export function Request(props: StepProps) {
  const { product, draft } = props;
  const words = useMessages(bookingWizardWords);
  const submission = useSubmission(props);
  const { candidateId, leave, expectDate } = draft;
  if (expectDate === null) return null;
  return (
    <div className="register">
      <Wish {...props} />
      <Register
        product={product}
        examDate={expectDate}
        isOne
        limit={1}
        initial={{
          candidateIds: candidateId === null ? [] : [candidateId],
          leave: candidateId === null || leave === null ? {} : { [candidateId]: leave },
          formAnswers: draft.formAnswers,
        }}
        lead={words.candidate.lead}
        findWarnings={async (people) => await findRepeats({ productId: product.id, subjectId: null, people })}
        submit={(filled) => submission.submit(completed(draft, filled))}
        isBusy={submission.isBusy}
        actions={({ form, isBusy }) => (
          <Button type="submit" form={form} busy={isBusy}>
            {words.confirm.submit}
          </Button>
        )}
      >
        {() => <Notice>{words.confirm.noPrice}</Notice>}
      </Register>
    </div>
  );
}

function completed(
  draft: StepProps['draft'],
  { candidateIds, minorIds, leave, formAnswers }: Filled,
): StepProps['draft'] {
  const [id = ''] = candidateIds;
  return { ...draft, candidateId: id, isMinor: minorIds.includes(id), leave: leave[id] ?? null, formAnswers };
}

/** What was wished for, and the way to another one, which starts over. */
function Wish({ product, draft, jump }: StepProps) {
  const words = useMessages(bookingWizardWords).confirm;
  const [isAsking, setAsking] = useState(false);
  const startOver = () => {
    clearSteps();
    jump('expectation', jumpedBack(draft, 'expectation'));
  };
  return (
    <section className="register-aside">
      <SectionHead title={words.expectation} onChange={() => setAsking(true)} />
      <Card>
        <Expected product={product} draft={draft} />
      </Card>
      <ConfirmDialog
        open={isAsking}
        title={words.reset.title}
        confirmLabel={words.reset.confirm}
        onConfirm={startOver}
        onCancel={() => setAsking(false)}
      >
        <p>{words.reset.expectation}</p>
      </ConfirmDialog>
    </section>
  );
}
