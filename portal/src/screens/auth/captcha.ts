import { api } from '../../app/api.ts';
import { solvePuzzle } from './proof-of-work.ts';

type Answer = (captchaVerifyId: string | null) => void;

let asking: { answer: Answer; promise: Promise<string | null> } | null = null;
const listeners = new Set<() => void>();

function change(next: typeof asking): void {
  asking = next;
  for (const listener of listeners) listener();
}

/**
 * Shows the security check in a dialog over the page: the slider, or the proof of work for who cannot use it (R-18, S-8). Asked twice
 * at once, there is one check.
 * @returns the id to spend on one call within two minutes; null when the person closed the check
 */
export function passCaptcha(): Promise<string | null> {
  if (asking !== null) return asking.promise;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const answer: Answer = (captchaVerifyId) => {
    if (asking?.promise === promise) change(null);
    resolve(captchaVerifyId);
  };
  change({ answer, promise });
  return promise;
}

/** The check that is asked for now, for `useSyncExternalStore`: what to call with its outcome, or null. */
export const askedCaptcha = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): Answer | null => asking?.answer ?? null,
};

/** Has this browser prove some work, without a picture. @returns the id to spend */
export async function proveWork(): Promise<string> {
  const { id, salt, challenge, maxNumber } = await api('captcha.get', { query: { kind: 'pow' } }, { isQuiet: true });
  const number = await solvePuzzle({ salt: salt ?? '', challenge: challenge ?? '', maxNumber: maxNumber ?? 0 });
  const body = { id, number: number ?? -1 };
  const { captchaVerifyId } = await api('captcha.verify', { body }, { isQuiet: true });
  return captchaVerifyId;
}
