import { closeAccountRow, lockToClose } from '#accounts';
import { emptyCart } from '#applications';
import { hideCandidates } from '#candidates';
import { deleteDraftsOf } from '#drafts';
import { forgetImportsOf } from '#imports';
import { deletePasskeysOf } from '#passkeys';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal } from '#platform/errors';
import { forgetPostTestDraftsOf } from '#post-test';
import { blockersOf } from './blockers.ts';

/**
 * Closes the account of a signed-in person for good. What retention requires stays: orders, registrations, consents and,
 * hidden, the saved candidates. Everything else is detached or removed, and signing in answers as for an unknown account.
 * @throws Refusal REAUTH (403) without a fresh proof of identity; ACCOUNT_NOT_CLOSABLE with `details.blockers`.
 */
export async function closeAccount(own: { account: { id: string }; session: { idHash: Buffer } }): Promise<void> {
  const accountId = own.account.id;
  await inTransaction(async (tx) => {
    await lockToClose(tx, own);
    const blockers = await blockersOf(tx, accountId);
    if (blockers.length > 0) throw new Refusal('ACCOUNT_NOT_CLOSABLE', { details: { blockers } });
    await detach(tx, accountId);
    await closeAccountRow(tx, accountId);
  });
}

/** Closes an account again that had been closed when a backup was older than that: its owner was told the first time. */
export async function closeAgain(tx: Tx, accountId: string): Promise<void> {
  await detach(tx, accountId);
  await closeAccountRow(tx, accountId, { isTold: true });
}

async function detach(tx: Tx, accountId: string): Promise<void> {
  await emptyCart(tx, accountId);
  await hideCandidates(tx, accountId);
  await deleteDraftsOf(tx, accountId);
  await forgetPostTestDraftsOf(tx, accountId);
  await forgetImportsOf(tx, accountId);
  await deletePasskeysOf(tx, accountId);
}
