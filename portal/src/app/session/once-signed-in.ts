import type { Screen } from '@exam/ui/app';
import { useLanguage } from '@exam/ui/i18n';
import { useEffect, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useSession } from './session.ts';

/**
 * A part of the page that is fetched once somebody has signed in, and stays from then on; null before.
 * @returns `isLost` when it could not be fetched; that is tried again on the next page
 */
export function useOnceSignedIn(part: Screen): { part: ComponentType | null; isLost: boolean } {
  const { isLogin } = useSession();
  const { language } = useLanguage();
  const { pathname } = useLocation();
  const [here, setHere] = useState(() => part.peek() ?? null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isLogin || here !== null) return;
    part.load(language).then(
      (component) => setHere(() => component),
      () => setLost(true),
    );
  }, [isLogin, here, part, language, pathname]);
  return { part: here, isLost: here === null && isLost };
}
