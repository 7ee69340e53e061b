import type { SavedCandidate } from '@exam/contract/entities';
import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary, type FieldError } from '@exam/ui/parts';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Product } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { Consents, consentKeys, missingConsents } from './consents.tsx';

type Props = {
  id: string;
  product: Product;
  candidates: readonly SavedCandidate[];
  minorIds: readonly string[];
  /** What is wrong with what is filled in besides the statements. */
  errors: readonly FieldError[];
  /** Somebody tried to submit: what is wrong may be shown. */
  onAttempt: () => void;
  submit: () => void;
  /** What the server refused, and how often it did. */
  refused: { errors: readonly FieldError[]; attempt: number };
  children: ReactNode;
};

/** The last part before submitting: `children`, the statements to tick, and that all is correct. */
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
    ...refused.errors,
    ...(attempt > 0 ? props.errors : []),
    ...statements.map((key) => ({ field: key, text: words.statementMissingAt(words.statements[key]) })),
    ...(isCorrectMissing ? [{ field: 'correct', text: words.correctMissing }] : []),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
    props.onAttempt();
    if (props.errors.length === 0 && missing.length === 0 && isCorrect) props.submit();
  };
  return (
    <form id={props.id} onSubmit={submit} noValidate className="mt-8 grid gap-8">
      <ErrorSummary attempt={attempt + refused.attempt} errors={errors} />
      {props.children}
      <div>
        <Consents
          product={props.product}
          keys={keys}
          candidates={candidates}
          minorIds={minorIds}
          ticked={ticked}
          onTicked={setTicked}
          isShown={attempt > 0}
        />
        <CheckboxField
          id="correct"
          label={<strong>{words.correct}</strong>}
          error={isCorrectMissing ? words.correctMissing : undefined}
          checked={isCorrect}
          onChange={(event) => setCorrect(event.target.checked)}
        />
      </div>
    </form>
  );
}
