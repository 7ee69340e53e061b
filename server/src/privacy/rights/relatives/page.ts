import { isEvidenceComplete, maskContact, maskName } from '@exam/contract/rules';
import type { RightsPage } from '@exam/contract/staff';
import { liveRegistrations } from '#registering/applications';
import { hasOpenProposal } from '#office/approvals';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { evidenceOf } from './evidence.ts';
import { deletionBlockers, grantKind } from './grant.ts';
import { type Asking, findRelative, openRelative } from './store.ts';

type Shown = NonNullable<RightsPage['relative']>;

/** Who asks for the deceased, masked, with what is filed and what is in the way; null once the request names nobody any more. */
export async function presentRelative(tx: Tx, id: string): Promise<Shown | null> {
  const relative = await findRelative(tx, id);
  if (!relative) return null;
  const request = await tx.selectFrom('rights_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { name, contact } = openRelative(relative);
  const evidence = await evidenceOf(tx, id);
  const isOpen = request.status === 'Received' || request.status === 'InReview';
  const asking = { request, relative };
  return {
    isWholeAccount: relative.is_whole_account,
    relation: relative.relation,
    name: maskName(name),
    contact: maskContact(contact),
    arrivedBy: relative.arrived_by,
    arrivedOn: relative.arrived_on,
    openedBy: relative.opened_by_name,
    evidence,
    isEvidenceComplete: isEvidenceComplete(evidence),
    arrangedOtherwiseAt: relative.arranged_otherwise_at,
    isProposed: isOpen && (await hasOpenProposal(tx, { kind: grantKind, objectId: id })),
    grantedAt: relative.granted_at,
    grantedBy: relative.granted_by_name,
    doneAt: relative.done_at,
    blockers: isOpen ? await deletionBlockers(tx, asking) : [],
    live: isOpen ? await liveOf(tx, asking) : [],
  };
}

async function liveOf(tx: Tx, { request, relative }: Asking): Promise<Shown['live']> {
  const { account_id: accountId, candidate_id: candidateId, kind } = request;
  if (kind !== 'Deletion' || accountId === null || relative.done_at !== null) return [];
  return await liveRegistrations(tx, { accountId, candidateId: relative.is_whole_account ? null : candidateId });
}

/** Shows who asks, whole and for a reason, so that staff can reach them. @throws Refusal NOT_FOUND. */
export async function showRelative(
  tx: Tx,
  staff: StaffActor,
  { id, reason }: { id: string; reason: string },
): Promise<{ name: string; contact: string }> {
  const relative = (await findRelative(tx, id)) ?? refuse('NOT_FOUND');
  await audit(tx, { staff, action: 'rights.relative', object: { kind: 'rightsRequest', id }, reason });
  return openRelative(relative);
}
