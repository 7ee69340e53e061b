import type { SavedCandidate } from '@exam/contract/entities';
import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary, type FieldError } from '@exam/ui/parts';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Product } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { Consents, consentKeys, missingConsents } from './consents.tsx';
import { StepActions } from '../step-actions.tsx';

type Props = {
  product: Product;
  candidates: readonly SavedCandidate[];
  minorIds: readonly string[];
  back: (() => void) | null;
  submitLabel: string;
  submit: () => void;
  isBusy: boolean;
  /** What the server refused, and how often it did. */
  refused?: { errors: readonly FieldError[]; attempt: number };
  children: ReactNode;
};

/** The confirmation: what was chosen, the statements to tick, the sentence that all is correct, and the way on. */
export function ConfirmForm(props: Props) {
  const { candidates, minorIds, refused } = props;
  const { confirm: words } = useMessages(registrationWords);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isCorrect, setCorrect] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const keys = consentKeys(candidates, minorIds);
  const missing = missingConsents(keys, ticked);
  const isCorrectMissing = attempt > 0 && !isCorrect;
  const statements = attempt > 0 ? missing : [];
  const errors: FieldError[] = [
    ...(refused?.errors ?? []),
    ...statements.map((key) => ({ field: key, text: words.statementMissingAt(words.statements[key]) })),
    ...(isCorrectMissing ? [{ field: 'correct', text: words.correctMissing }] : []),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (missing.length === 0 && isCorrect) props.submit();
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-3xl gap-8">
      <ErrorSummary attempt={attempt + (refused?.attempt ?? 0)} errors={errors} />
      {props.children}
      <Consents
        product={props.product}
        keys={keys}
        candidates={candidates}
        minorIds={minorIds}
        ticked={ticked}
        onTicked={setTicked}
        isShown={attempt > 0}
      />
      <div className="border-t border-line pt-4">
        <CheckboxField
          id="correct"
          label={<strong>{words.correct}</strong>}
          error={isCorrectMissing ? words.correctMissing : undefined}
          checked={isCorrect}
          onChange={(event) => setCorrect(event.target.checked)}
        />
        <StepActions back={props.back} label={props.submitLabel} busy={props.isBusy} />
      </div>
    </form>
  );
}
