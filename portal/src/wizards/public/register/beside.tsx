import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

const query = '(min-width: 64rem)';

function whenChanged(tell: () => void): () => void {
  const wide = window.matchMedia(query);
  wide.addEventListener('change', tell);
  return () => wide.removeEventListener('change', tell);
}

const isWide = () => window.matchMedia(query).matches;

/** Shows its children in the column beside the page where there is one, and otherwise here. */
export function Beside({ column, children }: { column: HTMLElement | null; children: ReactNode }) {
  const hasColumn = useSyncExternalStore(whenChanged, isWide);
  return hasColumn && column !== null ? createPortal(<div className="mt-6">{children}</div>, column) : children;
}
