import { useEffect, useRef, useState } from 'react';
import { uiWords } from '../messages/index.ts';
import { useMessages } from '../i18n/language.tsx';

const heights = { line: 'h-6', ticket: 'h-28', block: 'h-64' };

/** Reserved space that becomes visible only after 300 ms, so that a quick answer shows no grey at all. */
export function Skeleton({ count = 1, shape = 'ticket' }: { count?: number; shape?: keyof typeof heights }) {
  const words = useMessages(uiWords);
  return (
    <div className="grid gap-3" aria-busy="true">
      <span className="sr-only">{words.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`skeleton ${heights[shape]}`} aria-hidden="true" />
      ))}
    </div>
  );
}

const showAfter = 300;
const stayAtLeast = 400;

/** Whether a veil may be on show: not before 300 ms of work, and then for at least 400 ms, so that it never flickers. */
export function useSteadyBusy(busy: boolean): boolean {
  const [visible, setVisible] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (busy === visible) return undefined;
    const wait = busy ? showAfter : Math.max(0, stayAtLeast - (Date.now() - since.current));
    const timer = setTimeout(() => {
      since.current = Date.now();
      setVisible(busy);
    }, wait);
    return () => clearTimeout(timer);
  }, [busy, visible]);
  return visible;
}

/** The veil over the page while something that must not be interrupted is done. */
export function LoadingOverlay({ busy, label }: { busy: boolean; label?: string }) {
  const words = useMessages(uiWords);
  const visible = useSteadyBusy(busy);
  return (
    <output>
      {visible && (
        <span className="overlay">
          <span className="overlay-box">
            <span className="spinner" aria-hidden="true" />
            {label ?? words.loading}
          </span>
        </span>
      )}
    </output>
  );
}
