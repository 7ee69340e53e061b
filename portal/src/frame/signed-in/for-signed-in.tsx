import { screen } from '@exam/ui/app';
import { createElement, Suspense } from 'react';
import { useOnceSignedIn } from '../../app/session/once-signed-in.ts';
import { signedInWords } from '../../messages/signed-in.ts';

const parts = screen(() => import('./signed-in.tsx').then((module) => module.SignedInParts), signedInWords);
const menu = screen(() => import('./signed-in.tsx').then((module) => module.UserMenu));

/** What only a signed-in person needs is fetched when there is one; a visitor's page goes without it. */
export function ForSignedIn() {
  const { part: Parts } = useOnceSignedIn(parts);
  return <Suspense fallback={null}>{Parts === null ? null : createElement(Parts)}</Suspense>;
}

/** The signed-in person's menu in the bar. */
export function MenuForSignedIn() {
  const { part: Menu } = useOnceSignedIn(menu);
  return Menu === null ? null : createElement(Menu);
}
