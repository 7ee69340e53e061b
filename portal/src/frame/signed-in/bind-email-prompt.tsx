import { useMessages } from '@exam/ui/i18n';
import { Button, LinkButton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { mayAskToBind, restFromAsking } from './bind-prompt.ts';
import { useSession } from '../../app/session/session.ts';
import { signedInWords } from '../../messages/signed-in.ts';
import { useIsUndisturbed } from './undisturbed.ts';

/** After sign-in, asks an account without an e-mail address to add one; "not now" rests for seven days. */
export function BindEmailPrompt() {
  const { user } = useSession();
  const isUndisturbed = useIsUndisturbed();
  if (user === null || isUndisturbed) return null;
  return <ForAccount key={user.id} id={user.id} hasEmail={user.email !== ''} />;
}

function ForAccount({ id, hasEmail }: { id: string; hasEmail: boolean }) {
  const words = useMessages(signedInWords).bindEmail;
  const [isAsking, setAsking] = useState(() => mayAskToBind(id, Date.now()));
  const bound = useQuery({
    queryKey: ['email', 'isBound', id],
    queryFn: ({ signal }) => api('user.isEmailBound', {}, { signal, isQuiet: true }),
    enabled: isAsking && !hasEmail,
  });
  if (!isAsking || hasEmail || bound.data?.isBound !== false) return null;
  const rest = () => {
    restFromAsking(id, Date.now());
    setAsking(false);
  };
  return (
    <aside className="bind-prompt no-print" aria-label={words.label}>
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p className="min-w-0 flex-1 basis-64">{words.text}</p>
        <div className="flex flex-none gap-3">
          <Button variant="quiet" small onClick={rest}>
            {words.notNow}
          </Button>
          <LinkButton variant="secondary" small href="/candidate/account?bind=email">
            {words.add}
          </LinkButton>
        </div>
      </div>
    </aside>
  );
}
