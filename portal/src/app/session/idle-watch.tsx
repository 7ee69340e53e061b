import { useMessages } from '@exam/ui/i18n';
import { Button, Countdown, Dialog } from '@exam/ui/parts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { signedInWords } from '../../messages/signed-in.ts';
import { api, tellProblem } from '../api.ts';
import { signInUrl } from './callback-url.ts';
import { activityEvents, createIdleWatch, storedInstant } from './idle.ts';
import { clearLogin, useSession } from './session.ts';
import { keepBeforeEnd } from '../draft/typed.ts';

type Shown = { kind: 'none' } | { kind: 'warning'; seconds: number } | { kind: 'over' };

/** The server counts calls, not keys: asks it who is signed in, and says so if nobody is any more. */
async function keepAlive(): Promise<void> {
  const user = await api('user.current', {}, { isQuiet: true }).catch(() => undefined);
  if (user === null) tellProblem({ status: 401, code: 'UNAUTHENTICATED', userMessage: '' });
}

/**
 * Signs out here and at the server, and goes where one signs in and comes back to this page. What a registration in progress has
 * kept stays, and what was typed last is kept first.
 */
function useEnd() {
  const navigate = useNavigate();
  return async () => {
    const { pathname, search, hash } = window.location;
    await keepBeforeEnd();
    api('user.signOutByPost', { body: {} }, { isQuiet: true }).catch(() => undefined);
    clearLogin();
    void navigate(signInUrl(pathname + search + hash), { replace: true });
  };
}

function useIdleWatch() {
  const { isLogin } = useSession();
  const [shown, setShown] = useState<Shown>({ kind: 'none' });
  const stay = useRef(() => undefined as void);
  const end = useEnd();
  const endNow = useRef(end);
  useEffect(() => {
    endNow.current = end;
  });
  useEffect(() => {
    if (!isLogin) return undefined;
    const watch = createIdleWatch({
      now: () => Date.now(),
      shared: storedInstant,
      keepAlive: () => void keepAlive(),
      onPhase: (phase, left) => {
        if (phase === 'active') setShown({ kind: 'none' });
        if (phase === 'warning') setShown({ kind: 'warning', seconds: Math.ceil(left / 1000) });
        if (phase !== 'over') return;
        setShown({ kind: 'over' });
        void endNow.current();
      },
    });
    stay.current = watch.stay;
    const timer = setInterval(watch.look, 1000);
    const options = { capture: true, passive: true };
    for (const event of activityEvents) window.addEventListener(event, watch.sign, options);
    return () => {
      clearInterval(timer);
      for (const event of activityEvents) window.removeEventListener(event, watch.sign, options);
      // Signed out meanwhile, in this tab or another: there is nothing to warn of.
      setShown((now) => (now.kind === 'warning' ? { kind: 'none' } : now));
    };
  }, [isLogin]);
  return { shown, stay: () => stay.current(), close: () => setShown({ kind: 'none' }) };
}

/** Half an hour without a sign of life ends the session: a warning a minute before, then a dialog that must be answered. */
export function IdleWatch() {
  const words = useMessages(signedInWords).idle;
  const { shown, stay, close } = useIdleWatch();
  const signInAgain = () => {
    close();
    document.querySelector<HTMLElement>('#main h1')?.focus();
  };
  return (
    <>
      <Dialog
        open={shown.kind === 'warning'}
        title={words.warning}
        onClose={stay}
        actions={<Button onClick={stay}>{words.stay}</Button>}
      >
        {shown.kind === 'warning' && (
          <p>
            {words.warningText} <Countdown seconds={shown.seconds} />
          </p>
        )}
      </Dialog>
      <Dialog
        open={shown.kind === 'over'}
        title={words.over}
        actions={<Button onClick={signInAgain}>{words.signInAgain}</Button>}
      >
        <p>{words.overText}</p>
      </Dialog>
    </>
  );
}
