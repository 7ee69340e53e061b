const key = 'steps';
const listeners = new Set<() => void>();

/** What session storage keeps of the registration in progress: step names, ids and form answers only. */
export function readSteps(): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps the registration in progress; a browser without storage goes on without. */
export function writeSteps(value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The server's draft still has it.
  }
}

/** Forgets the registration in progress: when it is completed, given up, or the person logs out. */
export function clearSteps(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
  for (const listener of listeners) listener();
}

/** Hears when it is forgotten; gives a function that stops it. */
export function onStepsCleared(act: () => void): () => void {
  listeners.add(act);
  return () => listeners.delete(act);
}
