import type { Permission } from '@exam/contract/staff/permissions';
import type { StaffReply } from '@exam/contract/staff/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { meKey, queryClient, setToken, staffApi } from './api.ts';

export type Me = NonNullable<StaffReply<'staff.me'>>;

/** Who is signed in at the console; null when nobody is. */
export const currentMe = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }) => {
    const me = await staffApi('staff.me', {}, { signal, isQuiet: true });
    setToken(me?.token ?? null);
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

/** Somebody signed in, or the session has a new anti-forgery value. */
export function signedIn(me: Me): void {
  setToken(me.token);
  queryClient.setQueryData(meKey, me);
}

/** Ends the session at the server and forgets everything here. */
export async function signOut(): Promise<void> {
  await staffApi('staff.signOut', {}, { isQuiet: true }).catch(() => undefined);
  queryClient.clear();
  setToken(null);
  queryClient.setQueryData(meKey, null);
}
