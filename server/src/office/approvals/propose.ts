import type { ProposalKindName } from '@exam/contract/staff';
import { sql } from 'kysely';
import { audit, type Auditor } from '#office/audit';
import { randomId } from '#platform/chance';
import { plusSeconds, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { record } from '#platform/transition';
import { openItem } from '#office/work-items';
import { proposalKind } from './registry.ts';

/** After how many days a proposal that nobody decides ends. */
const openDays = 7;

export type NewProposal = {
  /** A kind of the table of effects, which says who decides it. */
  kind: ProposalKindName;
  objectId: string;
  /** The object's human code, for lists. */
  label?: string | null;
  /** Whose second person it needs; null: any office's. */
  officeId?: string | null;
  /** What `perform` needs, as plain data; no personal values. */
  payload?: object;
  staff: Auditor;
  /** Why, 5-500 characters. */
  reason: string;
};

/**
 * Asks for a second person (S-16). The proposer's own permission and the guards of the act are the caller's, who checks them
 * before. Opens `secondPersonNeeded` on the board and writes the audit.
 * @returns the proposal's id.
 * @throws Refusal PROPOSAL_OPEN (412) when one of this kind waits for this object already.
 */
export async function propose(tx: Tx, proposal: NewProposal): Promise<string> {
  const { kind, objectId, label = null, officeId = null, payload = {}, staff, reason } = proposal;
  proposalKind(kind);
  const id = randomId();
  const now = await readNow(tx);
  const expiresAt = plusSeconds(now, openDays * 86_400);
  const { rows } = await sql`
    insert into proposal (id, kind, object_id, label, office_id, payload, reason, status, proposed_by, proposed_by_name, proposed_at,
      expires_at)
    values (${id}, ${kind}, ${objectId}, ${label}, ${officeId}, ${JSON.stringify(payload)}::jsonb, ${reason}, 'Open', ${staff.id},
      ${staff.name}, ${now}, ${expiresAt})
    on conflict (kind, object_id) where status = 'Open' do nothing
    returning id`.execute(tx);
  if (rows.length === 0) refuse('PROPOSAL_OPEN');
  await record(tx, {
    kind: 'proposal',
    id,
    event: 'propose',
    actor: { kind: 'staff', id: staff.id },
    to: 'Open',
    reason,
  });
  await openItem(tx, {
    kind: 'secondPersonNeeded',
    objectKind: 'proposal',
    objectId: id,
    officeId,
    dueAt: expiresAt,
    label,
  });
  await audit(tx, {
    staff,
    action: 'approvals.propose',
    object: { kind: 'proposal', id },
    reason,
    after: { kind, objectId, payload },
  });
  return id;
}
