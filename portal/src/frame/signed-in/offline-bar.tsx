import { useMessages } from '@exam/ui/i18n';
import { useSyncExternalStore } from 'react';
import { signedInWords } from '../../messages/signed-in.ts';

function hearNetwork(hear: () => void): () => void {
  window.addEventListener('online', hear);
  window.addEventListener('offline', hear);
  return () => {
    window.removeEventListener('online', hear);
    window.removeEventListener('offline', hear);
  };
}

/** Says as long as there is no network that nothing can be sent now, and that nothing on the page is lost. */
export function OfflineBar() {
  const words = useMessages(signedInWords);
  const isOnline = useSyncExternalStore(
    hearNetwork,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <p
      className="no-print sticky bottom-0 z-40 border-t border-control bg-amber-soft px-4 py-2 text-center font-bold"
      role="status"
    >
      {words.offline}
    </p>
  );
}
