import { useCallback, useEffect, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { guardHistory } from '../../../app/history-guard.ts';

/** Where the person wanted to go: an address of this site, or a number of entries of the browser's history. */
type Target = { href: string } | { entries: number };

/**
 * Asks before unsaved work is left by a link of the page, by the browser's Back or Forward, by closing the window or by loading
 * another site.
 * @param isReleased nothing is asked any more once it is true: the work has been saved or given up
 * @returns whether a question is open and its two answers; release before `leave`
 */
export function useLeaveGuard(isDirty: boolean, isReleased: RefObject<boolean>) {
  const navigate = useNavigate();
  const [target, setTarget] = useState<Target | null>(null);
  useUnloadGuard(isDirty, isReleased);
  useLinkGuard(isDirty, isReleased, setTarget);
  useHistoryGuard(isDirty, isReleased, setTarget);
  const stay = useCallback(() => setTarget(null), []);
  const leave = useCallback(() => {
    if (target === null) return;
    setTarget(null);
    if ('href' in target) void navigate(target.href);
    else window.history.go(target.entries);
  }, [navigate, target]);
  return { isAsking: target !== null, stay, leave };
}

function useUnloadGuard(isDirty: boolean, isReleased: RefObject<boolean>): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isDirty, isReleased]);
}

function useLinkGuard(isDirty: boolean, isReleased: RefObject<boolean>, ask: (target: Target) => void): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const onClick = (event: MouseEvent) => {
      const href = pathOfLink(event);
      if (href === null || isReleased.current) return;
      event.preventDefault();
      event.stopPropagation();
      ask({ href });
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [isDirty, isReleased, ask]);
}

/**
 * The browser goes back before anybody is asked: it is sent forward again, and the router, which hears of neither, keeps the form
 * with what was typed. Each entry carries its number, by which the way back is known; nothing is remembered between two steps, so
 * a step that comes twice or never does no harm.
 */
function useHistoryGuard(isDirty: boolean, isReleased: RefObject<boolean>, ask: (target: Target) => void): void {
  useEffect(() => {
    const own = entryNumber();
    if (!isDirty || own === null) return undefined;
    return guardHistory(() => {
      const there = entryNumber();
      if (isReleased.current || there === null) return false;
      if (there !== own) {
        window.history.go(own - there);
        ask({ entries: there - own });
      }
      return true;
    });
  }, [isDirty, isReleased, ask]);
}

/** The number that the router gives to each entry of the history; null for one that is not the router's. */
function entryNumber(): number | null {
  const state: unknown = window.history.state;
  const hasNumber = typeof state === 'object' && state !== null && 'idx' in state;
  return hasNumber && typeof state.idx === 'number' ? state.idx : null;
}

/** The path of this site that a plain click on a link leads to, null for anything else and for places on this page. */
function pathOfLink(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement) || link.target === '_blank') return null;
  const place = link.pathname + link.search;
  if (link.origin !== location.origin || place === location.pathname + location.search) return null;
  return place + link.hash;
}
