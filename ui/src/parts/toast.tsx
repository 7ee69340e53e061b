import { useEffect, useRef, useSyncExternalStore } from 'react';

export type ToastTone = 'success' | 'warning' | 'error';
type Toast = { id: number; text: string; tone: ToastTone };

const standardMilliseconds = 3000;
let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a toast, from a component or from outside React (the call client).
 * The same text that is already on show is not shown twice.
 * @returns a promise kept when the toast has gone, 3 s later unless told otherwise
 */
export function showToast(
  text: string,
  tone: ToastTone = 'warning',
  milliseconds = standardMilliseconds,
): Promise<void> {
  const id = ++lastId;
  if (!shown.some((toast) => toast.text === text)) change([...shown, { id, text, tone }]);
  return new Promise((resolve) => {
    setTimeout(() => {
      change(shown.filter((toast) => toast.id !== id));
      resolve();
    }, milliseconds);
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const nobody: readonly Toast[] = [];

/** Where toasts appear; once in an app. It rises above an open dialog. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => nobody,
  );
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = region.current;
    if (element?.showPopover === undefined) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts]);
  return (
    <>
      <output className="sr-only">{toasts.at(-1)?.text}</output>
      <div ref={region} className="toasts no-print" popover="manual" aria-hidden="true">
        {toasts.map((toast) => (
          <p key={toast.id} className={`toast toast-${toast.tone}`}>
            {toast.text}
          </p>
        ))}
      </div>
    </>
  );
}

/** The same as `showToast`, by the name a component expects. */
export function useToast(): typeof showToast {
  return showToast;
}
