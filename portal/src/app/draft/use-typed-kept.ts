import { useEffect } from 'react';
import { keepTyped } from './keeping.ts';
import type { DraftKind } from './saved-draft.ts';
import { beforeEnd, onTyped } from './typed.ts';

/** How long after the last key what was typed goes to the server. */
const restMilliseconds = 1000;

/**
 * What is typed is kept with the draft: after each pause, when the page is put aside, loaded again or closed, and when it ends the session
 * . It goes to the account, never into the browser's storage (R-35, decision 0060).
 * @param isOn whether there is an account to keep it for
 */
export function useTypedKept(kind: DraftKind, product: string, draft: object, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      return keepTyped(kind, product, draft);
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), restMilliseconds);
    };
    const atOnce = () => void (timer !== undefined && keep());
    const ends = [beforeEnd(keep), onTyped(soon)];
    window.addEventListener('pagehide', atOnce);
    document.addEventListener('visibilitychange', atOnce);
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
      window.removeEventListener('pagehide', atOnce);
      document.removeEventListener('visibilitychange', atOnce);
    };
  }, [kind, product, draft, isOn]);
}
