import type { RightsRequest } from '@exam/contract/entities';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { deleteCandidate } from './delete-candidate.ts';
import { openRequest, presentRequest, serveRequest, waitUntil } from './store.ts';

/**
 * Asks staff to correct what the account cannot correct itself.
 * @throws Refusal NOT_FOUND for a candidate that is not the account's; FIELDS when nothing was written.
 */
export async function askCorrection(
  tx: Tx,
  asked: { accountId: string; candidateId: string | null; wish: string },
): Promise<RightsRequest> {
  const wish = asked.wish.trim();
  if (wish === '') refuse('FIELDS', {}, { wish: 'REQUIRED_FIELD' });
  if (asked.candidateId !== null) await checkOwn(tx, asked.accountId, asked.candidateId);
  return await presentRequest(tx, await openRequest(tx, { ...asked, kind: 'Correction', wish }));
}

async function checkOwn(tx: Tx, accountId: string, id: string): Promise<void> {
  const row = await tx
    .selectFrom('candidate')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('restricted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
}

/**
 * Deletes a candidate of one's own: what waits is answered by staff, the rest is done.
 * @throws Refusal as `deleteCandidate`.
 */
export async function askDeletion(tx: Tx, own: { accountId: string; candidateId: string }): Promise<RightsRequest> {
  const { isForgotten, waitsUntil } = await deleteCandidate(tx, own);
  const request = await openRequest(tx, { ...own, kind: 'Deletion' });
  return await presentRequest(
    tx,
    isForgotten ? await serveRequest(tx, request) : await waitUntil(tx, request.id, waitsUntil),
  );
}
