import type { Permission } from '@exam/contract/staff/permissions';
import type { StaffReply } from '@exam/contract/staff/client';
import { hearTabs, tellTabs } from '@exam/ui/app';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meKey, queryClient, setToken, staffApi } from './api.ts';
import { forgetEntries } from './entries.ts';

export type Me = NonNullable<StaffReply<'staff.me'>>;

/** Who is signed in at the console; null when nobody is. */
export const currentMe = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }) => {
    const me = await staffApi('staff.me', {}, { signal, isQuiet: true });
    arrived(me);
    return me;
  },
  staleTime: 60_000,
});

export type Session = { me: Me | null; isKnown: boolean; isUnreachable: boolean };

export function useSession(): Session {
  const { data, isError } = useQuery(currentMe);
  return { me: data ?? null, isKnown: data !== undefined, isUnreachable: data === undefined && isError };
}

/** The signed-in person; only below the frame, which shows the sign-in page to everybody else. */
export function useMe(): Me {
  const { me } = useSession();
  if (me === null) throw new Error('Nobody is signed in.');
  return me;
}

/** Whether the signed-in person holds a right: what is drawn. The server decides. */
export function useMay(): (permission: Permission) => boolean {
  const { me } = useSession();
  return (permission) => me?.permissions.includes(permission) ?? false;
}

let lastId: string | null = null;

/** What was shown to one person is not for the next one who signs in, here or in another tab. */
function arrived(me: Me | null): void {
  setToken(me?.token ?? null);
  if (me === null) return;
  if (lastId !== null && me.id !== lastId)
    void queryClient.resetQueries({ predicate: ({ queryKey: [first] }) => first !== meKey[0] });
  lastId = me.id;
}

/** Somebody signed in, or the session has a new anti-forgery value. */
export function signedIn(me: Me): void {
  arrived(me);
  queryClient.setQueryData(meKey, me);
  tellTabs('signedIn');
}

/** Hears of whoever signs in or out in another tab of this browser. */
export function useOtherTabs(): void {
  useEffect(
    () =>
      hearTabs((news) => {
        if (news === 'signedOut') forget();
        else void queryClient.invalidateQueries({ queryKey: meKey });
      }),
    [],
  );
}

/** Ends the session at the server and forgets everything here. */
export async function signOut(): Promise<void> {
  await staffApi('staff.signOut', {}, { isQuiet: true }).catch(() => undefined);
  forget();
  tellTabs('signedOut');
}

function forget(): void {
  forgetEntries();
  queryClient.clear();
  setToken(null);
  queryClient.setQueryData(meKey, null);
}
