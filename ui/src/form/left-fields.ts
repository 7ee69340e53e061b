import { useState } from 'react';

let isPressed = false;

if (typeof window !== 'undefined') {
  // A finger's press comes as these two as well, one right after the other and both after it has been lifted: the field is left between them.
  window.addEventListener('mousedown', ({ button }) => (isPressed = button === 0), { capture: true });
  for (const end of ['mouseup', 'dragend']) window.addEventListener(end, () => (isPressed = false), { capture: true });
}

/**
 * Does something once no button or finger is down. Leaving a field by pressing elsewhere would otherwise let a sentence appear under
 * the pointer, and what was aimed at would move away before the press counts.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  const ends = new AbortController();
  const once = () => {
    ends.abort();
    setTimeout(act);
  };
  for (const end of ['mouseup', 'dragend']) window.addEventListener(end, once, { signal: ends.signal });
  return undefined;
}

const none: ReadonlySet<string> = new Set();

/** The fields of a form that the person has left, which say from then on what is wrong with them; never while a press is on. */
export function useLeftFields() {
  const [left, setLeft] = useState(none);
  return {
    left,
    leave: (field: string) => afterPress(() => setLeft((before) => new Set(before).add(field))),
    forget: () => setLeft(none),
  };
}
