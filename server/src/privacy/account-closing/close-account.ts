import { forgetFor } from '#desk/prepared';
import { accountContact, closeAccountRow, lockToClose } from '#people/accounts';
import { emptyCart, forgetCartOf, lockCart } from '#registering/applications';
import { forgetUnneeded, hideCandidates } from '#people/candidates';
import { deleteDraftsOf } from '#people/drafts';
import { journalErasure, waitForHolds } from '#office/holds';
import { forgetImportsOf } from '#people/imports';
import { deletePasskeysOf } from '#people/passkeys';
import { lockAccountOrders } from '#checkout/orders';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal } from '#platform/errors';
import { deleteAddressOf } from '#services/calendar-address';
import { forgetPostTestDraftsOf } from '#services/post-test';
import { blockersOf } from './blockers.ts';

/**
 * Closes the account of a signed-in person for good. What retention requires stays: orders, registrations, consents, and the saved
 * candidates whom a registration or booking names, until the last of those ends. Everything else is erased at once, and signing in answers as
 * for an unknown account.
 * @throws Refusal REAUTH (403) without a fresh proof of identity; ACCOUNT_NOT_CLOSABLE with `details.blockers`.
 */
export async function closeAccount(own: { account: { id: string }; session: { idHash: Buffer } }): Promise<void> {
  const accountId = own.account.id;
  await inTransaction(async (tx) => {
    await lockBegun(tx, accountId);
    await lockToClose(tx, own);
    const blockers = await blockersOf(tx, accountId);
    if (blockers.length > 0) throw new Refusal('ACCOUNT_NOT_CLOSABLE', { details: { blockers } });
    await waitForHolds(tx);
    await detach(tx, accountId);
    await closeAccountRow(tx, accountId);
  });
}

/**
 * Closes the account of a holder who has died, for a close relative (PIPL 49). Nothing is sent to the number of the deceased.
 * @throws Refusal ACCOUNT_NOT_CLOSABLE with `details.blockers`; ILLEGAL_STATE when it is closed already.
 */
export async function closeOfDeceased(tx: Tx, accountId: string, staffId: string): Promise<void> {
  await lockBegun(tx, accountId);
  const blockers = await blockersOf(tx, accountId);
  if (blockers.length > 0) throw new Refusal('ACCOUNT_NOT_CLOSABLE', { details: { blockers } });
  await waitForHolds(tx);
  await detach(tx, accountId);
  await closeAccountRow(tx, accountId, { isTold: true, staffId });
}

/** Closes an account that nobody uses (decision 0081). Its owner was told; `waitForHolds` came first. */
export async function closeUnused(tx: Tx, accountId: string): Promise<void> {
  await lockBegun(tx, accountId);
  await detach(tx, accountId);
  await closeAccountRow(tx, accountId, { isTold: true, isUnused: true });
}

/** Closes an account again that had been closed when a backup was older than that: its owner was told the first time. */
export async function closeAgain(tx: Tx, accountId: string): Promise<void> {
  await detach(tx, accountId);
  await closeAccountRow(tx, accountId, { isTold: true });
}

/** Before the account's row: who orders, or puts something into the cart, holds one of these and then asks for that row. */
async function lockBegun(tx: Tx, accountId: string): Promise<void> {
  await lockAccountOrders(tx, accountId);
  await lockCart(tx, accountId);
}

async function detach(tx: Tx, accountId: string): Promise<void> {
  const { phone } = await accountContact(tx, accountId);
  if (phone !== null) await forgetFor(tx, phone);
  await hideCandidates(tx, accountId);
  const { gone } = await forgetCartOf(tx, { accountId });
  await emptyCart(tx, accountId);
  if (gone.length > 0) await journalErasure(tx, 'draft', gone);
  await forgetUnneeded(tx, accountId);
  await deleteDraftsOf(tx, accountId);
  await forgetPostTestDraftsOf(tx, accountId);
  await forgetImportsOf(tx, accountId);
  await deletePasskeysOf(tx, accountId);
  await deleteAddressOf(tx, accountId);
}
