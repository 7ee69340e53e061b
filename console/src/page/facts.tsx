import { Money as MoneyOf } from '@exam/ui/parts';
import type { ReactNode } from 'react';

export type Fact = { term: string; detail: ReactNode };

/** What is known of an object, compact: terms beside their details in as many columns as fit. What is absent is left out. */
export function Facts({ items }: { items: readonly (Fact | null)[] }) {
  const shown = items.filter((item) => item !== null && !isNothing(item.detail)).filter((item) => item !== null);
  return (
    <dl className="facts">
      {shown.map(({ term, detail }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

function isNothing(detail: ReactNode): boolean {
  return detail === null || detail === undefined || detail === '' || detail === false;
}

/** Integer fen as `¥1,500.00`; a dash where there is none. */
export function Money({ fen, className }: { fen: number | null; className?: string }) {
  if (fen === null) return <span className={className}>–</span>;
  return <MoneyOf fen={fen} {...(className === undefined ? {} : { className })} />;
}
