import type { MessageKind } from '#people/messages';
import { writeMessage } from '#people/messages';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { record } from '#platform/transition';
import { languageOfMessages, openContacts, type AccountRow } from './store.ts';

/** What touches an account's safety. */
export type SecurityEvent = Extract<
  MessageKind,
  | 'newDevice'
  | 'passwordChanged'
  | 'phoneChanged'
  | 'emailChanged'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'numberReleased'
  | 'accountClosed'
  | 'claimAccepted'
  | 'claimRefused'
>;

/**
 * Tells the owner of an account, by phone and by mail whatever the account receives otherwise, and notes it in the account's
 * history, as the owner's own act unless it was done by `staff` (ASVS 6.3.7). Given the row before and after a change, it reaches the old and the new number or address.
 */
export async function tellSecurity(
  tx: Tx,
  kind: SecurityEvent,
  accounts: readonly AccountRow[],
  staff: { id: string } | null = null,
): Promise<void> {
  const [account] = accounts;
  if (!account) return;
  const values = { at: await readNow(tx) };
  const about = { kind, values, objectId: account.id, accountId: account.id, language: languageOfMessages(account) };
  const contacts = accounts.map((row) => openContacts(row));
  const recipients = [
    ...contacts.flatMap(({ phone }) => (phone === null ? [] : [{ channel: 'sms' as const, recipient: phone }])),
    ...contacts.flatMap(({ email }) => (email === null ? [] : [{ channel: 'mail' as const, recipient: email }])),
  ];
  const distinct = new Map(recipients.map((to) => [to.recipient, to]));
  for (const to of distinct.values()) await writeMessage(tx, { ...about, ...to, key: `${kind}:${randomId()}` });
  const actor = staff ? ({ kind: 'staff', id: staff.id } as const) : ({ kind: 'candidate', id: account.id } as const);
  await record(tx, { kind: 'account', id: account.id, event: kind, actor });
}
