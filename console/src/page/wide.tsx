import type { ReactNode } from 'react';

/** Something wider than a small window: it scrolls sideways by itself, also by keyboard. */
export function Wide({ label, children }: { label: string; children: ReactNode }) {
  return (
    // A region that scrolls has to be reached by keys, and nothing in it may take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="list-scroll" tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}
