import { Navigate, hearTabs } from '@exam/ui/app';
import { Skeleton } from '@exam/ui/parts';
import { use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CannotShow } from './cannot-show.tsx';
import { api, askAgain, onProblems, queryClient } from '../app/api.ts';
import { signInUrl } from '../app/session/callback-url.ts';
import { isLeavingForSignIn } from '../app/problems.ts';
import { ProtectedPages } from '../app/session/protected-pages.ts';
import { clearLogin, currentUser, signOut, useSession } from '../app/session/session.ts';
import { clearSteps } from '../app/draft/steps.ts';
import { userKey, type User } from '../app/session/user-key.ts';

let isLeaving = false;
const listeners = new Set<() => void>();
const setLeaving = (value: boolean) => {
  isLeaving = value;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A page that needs a signed-in person: anybody else is sent to sign in and comes back. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { isLogin, isKnown, isUnreachable } = useSession();
  const { pathname, search, hash } = useLocation();
  const leaving = useSyncExternalStore(
    subscribe,
    () => isLeaving || isLeavingForSignIn(),
    () => false,
  );
  if (isLogin || leaving) return children;
  if (isUnreachable) return <CannotShow onAgain={() => void queryClient.refetchQueries({ queryKey: userKey })} />;
  if (!isKnown) {
    return (
      <div className="page-width py-10">
        <Skeleton count={3} />
      </div>
    );
  }
  return <Navigate replace to={signInUrl(pathname + search + hash)} />;
}

/**
 * The session's part in the app, mounted once: what happens on a refused call, asking who is signed in before each
 * navigation while nobody is, and hearing of other tabs.
 */
export function useSessionKeeping(): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isProtected = use(ProtectedPages);
  useEffect(() => {
    setLeaving(false);
    if (!queryClient.getQueryData(userKey)) queryClient.fetchQuery(currentUser).catch(() => undefined);
  }, [pathname]);
  useEffect(() => {
    const here = () => window.location.pathname;
    onProblems({
      clearLogin,
      isProtected: () => isProtected(here()),
      askWho,
      goToSignIn: () => void navigate(signInUrl(here() + window.location.search)),
    });
    return () => onProblems(null);
  }, [navigate, isProtected]);
  useEffect(
    () =>
      hearTabs((news) => {
        if (news === 'cart') void askAgain('cart');
        else if (news === 'signedOut') {
          clearSteps();
          clearLogin();
        } else void queryClient.invalidateQueries();
      }),
    [],
  );
}

/**
 * Asks who is signed in now. If it is the same person in a new session, the page uses that session from now on. If it is another person, the page
 * changes nothing, because everything on it belongs to the first. Null if nobody is signed in or the server cannot be reached.
 */
async function askWho(): Promise<{ account: string; isOther: boolean } | null> {
  const before = queryClient.getQueryData<User | null>(userKey);
  const now = await api('user.current', {}, { isQuiet: true }).catch(() => null);
  if (now === null) return null;
  const isOther = now.id !== before?.id;
  if (!isOther) queryClient.setQueryData(userKey, now);
  return { account: now.phoneNumber || now.email, isOther };
}

/** Signing out: ends the session, goes home if the page needs a signed-in person, forgets everything personal. */
export function useSignOut(): () => Promise<void> {
  const leave = useLeave();
  return useMemo(
    () => async () => {
      await signOut();
      await leave();
    },
    [leave],
  );
}

/** What follows the end of the session at the server: home from a page that needs a signed-in person, everything personal forgotten. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const isProtected = use(ProtectedPages);
  return useMemo(
    () => async () => {
      if (isProtected(window.location.pathname)) {
        setLeaving(true);
        await navigate('/');
      }
      clearLogin();
    },
    [navigate, isProtected],
  );
}
