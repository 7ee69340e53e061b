import { newIdempotencyKey } from '@exam/ui/app';
import { useEffect, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/**
 * What pages keep with the entries of the browser's history, in memory alone: Back finds it again, no address ever holds it, and a reload or whoever
 * signs out forgets it.
 */
const kept = new Set<Map<string, unknown>>();

/** Forgets what was kept, and which pages were open. */
export function forgetEntries(): void {
  for (const each of kept) each.clear();
  rowsShown.clear();
  paths.length = 0;
}

/** A value that is given to an entry as it is opened. @returns a hook that reads that of the open entry, and what to navigate with. */
export function handedOn<T>(nothing: T): { useHanded: () => T; hand: (value: T) => NavigateOptions } {
  const values = new Map<string, T>();
  kept.add(values);
  return {
    useHanded: () => {
      const { state }: { state: unknown } = useLocation();
      return (typeof state === 'string' ? values.get(state) : undefined) ?? nothing;
    },
    hand: (value) => {
      const id = newIdempotencyKey();
      values.set(id, value);
      return { state: id };
    },
  };
}

/** A value that changes while an entry is open. @returns a hook like `useState`; an entry begins with the value of the one before. */
export function keptByEntry<T>(first: T): () => [T, (next: T) => void] {
  const values = new Map<string, T>();
  kept.add(values);
  return function useKept() {
    const { key } = useLocation();
    const [state, setState] = useState(() => ({ key, value: values.get(key) ?? first }));
    const value = state.key === key ? state.value : (values.get(key) ?? state.value);
    if (state.key !== key) setState({ key, value });
    useEffect(() => {
      values.set(key, value);
    }, [key, value]);
    return [value, (next) => setState((now) => ({ ...now, value: next }))];
  };
}

/** The pages of this visit in the order of the browser's history. */
const paths: string[] = [];

/** The number of the entry that is open, as the router counts them. */
function entryNumber(): number | null {
  const state: unknown = window.history.state;
  const number = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : null;
  return typeof number === 'number' ? number : null;
}

/** Follows somebody from page to page, so that `useWayBack` knows where they come from. */
export function useEntries(): void {
  const { key, pathname } = useLocation();
  useEffect(() => {
    const number = entryNumber();
    if (number !== null) paths[number] = pathname;
  }, [key, pathname]);
}

/** @returns goes back to a page where it is the one before, and says whether it did. */
export function useWayBack(): (href: string) => boolean {
  const navigate = useNavigate();
  return (href) => {
    const number = entryNumber();
    if (number === null || paths[number - 1] !== href) return false;
    void navigate(-1);
    return true;
  };
}

/** Where the rows of a list lead, by the number of the entry that shows it. */
const rowsShown = new Map<number, { path: string; hrefs: readonly string[] }>();

/** Notes where the rows of the list on show lead, so that `useNeighbours` knows which rows are next to one that is opened. */
export function useRowsShown(hrefs: readonly string[]): void {
  const { pathname: path } = useLocation();
  const all = hrefs.join(' ');
  useEffect(() => {
    const number = entryNumber();
    if (number !== null) rowsShown.set(number, { path, hrefs: all.split(' ') });
  }, [path, all]);
}

/** The place of the open page among the rows of the list that it was opened from, counted from 1, and the pages beside it. */
export type Neighbours = { at: number; of: number; before: string | undefined; after: string | undefined };

/** @returns null for a page that was not opened from a list, or as the only row of one. */
export function useNeighbours(): Neighbours | null {
  const { pathname } = useLocation();
  const number = entryNumber();
  const rows = number === null ? undefined : rowsShown.get(number - 1);
  if (number === null || rows === undefined || paths[number - 1] !== rows.path || rows.hrefs.length < 2) return null;
  const at = rows.hrefs.indexOf(pathname);
  return at < 0 ? null : { at: at + 1, of: rows.hrefs.length, before: rows.hrefs[at - 1], after: rows.hrefs[at + 1] };
}

/** @returns goes to the page beside the open one in its place, so that the way back still leads to the list. */
export function useMoveOn(): (href: string) => void {
  const navigate = useNavigate();
  return (href) => void navigate(href, { replace: true });
}
