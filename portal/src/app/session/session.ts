import { tellTabs } from '@exam/ui/app';
import { queryOptions, useQuery, type Query } from '@tanstack/react-query';
import { useState } from 'react';
import { api, askAgain, queryClient } from '../api.ts';
import { useHydrated } from '../hydrated.ts';
import { clearSteps } from '../draft/steps.ts';
import { cartCountKey, userKey, type User } from './user-key.ts';

async function askWhoIsSignedIn({ signal }: { signal: AbortSignal }): Promise<User | null> {
  const user = await api('user.current', {}, { signal, isQuiet: true });
  if (user) keepOnlyOwn(user.id);
  return user;
}

/** The current-user call, one in flight and remembered for 30 s. It is quiet: nobody signed in is no error. */
export const currentUser = queryOptions({ queryKey: userKey, queryFn: askWhoIsSignedIn, staleTime: 30_000 });
queryClient.setQueryDefaults(userKey, { queryFn: askWhoIsSignedIn });

export type Session = {
  user: User | null;
  /** Somebody is signed in. */
  isLogin: boolean;
  /** The server has been asked and has answered. */
  isKnown: boolean;
  /** The server could not be asked. */
  isUnreachable: boolean;
};

/**
 * Who is signed in, as far as is known. While a prerendered page hydrates, nobody: it was written for visitors, and its
 * parts hydrate one after the other, the last perhaps after the answer has come.
 */
export function useSession(): Session {
  const isHydrated = useHydrated();
  const { data: known, isError } = useQuery(currentUser);
  const data = isHydrated ? known : undefined;
  return {
    user: data ?? null,
    isLogin: data !== undefined && data !== null,
    isKnown: data !== undefined,
    isUnreachable: data === undefined && isError,
  };
}

/** Number of lines in the cart, 0 when signed out; asked for after sign-in with page size 1. */
export function useCartCount(): number {
  const { isLogin } = useSession();
  const { data } = useQuery({
    queryKey: cartCountKey,
    queryFn: ({ signal }) =>
      api(
        'application.cart',
        { body: { status: 'Initiated', pageIndex: 1, pageSize: 1 } },
        { signal, isQuiet: true },
      ).then((page) => page.recordCount),
    enabled: isLogin,
  });
  return isLogin ? (data ?? 0) : 0;
}

let lastUserId: string | null = null;

/** What one person left half done on this page, and what was shown to them, is not for the next one. */
function keepOnlyOwn(userId: string | undefined): void {
  if (userId === undefined) return;
  if (lastUserId !== null && userId !== lastUserId) {
    clearSteps();
    void queryClient.resetQueries({ predicate: isPersonal });
  }
  lastUserId = userId;
}

/**
 * Counts up when somebody else signs in, here or in another tab of the browser: the key of whatever people type, so that the words of
 * one are never sent in the name of another. Signing in for the first time and out again leave it as it is.
 */
export function useTurn(): number {
  const { user } = useSession();
  const [known, setKnown] = useState({ id: user?.id ?? null, turn: 0 });
  if (user !== null && user.id !== known.id)
    setKnown({ id: user.id, turn: known.id === null ? known.turn : known.turn + 1 });
  return known.turn;
}

/** Somebody signed in or registered: remembers the person and tells the other tabs. */
export async function signedIn(user: User | null): Promise<void> {
  forgetPersonal();
  if (user === null) await queryClient.fetchQuery({ ...currentUser, staleTime: 0 });
  else queryClient.setQueryData(userKey, user);
  keepOnlyOwn(queryClient.getQueryData<User | null>(userKey)?.id);
  tellTabs('signedIn');
}

/** Nobody is signed in any more: login, cart count and everything personal is forgotten. */
export function clearLogin(): void {
  forgetPersonal();
  lastUserId = queryClient.getQueryData<User | null>(userKey)?.id ?? lastUserId;
  queryClient.setQueryData(userKey, null);
}

/** Ends the session at the server and here, forgets a registration in progress, tells the other tabs. The caller decides where to go. */
export async function signOut(): Promise<void> {
  await api('user.signOutByPost', { body: {} });
  clearSteps();
  tellTabs('signedOut');
}

/** The cart has changed: its count and lists are asked for again, in every tab. */
export async function cartChanged(): Promise<void> {
  tellTabs('cart');
  await askAgain('cart');
}

/** Drops every remembered answer except the public catalogue and the user itself. */
function forgetPersonal(): void {
  queryClient.removeQueries({ predicate: isPersonal });
}

function isPersonal({ queryKey: [first] }: Query): boolean {
  return first !== 'user' && first !== 'catalogue' && first !== 'session';
}
