import { CheckboxField } from '@exam/ui/form';
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<typeof CheckboxField>, 'label' | 'hint' | 'below'> & { text: string };

/** A statement with its box, word for word: the first line is what is ticked, the others are the facts about a recipient that belong to it. */
export function StatementBox({ text, ...box }: Props) {
  const [statement, ...facts] = text.split('\n');
  const below = facts.length === 0 ? undefined : <StatementText text={facts.join('\n')} />;
  return <CheckboxField label={statement} below={below} {...box} />;
}

/** A statement as it was shown, each of its facts on a line of its own. */
export function StatementText({ text }: { text: string }) {
  return text.split('\n').map((line) => (
    <span key={line} className="mt-1 block first:mt-0">
      {line}
    </span>
  ));
}
