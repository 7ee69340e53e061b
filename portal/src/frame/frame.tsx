import { useMessages } from '@exam/ui/i18n';
import { LoadingOverlay, ToastRegion } from '@exam/ui/parts';
import { useIsMutating } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { frameWords } from '../messages/frame.ts';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { ForSignedIn } from './signed-in/for-signed-in.tsx';
import { Header } from './header.tsx';
import { Remembered } from './remembered.tsx';

/**
 * What is around every page. The veil lies over it while a change with `mutationKey: ['veil']` is under way; other
 * changes show themselves on their own button.
 */
export function Frame({ children }: { children: ReactNode }) {
  const words = useMessages(frameWords);
  const veiled = useIsMutating({ mutationKey: ['veil'] });
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        {words.skip}
      </a>
      <Header />
      <main id="main" className="frame-main" tabIndex={-1}>
        <Remembered />
        {children}
      </main>
      <CookieBanner />
      <ForSignedIn />
      <Footer />
      <ToastRegion />
      <LoadingOverlay busy={veiled > 0} />
    </div>
  );
}
