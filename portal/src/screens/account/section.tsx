import type { ReactNode } from 'react';

/** A part of the account page under its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="card mb-6 p-5 lg:p-6">
      <h2 id={`${id}-title`} tabIndex={-1} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
