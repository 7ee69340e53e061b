import { useMessages } from '@exam/ui/i18n';
import { Button, Link } from '@exam/ui/parts';
import { useState, useSyncExternalStore } from 'react';
import { frameWords } from '../messages/frame.ts';
import { useIsUndisturbed } from './signed-in/undisturbed.ts';

const key = 'cookie-banner';

function wasClosed(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

const never = () => () => undefined;

/** Says once which cookies there are. Nothing waits for an answer, as there are only necessary ones. */
export function CookieBanner() {
  const words = useMessages(frameWords).cookies;
  const closedBefore = useSyncExternalStore(never, wasClosed, () => true);
  const [isClosed, setClosed] = useState(false);
  const isUndisturbed = useIsUndisturbed();
  if (closedBefore || isClosed || isUndisturbed) return null;
  const close = () => {
    setClosed(true);
    try {
      localStorage.setItem(key, 'closed');
    } catch {
      // It will be shown again; nothing is lost.
    }
  };
  return (
    <aside className="cookie-banner no-print" aria-label={words.label}>
      <div className="page-width flex items-center justify-between gap-x-6 py-3">
        <p>
          {words.text} <Link href="/help/privacyCookie">{words.link}</Link>
        </p>
        <Button variant="secondary" small className="flex-none whitespace-nowrap" onClick={close}>
          {words.close}
        </Button>
      </div>
    </aside>
  );
}
