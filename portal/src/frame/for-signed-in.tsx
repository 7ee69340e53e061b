import { screen, type Screen } from '@exam/ui/app';
import { useLanguage } from '@exam/ui/i18n';
import { createElement, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../app/session.ts';
import { signedInWords } from '../messages/signed-in.ts';

const parts = screen(() => import('./signed-in.tsx').then((module) => module.SignedInParts), signedInWords);
const menu = screen(() => import('./signed-in.tsx').then((module) => module.UserMenu));

/** What only a signed-in person needs is fetched when there is one; a visitor's page goes without it. */
export function ForSignedIn() {
  const Parts = useOnceSignedIn(parts);
  return <Suspense fallback={null}>{Parts === null ? null : createElement(Parts)}</Suspense>;
}

/** The signed-in person's menu in the bar. */
export function MenuForSignedIn() {
  const Menu = useOnceSignedIn(menu);
  return Menu === null ? null : createElement(Menu);
}

/** A part once somebody has signed in, and from then on; null before. What could not be fetched is tried again on the next page. */
function useOnceSignedIn(part: Screen): ComponentType | null {
  const { isLogin } = useSession();
  const { language } = useLanguage();
  const { pathname } = useLocation();
  const [here, setHere] = useState(() => part.peek() ?? null);
  useEffect(() => {
    if (!isLogin || here !== null) return;
    part.load(language).then(
      (component) => setHere(() => component),
      () => undefined,
    );
  }, [isLogin, here, part, language, pathname]);
  return here;
}
