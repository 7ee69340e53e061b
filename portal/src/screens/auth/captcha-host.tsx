import { lazy, Suspense, useSyncExternalStore } from 'react';
import { askedCaptcha } from './captcha.ts';

const CaptchaDialog = lazy(() => import('./captcha-dialog.tsx').then((m) => ({ default: m.CaptchaDialog })));

/** Where the security check appears; once in the app. Its code is fetched when it is first asked for. */
export function CaptchaHost() {
  const answer = useSyncExternalStore(askedCaptcha.subscribe, askedCaptcha.current, () => null);
  if (answer === null) return null;
  return (
    <Suspense>
      <CaptchaDialog onAnswer={answer} />
    </Suspense>
  );
}
