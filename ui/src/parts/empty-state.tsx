import type { ReactNode } from 'react';

/** Nothing is here yet, in words that say what to do next. */
export function EmptyState(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="card px-6 py-12 text-center">
      <h2 className="text-xl">{props.title}</h2>
      {props.children !== undefined && <div className="mx-auto mt-2 max-w-form text-ink-2">{props.children}</div>}
      {props.action !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-3">{props.action}</div>}
    </div>
  );
}
