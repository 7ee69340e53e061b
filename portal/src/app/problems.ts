import { activeLanguage } from '@exam/ui/app';
import type { Problem } from '@exam/contract/client';
import { showToast } from '@exam/ui/parts';
import { frameWords } from '../messages/frame.ts';

/** How the page behaves on a refused call; the session gives the acts. */
export type ProblemActs = {
  /** Forgets who was signed in. */
  clearLogin: () => void;
  /** The page on show needs a signed-in person. */
  isProtected: () => boolean;
  /** Goes to the sign-in page that leads back here. */
  goToSignIn: () => void;
};

const pause = 500;
let isRedirecting = false;

/**
 * The error table's behaviour: 401 clears the login, and on a protected page one toast of 3 s,
 * then the sign-in page 0.5 s after it; any other refusal shows its `userMessage` for 3 s.
 */
export function reactTo(problem: Problem, acts: ProblemActs): void {
  const words = frameWords.peek(activeLanguage());
  if (problem.status === 401) {
    const wasProtected = acts.isProtected();
    if (wasProtected && !isRedirecting) {
      isRedirecting = true;
      void leave(words?.redirecting ?? '', acts);
    }
    acts.clearLogin();
    return;
  }
  if (problem.status === 404) return;
  const text = problem.userMessage || (problem.status === 0 ? words?.noConnection : words?.somethingWrong);
  if (text) void showToast(text, 'warning');
}

/** Whether the page waits to go to sign-in; a protected page stays as it is until then. */
export function isLeavingForSignIn(): boolean {
  return isRedirecting;
}

async function leave(text: string, acts: ProblemActs): Promise<void> {
  await showToast(text, 'warning');
  await new Promise((resolve) => setTimeout(resolve, pause));
  isRedirecting = false;
  acts.goToSignIn();
}
