import type { ReactNode } from 'react';

export type Tone = 'plain' | 'jade' | 'seal' | 'amber';

const looks: Record<Tone, string> = {
  plain: 'tag',
  jade: 'tag tag-jade',
  seal: 'tag tag-seal',
  amber: 'tag tag-amber',
};

const marks: Record<Tone, string> = {
  plain: 'tag-mark',
  jade: 'tag-mark tag-mark-jade',
  seal: 'tag-mark tag-mark-seal',
  amber: 'tag-mark tag-mark-amber',
};

/** A word on a tinted ground. */
export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={looks[tone]}>{children}</span>;
}

/** A status: a word with a mark whose shape differs by tone, so that colour is never alone. */
export function StatusTag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={looks[tone]}>
      <span className={marks[tone]} aria-hidden="true" />
      {children}
    </span>
  );
}
