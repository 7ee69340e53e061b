import { useMessages } from '@exam/ui/i18n';
import { Button, LinkButton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayOfferPasskey, passkeyOfferAnswered } from './answered-offers.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/session/session.ts';
import { signedInWords } from '../../messages/signed-in.ts';
import { useIsUndisturbed } from './undisturbed.ts';

/** After sign-in, offers an account without a passkey to add one, where this device can unlock it: once, never forced. */
export function PasskeyOffer() {
  const { user } = useSession();
  const isUndisturbed = useIsUndisturbed();
  if (user === null || isUndisturbed) return null;
  return <ForAccount key={user.id} id={user.id} />;
}

/** Whether this device has a finger sensor, a camera or a PIN of its own for passkeys. */
async function canUnlockPasskeys(): Promise<boolean> {
  if (typeof window.PublicKeyCredential !== 'function') return false;
  return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}

function ForAccount({ id }: { id: string }) {
  const words = useMessages(signedInWords).passkeyOffer;
  const [isOpen, setOpen] = useState(() => mayOfferPasskey(id));
  const { data: isWanting } = useQuery({
    queryKey: ['account', 'passkeyOffer', id],
    queryFn: async ({ signal }) =>
      (await canUnlockPasskeys()) && (await api('user.passkeys', {}, { signal, isQuiet: true })).length === 0,
    enabled: isOpen,
  });
  if (!isOpen || isWanting !== true) return null;
  const answer = () => {
    passkeyOfferAnswered(id);
    setOpen(false);
  };
  return (
    <aside className="bind-prompt no-print" aria-label={words.label}>
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p className="min-w-0 flex-1 basis-64">{words.text}</p>
        <div className="flex flex-none gap-3">
          <Button variant="quiet" small onClick={answer}>
            {words.notNow}
          </Button>
          <LinkButton
            variant="secondary"
            small
            href="/candidate/account#passkeys"
            onClick={() => passkeyOfferAnswered(id)}
          >
            {words.add}
          </LinkButton>
        </div>
      </div>
    </aside>
  );
}
