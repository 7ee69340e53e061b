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
  /** Asks who is signed in now, for in another tab somebody may have signed in since. Null where nobody is. */
  askWho: () => Promise<{ account: string; isOther: boolean } | null>;
};

const pause = 500;
let isRedirecting = false;

/**
 * The error table's behaviour: 401 clears the login, and on a protected page one toast of 3 s,
 * then the sign-in page 0.5 s after it; 403 says who is signed in now; any other refusal shows its `userMessage` for 3 s.
 */
export function reactTo(problem: Problem, acts: ProblemActs): void {
  if (problem.status === 401) {
    const wasProtected = acts.isProtected();
    if (wasProtected && !isRedirecting) {
      isRedirecting = true;
      void leave(acts);
    }
    acts.clearLogin();
    return;
  }
  if (problem.status === 404) return;
  if (problem.code === 'FORBIDDEN') return void tellWho(problem, acts);
  const words = frameWords.peek(activeLanguage());
  const text = problem.userMessage || (problem.status === 0 ? words?.noConnection : words?.somethingWrong);
  if (text) void showToast(text, 'warning');
}

/** The call did nothing and the form is unchanged: says who is signed in now, and how the form can be sent. */
async function tellWho({ userMessage }: Problem, acts: ProblemActs): Promise<void> {
  const words = frameWords.peek(activeLanguage());
  const who = await acts.askWho();
  const text = who?.isOther ? words?.signedInAs(who.account) : who === null ? userMessage : words?.signedInAgain;
  if (text) await showToast(text, 'warning');
}

/** Whether the page waits to go to sign-in; a protected page stays as it is until then. */
export function isLeavingForSignIn(): boolean {
  return isRedirecting;
}

async function leave(acts: ProblemActs): Promise<void> {
  await showToast(frameWords.peek(activeLanguage())?.redirecting ?? '', 'warning');
  await new Promise((resolve) => setTimeout(resolve, pause));
  isRedirecting = false;
  acts.goToSignIn();
}
