import type { IdType } from '@exam/contract/entities';
import { checkIdentity } from '@exam/contract/rules';
import { Field } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useRef } from 'react';
import { candidatesWords } from '../../../messages/candidates.ts';
import { ruleWords } from '../../../messages/rules.ts';
import type { DocumentAnswers } from '@exam/contract/wizards';

/** The four documents in the specification's order. */
export const documentTypes = ['IDCard', 'IDCardTaiwan', 'IDCardHongKongMacau', 'Passport'] as const satisfies IdType[];

/** What changing the type of document does: another document has another number, a saved one cannot be kept. */
export function withType(type: IdType): DocumentAnswers {
  return { idType: type, idNo: '', isKept: false };
}

type NumberProps = {
  id: string;
  label: string;
  error: string | undefined;
  answers: DocumentAnswers;
  /** The document as saved, its number masked. */
  saved: { idType: IdType; idNo: string } | null | undefined;
  today: string;
  onChange: (part: Partial<DocumentAnswers>) => void;
  onLeave: () => void;
};

/**
 * The number of a document. A saved one is shown masked and kept until a new one is asked for; a typed one is checked as it
 * is typed, and what is worth knowing about a right one is said below it.
 */
export function NumberField(props: NumberProps) {
  const words = useMessages(candidatesWords).form;
  const input = useRef<HTMLInputElement>(null);
  const { answers, saved } = props;
  const mayKeep = saved !== null && saved !== undefined && saved.idType === answers.idType;
  if (answers.isKept && mayKeep) {
    return (
      <Field id={props.id} label={props.label} hint={words.savedNumber} error={props.error}>
        {(control) => (
          <div className="beside">
            <input {...control} className="input tabular-nums" readOnly value={saved.idNo} />
            <Button
              variant="secondary"
              onClick={() => {
                props.onChange({ idNo: '', isKept: false });
                requestAnimationFrame(() => document.getElementById(props.id)?.focus());
              }}
            >
              {words.replaceNumber}
            </Button>
          </div>
        )}
      </Field>
    );
  }
  return (
    <Field id={props.id} label={props.label} error={props.error}>
      {(control) => (
        <>
          <div className="beside">
            <input
              ref={input}
              {...control}
              name={props.id}
              className="input uppercase tabular-nums"
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              value={answers.idNo}
              onChange={(event) => props.onChange({ idNo: event.target.value })}
              onBlur={props.onLeave}
            />
            {mayKeep && (
              <Button variant="secondary" onClick={() => props.onChange({ idNo: '', isKept: true })}>
                {words.keepNumber}
              </Button>
            )}
          </div>
          {props.error === undefined && <NumberSays answers={answers} today={props.today} />}
        </>
      )}
    </Field>
  );
}

/** What the number tells while it is typed: that it is right, and advice about it. */
function NumberSays({ answers, today }: { answers: DocumentAnswers; today: string }) {
  const rules = useMessages(ruleWords);
  const words = useMessages(candidatesWords).form;
  const identity = checkIdentity(answers.idType, answers.idNo, { today });
  const text = !identity.ok
    ? ''
    : identity.advice !== undefined
      ? rules.fields.advices[identity.advice]
      : words.numberIsRight;
  return <output className="mt-1 block min-h-7 text-ink-2">{text}</output>;
}
