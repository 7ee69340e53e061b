import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { endObjector, objectionDecided } from '#people/guardians';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { close, lock, move } from './staff-acts.ts';
import { mistakenKind } from './store.ts';

/** What is proposed; proposals of earlier versions say nothing of it. */
const proposed = z.object({ isStranger: z.optional(z.boolean()) });

type Asked = { id: string; version: number; reason: string; isStranger: boolean };

/**
 * Asks a second person to refuse an objection that was not a guardian's, or was not meant: whoever objects has withdrawn, so that one
 * person alone cannot undo it.
 * @returns the proposal's id.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409); ILLEGAL_STATE for what is not an open objection; PROPOSAL_OPEN.
 */
export async function proposeMistaken(
  tx: Tx,
  staff: StaffActor,
  { reason, isStranger, ...seen }: Asked,
): Promise<string> {
  const row = await lock(tx, seen);
  if (row.kind !== 'Objection' || (row.status !== 'Received' && row.status !== 'InReview')) refuse('ILLEGAL_STATE');
  return await propose(tx, {
    kind: mistakenKind,
    objectId: row.id,
    label: row.code,
    staff,
    reason,
    payload: { isStranger },
  });
}

/**
 * Refuses the objection. Whoever sent it is not the guardian (`isStranger`): the case of that number ends, and the account is asked to name the right one; or did not mean
 * it: the guardian is asked once more. The consents that it ended in the account are valid again, but nobody's agreement: the guardian is asked again, by records of their own that name it (append-only). What another request
 * ended stays ended. The account reads the reason.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE when it was answered meanwhile.
 */
export async function refuseMistaken(
  tx: Tx,
  { objectId, reason, payload }: Proposal,
  staff: StaffActor,
): Promise<void> {
  const found = await tx.selectFrom('rights_request').select('version').where('id', '=', objectId).executeTakeFirst();
  const row = await lock(tx, { id: objectId, version: found?.version ?? 0 });
  await move(tx, staff, { row, event: 'refuse' });
  const { rows } = await sql`
    insert into consent_restoration (consent_id, request_id, restored_at)
    select consent_id, request_id, app_now() from consent_withdrawal where request_id = ${row.id} returning consent_id`.execute(
    tx,
  );
  const { isStranger = false } = proposed.parse(payload);
  if (isStranger) await endObjector(tx, row.id);
  else await objectionDecided(tx, { requestId: row.id, isRefused: true });
  await close(tx, staff, { row, answer: reason, objection: isStranger ? 'guardianWrongNumber' : 'objectionEnded' });
  await audit(tx, {
    staff,
    action: 'rights.restoreConsents',
    object: { kind: 'rightsRequest', id: row.id },
    reason,
    after: { kind: row.kind, rows: rows.length, isStranger },
  });
}
