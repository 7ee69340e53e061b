type Asking = { isAsking: boolean };

let state: Asking = { isAsking: false };
let answer: ((isProven: boolean) => void) | null = null;
let running: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function change(next: Asking): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Asks the person for a fresh proof of identity; calls that wait at the same time share one dialog. False when declined. */
export function askForProof(): Promise<boolean> {
  running ??= new Promise<boolean>((resolve) => {
    answer = resolve;
    change({ isAsking: true });
  }).finally(() => {
    running = null;
    change({ isAsking: false });
  });
  return running;
}

/** Answers whoever waits for the proof. */
export function proofGiven(isProven: boolean): void {
  answer?.(isProven);
}

export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function proofState(): Asking {
  return state;
}
