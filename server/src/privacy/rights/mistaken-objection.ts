import { sql } from 'kysely';
import { type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { objectionDecided } from '#people/guardians';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { close, lock, move } from './staff-acts.ts';

/** The kind of proposal that refuses an objection and makes its consents valid again. */
export const mistakenKind = 'objectionMistaken';

type Asked = { id: string; version: number; reason: string };

/**
 * Asks a second person to refuse an objection that was not a guardian's, or was not meant: whoever objects has withdrawn, so that one
 * person alone cannot undo it.
 * @returns the proposal's id.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409); ILLEGAL_STATE for what is not an open objection; PROPOSAL_OPEN.
 */
export async function proposeMistaken(tx: Tx, staff: StaffActor, { reason, ...seen }: Asked): Promise<string> {
  const row = await lock(tx, seen);
  if (row.kind !== 'Objection' || (row.status !== 'Received' && row.status !== 'InReview')) refuse('ILLEGAL_STATE');
  return await propose(tx, { kind: mistakenKind, objectId: row.id, label: row.code, staff, reason });
}

/**
 * Refuses the objection; the consents that it ended in the account are valid again, but nobody's agreement: the guardian is asked again, by records of their own that name it (append-only). What another request
 * ended stays ended. The account reads the reason.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE when it was answered meanwhile.
 */
export async function refuseMistaken(tx: Tx, { objectId, reason }: Proposal, staff: StaffActor): Promise<void> {
  const found = await tx.selectFrom('rights_request').select('version').where('id', '=', objectId).executeTakeFirst();
  const row = await lock(tx, { id: objectId, version: found?.version ?? 0 });
  await move(tx, staff, { row, event: 'refuse' });
  const { rows } = await sql`
    insert into consent_restoration (consent_id, request_id, restored_at)
    select consent_id, request_id, app_now() from consent_withdrawal where request_id = ${row.id} returning consent_id`.execute(
    tx,
  );
  await objectionDecided(tx, { requestId: row.id, isRefused: true });
  await close(tx, staff, { row, answer: reason });
  await audit(tx, {
    staff,
    action: 'rights.restoreConsents',
    object: { kind: 'rightsRequest', id: row.id },
    reason,
    after: { kind: row.kind, rows: rows.length },
  });
}
