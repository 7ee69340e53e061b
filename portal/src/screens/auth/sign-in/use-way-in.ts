import type { Reply } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { signedIn } from '../../../app/session/session.ts';
import { authWords } from '../../../messages/auth.ts';

type LoginResult = Reply<'user.signIn'>;

/** What is still to be shown before somebody is signed in (R-17, S-19). */
export type StepLeft =
  | { kind: 'secondFactor'; means: 'phone' | 'email'; target: string }
  | { kind: 'possession'; ways: NonNullable<LoginResult['possession']>['ways'] };

/** The step that an answer asks for, or null when it signs in. */
function stepLeftOf({ isAuthorized, secondFactor, possession }: LoginResult): StepLeft | null {
  if (isAuthorized) return null;
  if (secondFactor !== null) return { kind: 'secondFactor', ...secondFactor };
  return { kind: 'possession', ways: possession?.ways ?? [] };
}

/** From an answer of any way to sign in: in, or to the step that is left. `again` starts again, as after ten minutes. */
export function useWayIn() {
  const words = useMessages(authWords).signIn;
  const [stepLeft, setStepLeft] = useState<StepLeft | null>(null);
  const [isAgain, setAgain] = useState(false);
  const arrive = async (result: LoginResult) => {
    const left = stepLeftOf(result);
    setStepLeft(left);
    if (left !== null) return;
    void showToast(words.done, 'success');
    await signedIn(result.data);
  };
  const again = () => {
    setAgain(true);
    setStepLeft(null);
  };
  return { stepLeft, arrive, again, isAgain };
}

export type Arrive = ReturnType<typeof useWayIn>['arrive'];
