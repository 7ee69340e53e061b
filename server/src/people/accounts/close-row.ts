import { accountMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { theSystem, transition } from '#platform/transition';
import { voidCodes } from '#people/verification';
import { keepContacts } from './contacts/kept-contacts.ts';
import { checkFreshProof, endSessionsOf } from './session.ts';
import { tellSecurity } from './security-events.ts';
import { lockAccountForClosing } from './store.ts';

/**
 * Locks an account that is about to be closed until the transaction ends.
 * @throws Refusal REAUTH (403) without a proof of identity in the last five minutes.
 */
export async function lockToClose(
  tx: Tx,
  own: { account: { id: string }; session: { idHash: Buffer } },
): Promise<void> {
  await checkFreshProof(tx, own.session.idHash);
  await lockAccountForClosing(tx, own.account.id);
}

type Closing = { isTold?: boolean; staffId?: string; isUnused?: boolean };

/**
 * Closes an account for good: its owner is told by phone and mail, every session and device ends, and number, address,
 * password and birth date are forgotten. Number and address are free for a new account after ninety days; codes sent to them are
 * void. The row stays: orders and registrations that have to be kept point to it.
 * @param options.isTold whether its owner was told already, or cannot be.
 * @param options.staffId who closes it because its owner has died.
 * @param options.isUnused whether it ends because nobody uses it.
 */
export async function closeAccountRow(
  tx: Tx,
  accountId: string,
  { isTold = false, staffId, isUnused = false }: Closing = {},
): Promise<void> {
  const account = await lockAccountForClosing(tx, accountId);
  if (!isTold) await tellSecurity(tx, 'accountClosed', [account]);
  await endSessionsOf(tx, accountId);
  const contacts = [account.phone_key, account.email_key];
  await keepContacts(tx, contacts);
  await voidCodes(tx, contacts);
  await tx.deleteFrom('sign_in_ticket').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('account_device').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('possession_claim').where('account_id', '=', accountId).execute();
  await tx
    .updateTable('account')
    .set({
      closed_at: sql<string>`app_now()`,
      phone_key: null,
      phone_sealed: null,
      email_key: null,
      email_sealed: null,
      password_hash: null,
      date_of_birth_sealed: null,
      last_used_month: null,
      is_promotion_allowed: false,
      is_phone_receiving: false,
      is_email_receiving: false,
    })
    .where('id', '=', accountId)
    .execute();
  await transition(tx, accountMachine, {
    table: 'account',
    kind: 'account',
    id: accountId,
    ...endOf(accountId, { staffId, isUnused }),
  });
}

function endOf(accountId: string, { staffId, isUnused }: { staffId: string | undefined; isUnused: boolean }) {
  if (isUnused) return { event: 'endUnused', actor: theSystem } as const;
  if (staffId !== undefined) return { event: 'endOfDeceased', actor: { kind: 'staff', id: staffId } } as const;
  return { event: 'close', actor: { kind: 'candidate', id: accountId } } as const;
}
