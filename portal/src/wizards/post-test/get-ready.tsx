import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary, Notice } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { useNames } from '../../app/catalogue.ts';
import { postTestWizardWords } from '../../messages/post-test-wizard.ts';
import { registrationWords } from '../../messages/registration.ts';
import { NoticePart } from '../parts/notice.tsx';
import { StepActions } from '../parts/step-actions.tsx';
import type { StepProps } from './wizard.ts';

/** Step 1: the declaration. */
export function GetReady({ product, progress, save, back }: StepProps) {
  const words = useMessages(postTestWizardWords).declaration;
  const { notice } = useMessages(registrationWords);
  const { noticeOf } = useNames();
  const special = noticeOf(product);
  const [isAgreed, setAgreed] = useState(progress.hasReadDeclaration);
  const [attempt, setAttempt] = useState(0);
  const isMissing = attempt > 0 && !isAgreed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAgreed) return setAttempt(attempt + 1);
    return save({ productId: product.id, hasReadDeclaration: true });
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-3xl">
      <ErrorSummary attempt={attempt} errors={isMissing ? [{ field: 'agree', text: words.agreeMissing }] : []} />
      <div className="grid gap-6">
        {special !== null && (
          <Notice tone="warning" title={notice.special}>
            <p>{special}</p>
          </Notice>
        )}
        {[
          { title: words.whatTitle, lines: words.what, ordered: false },
          { title: words.howTitle, lines: words.how, ordered: true },
          { title: words.riskTitle, lines: words.risk, ordered: false },
        ].map((part) => (
          <NoticePart key={part.title} title={part.title} ordered={part.ordered}>
            {part.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </NoticePart>
        ))}
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
      <StepActions back={back} />
    </form>
  );
}
