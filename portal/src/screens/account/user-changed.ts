import { tellTabs } from '@exam/ui/app';
import { queryClient } from '../../app/api.ts';
import { userKey, type User } from '../../app/session/user-key.ts';

/** Where the account page remembers what it alone shows. */
export const accountKey = ['account'] as const;

/** The account is another now, and its anti-forgery value may be: remembers both and tells the other tabs. */
export async function userChanged(user: User): Promise<void> {
  queryClient.setQueryData(userKey, user);
  tellTabs('signedIn');
  await queryClient.invalidateQueries({ queryKey: accountKey });
}
