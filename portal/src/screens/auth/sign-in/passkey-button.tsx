import { CallError } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, showToast } from '@exam/ui/parts';
import { useRef, useState } from 'react';
import { api } from '../../../app/api.ts';
import { authWords } from '../../../messages/auth.ts';
import type { Arrive } from './use-way-in.ts';

/** Browsers without WebAuthn, and pages over plain http, have no passkeys. */
const hasPasskeys = () => typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';

/** Asks the device for a passkey and signs in by it. What speaks WebAuthn is fetched when it is first used. */
async function signInByPasskey() {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api('user.passkeyChallenge', { body: {} }),
  ]);
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  if (type !== 'public-key') throw new TypeError(type);
  return await api('user.signInByPasskey', { body: { credential: { id, rawId, type, response } } });
}

/** One more way to sign in, for whoever has a passkey: offered, never needed. */
export function PasskeyButton({ onArrive }: { onArrive: Arrive }) {
  const { passkey, signIn } = useMessages(authWords);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  if (!hasPasskeys()) return null;
  const act = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await onArrive(await signInByPasskey());
    } catch (error) {
      // The person has been told of a refused call; anything else is the device saying no, or the person.
      if (!(error instanceof CallError)) void showToast(passkey.notUsed);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return (
    <>
      <p className="my-4 flex items-center gap-4 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {signIn.or}
      </p>
      <Button variant="secondary" className="w-full" busy={isBusy} onClick={() => void act()}>
        {isBusy ? passkey.waiting : passkey.button}
      </Button>
    </>
  );
}
