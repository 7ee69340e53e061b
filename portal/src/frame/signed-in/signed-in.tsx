import { hearTabs } from '@exam/ui/app';
import { useEffect } from 'react';
import { IdleWatch } from '../../app/session/idle-watch.tsx';
import { deleteCopy } from '../../app/kept-copy.ts';
import { useSession } from '../../app/session/session.ts';
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
      <OwnCopyOnly />
    </>
  );
}

/** A copy of exams that is kept on this device is one account's: it goes where another signs in, and with whoever signs out, here or in another tab (decision 0097). */
function OwnCopyOnly() {
  const { user } = useSession();
  const id = user?.id;
  useEffect(() => {
    if (id !== undefined) void deleteCopy(id);
  }, [id]);
  useEffect(
    () =>
      hearTabs((news) => {
        if (news === 'signedOut') void deleteCopy();
      }),
    [],
  );
  return null;
}

export { UserMenu } from './user-menu.tsx';
