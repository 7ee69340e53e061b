import { IdleWatch } from '../../app/session/idle-watch.tsx';
import { BindEmailPrompt } from './bind-email-prompt.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';

/** What is around a page for somebody who is signed in; what tells them that they no longer are stays after that. */
export function SignedInParts() {
  return (
    <>
      <BindEmailPrompt />
      <PasskeyOffer />
      <IdleWatch />
      <OfflineBar />
    </>
  );
}

export { UserMenu } from './user-menu.tsx';
