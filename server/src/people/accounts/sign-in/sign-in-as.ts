import type { LoginResult } from '@exam/contract/entities';
import type { Tx } from '#platform/database';
import { enter, type Arriving } from './enter.ts';
import { presentSignIn } from '../present.ts';
import { tellSecurity, type SecurityEvent } from '../security-events.ts';
import { lockAccount, openContacts } from '../store.ts';

/**
 * Begins a session for the owner of an account who has proved both factors in another way than password and code; the one the
 * browser had ends (T5). The device is noted, not trusted; where it is a new one the owner is told by phone and mail.
 * @returns the values of the cookies of session and device, and the reply; null when the account may not be used.
 */
export async function signInAs(
  tx: Tx,
  accountId: string,
  caller: Arriving,
): Promise<{ token: string; deviceToken: string; reply: LoginResult } | null> {
  const account = await lockAccount(tx, accountId);
  if (account.status !== 'Active') return null;
  const { session, deviceToken } = await enter(tx, account, caller);
  return { token: session.token, deviceToken, reply: presentSignIn(account, session) };
}

/** Locks the account until the transaction ends. @returns its number, 11 digits, empty where it has none: what a device may show beside a passkey. */
export async function lockedPhoneOf(tx: Tx, accountId: string): Promise<string> {
  return openContacts(await lockAccount(tx, accountId)).phone ?? '';
}

/** Tells the owner by phone and mail what touches the account's safety. */
export async function tellOwner(tx: Tx, kind: SecurityEvent, accountId: string): Promise<void> {
  await tellSecurity(tx, kind, [await lockAccount(tx, accountId)]);
}
