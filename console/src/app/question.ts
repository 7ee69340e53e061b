/**
 * A question that a call puts to the person before it is made again: a fresh proof, a reason. Calls that wait at the same time share one
 * dialog; whoever was not answered by it asks again.
 */
export function createQuestion<About extends object>() {
  let about: About | null = null;
  let answer: ((isGiven: boolean) => void) | null = null;
  let running: Promise<boolean> | null = null;
  const listeners = new Set<() => void>();
  const change = (next: About | null): void => {
    about = next;
    for (const listener of listeners) listener();
  };
  return {
    /** False when declined. */
    ask: (asked: About): Promise<boolean> => {
      running ??= new Promise<boolean>((resolve) => {
        answer = resolve;
        change(asked);
      }).finally(() => {
        running = null;
        change(null);
      });
      return running;
    },
    /** Answers whoever waits. */
    answer: (isGiven: boolean): void => answer?.(isGiven),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** What is asked about now; null while nothing is. */
    current: (): About | null => about,
  };
}
