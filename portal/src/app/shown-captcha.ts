import type { ComponentType } from 'react';

type Answer = (captchaVerifyId: string | null) => void;
type Shown = { Dialog: ComponentType<{ onAnswer: Answer }>; answer: Answer };

let shown: Shown | null = null;
const listeners = new Set<() => void>();

/** Puts a security check on show, or takes it away. */
export function showCaptcha(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** The check on show, for `useSyncExternalStore`. Apart from the check itself, which is fetched when somebody has to pass it. */
export const shownCaptcha = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): Shown | null => shown,
};
