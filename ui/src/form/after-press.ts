let isPressed = false;

if (typeof window !== 'undefined') {
  const note = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  window.addEventListener('pointerdown', note(true), { capture: true });
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, note(false), { capture: true });
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
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, once, { signal: ends.signal });
  return undefined;
}
