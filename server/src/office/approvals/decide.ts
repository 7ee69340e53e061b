import { type EventOf, proposalMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { audit, type Auditor } from '#office/audit';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkPermission, seesOffice, type StaffActor } from '#platform/staff-http';
import { transition } from '#platform/transition';
import { closeItem } from '#office/work-items';
import { type Proposal, proposalKind } from './registry.ts';
import { checkSecondPerson } from './second-person.ts';

type Decision = { proposalId: string; staff: StaffActor; isApproved: boolean; reason?: string | null };

/**
 * The second person approves or rejects (S-16). An approval does the act in the same transaction, with the second person as
 * its actor. Of two who decide at once one wins; the other is told.
 * @throws Refusal NOT_FOUND (404) when there is none in the staff's offices; FORBIDDEN (403) without the kind's permission;
 * VERSION_CONFLICT (409) when it is decided, taken back or out of time; what `checkSecondPerson`
 * refuses (412); whatever the act itself refuses.
 */
export async function decide(tx: Tx, { proposalId, staff, isApproved, reason = null }: Decision): Promise<void> {
  const isOfTheirOffice = ({ officeId }: Proposal) => seesOffice(staff, officeId);
  const proposal = await openProposal(tx, proposalId, isOfTheirOffice);
  const { permission, perform } = proposalKind(proposal.kind);
  checkPermission(staff, permission);
  await checkSecondPerson(tx, staff, [proposal.proposedBy]);
  await end(tx, proposal, { event: isApproved ? 'approve' : 'reject', staff, reason });
  if (isApproved) await perform(tx, proposal, staff);
}

/**
 * The proposer takes it back.
 * @throws Refusal NOT_FOUND (404) when it is not theirs; VERSION_CONFLICT (409) when it is decided already.
 */
export async function takeBack(
  tx: Tx,
  { proposalId, staff, reason = null }: { proposalId: string; staff: StaffActor; reason?: string | null },
): Promise<void> {
  const proposal = await openProposal(tx, proposalId, ({ proposedBy }) => proposedBy === staff.id);
  await end(tx, proposal, { event: 'takeBack', staff, reason });
}

/** Locks the proposal, so that two who decide at once do so one after the other. */
async function openProposal(tx: Tx, id: string, isSeen: (proposal: Proposal) => boolean): Promise<Proposal> {
  const row = await tx.selectFrom('proposal').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  const { kind, object_id: objectId, office_id: officeId, payload, reason, proposed_by: proposedBy } = row;
  const proposal = { id, kind, objectId, officeId, payload, reason, proposedBy };
  if (!isSeen(proposal)) refuse('NOT_FOUND');
  if (row.status !== 'Open' || row.expires_at <= (await readNow(tx))) refuse('VERSION_CONFLICT');
  return proposal;
}

async function end(
  tx: Tx,
  proposal: Proposal,
  {
    event,
    staff,
    reason,
  }: { event: Exclude<EventOf<typeof proposalMachine>, 'lapse'>; staff: Auditor; reason: string | null },
): Promise<void> {
  const { id, kind, objectId } = proposal;
  const actor = { kind: 'staff', id: staff.id } as const;
  await transition(tx, proposalMachine, { table: 'proposal', kind: 'proposal', id, event, actor, reason });
  await sql`
    update proposal set decided_by = ${staff.id}, decided_by_name = ${staff.name}, decided_at = app_now(), decision_reason = ${reason}
    where id = ${id}`.execute(tx);
  await closeItem(tx, { kind: 'secondPersonNeeded', objectId: id });
  await audit(tx, {
    staff,
    action: `approvals.${event}`,
    object: { kind: 'proposal', id },
    reason,
    after: { kind, objectId },
  });
}
