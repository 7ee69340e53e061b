import { type ConsentStatement } from '@exam/contract/rules';
import { useState, type ReactNode } from 'react';
import { leaveFieldId } from './leave-answers.ts';
import { StatementBox } from '../../page/statement-box.tsx';

/** Which statements are ticked; all begin unticked (3-domain 6.1). */
export function useTicks<Name extends string>(): {
  isTicked: (name: Name) => boolean;
  tick: (name: Name, is: boolean) => void;
} {
  const [ticked, setTicked] = useState<ReadonlySet<Name>>(new Set());
  const tick = (name: Name, is: boolean) =>
    setTicked((before) => new Set([...before].filter((each) => each !== name).concat(is ? [name] : [])));
  return { isTicked: (name) => ticked.has(name), tick };
}

/** Statements to tick one by one, in the words that are kept as evidence; what is missing is said at the first. */
export function StatementTicks(props: {
  legend: string;
  hint: string;
  /** A statement in the words that are shown and kept; loaded by the form, which is whole before anybody chooses. */
  textOf: (statement: ConsentStatement) => string;
  statements: readonly ConsentStatement[];
  isTicked: (name: ConsentStatement) => boolean;
  tick: (name: ConsentStatement, isTicked: boolean) => void;
  error: string | undefined;
  children?: ReactNode;
}) {
  return (
    <fieldset className="mb-4">
      <legend className="text-lg font-bold">{props.legend}</legend>
      <p className="mb-2 text-ink-2">{props.hint}</p>
      {props.statements.map((statement, index) => (
        <StatementBox
          key={statement}
          id={index === 0 ? leaveFieldId('consents') : undefined}
          text={props.textOf(statement)}
          error={index === 0 ? props.error : undefined}
          checked={props.isTicked(statement)}
          onChange={(event) => props.tick(statement, event.target.checked)}
        />
      ))}
      {props.children}
    </fieldset>
  );
}
