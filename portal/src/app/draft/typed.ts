import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { queryClient } from '../api.ts';
import { onStepsCleared } from './steps.ts';
import { userKey } from '../session/user-key.ts';

const typed = new Map<string, unknown>();
const keepers = new Set<() => Promise<unknown>>();
const hearers = new Set<() => void>();

// What one person typed is not for the next one, nor for after a sign-out.
onStepsCleared(() => typed.clear());

/**
 * State of a form that outlives the end of a session: it is remembered in this page's memory and is there again when the same
 * person has signed in and comes back. Whoever keeps it elsewhere hears of every change. It is forgotten when the form goes while they are
 * signed in: saved, cancelled or left.
 * @param place names the form, and what it is about, such as `wizard:tkt:examInfo`
 * @param begin what to begin with where nothing is remembered
 * @param isValue whether something remembered has the shape of the form's state
 * @param isKept whether it is remembered when the form goes too, until the draft is: a page that one comes back to
 */
export function useTyped<Value>(
  place: string,
  begin: () => Value,
  isValue: (value: unknown) => value is Value,
  isKept = false,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState(() => {
    const kept = typed.get(place);
    return isValue(kept) ? kept : begin();
  });
  const begun = useRef(value);
  useEffect(() => {
    typed.set(place, value);
    if (value !== begun.current) for (const hear of hearers) hear();
  }, [place, value]);
  useEffect(
    () => () => {
      if (!isKept && queryClient.getQueryData(userKey)) typed.delete(place);
    },
    [place, isKept],
  );
  return [value, setValue];
}

/** Everything typed and not saved, by place. */
export function allTyped(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(typed);
}

/** Brings back what the server kept of an earlier visit; what this page remembers itself is newer. */
export function bringTyped(kept: Readonly<Record<string, unknown>> | undefined): void {
  for (const [place, value] of Object.entries(kept ?? {})) if (!typed.has(place)) typed.set(place, value);
}

/** Hears whenever something is typed. @returns what stops it */
export function onTyped(hear: () => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** Has something done while the person is still signed in, before the page ends their session. @returns what takes it back */
export function beforeEnd(keep: () => Promise<unknown>): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** Does what is to be done before the session ends; it takes at most this many milliseconds and never fails. */
export async function keepBeforeEnd(patience = 3000): Promise<void> {
  const all = Promise.allSettled([...keepers].map((keep) => keep()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** Whether something is an object with fields, as the state of every form is. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
