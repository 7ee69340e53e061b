import type { StaffCalls } from '@exam/contract/staff';
import type * as z from 'zod/mini';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import { openAny } from '#people/candidates';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';

type Shown = z.output<StaffCalls['rights.person']['reply']>;

/**
 * Shows the privacy office whom a request is about, whole and for a reason; nobody else sees whoever waits for deletion (PIPL 47).
 * @throws Refusal NOT_FOUND for a request about an account, or about somebody who is forgotten; MINOR_APPROVAL_NEEDED.
 */
export async function showPerson(
  tx: Tx,
  staff: StaffActor,
  { id, reason }: { id: string; reason: string },
): Promise<Shown> {
  const request = await tx.selectFrom('rights_request').select('candidate_id').where('id', '=', id).executeTakeFirst();
  const candidateId = request?.candidate_id ?? refuse('NOT_FOUND');
  const person = (await openAny(tx, candidateId)) ?? refuse('NOT_FOUND');
  const people = [person.personKey];
  const object = { kind: 'rightsRequest', id } as const;
  const entryId = await audit(tx, { staff, action: 'rights.person', object, reason, people });
  const look = { kind: 'candidate', ids: [candidateId], purpose: 'rights.person', act: 'Revealed' } as const;
  await openRecords(tx, staff, { ...look, reason, entryId });
  return { name: `${person.lastName} ${person.firstName}`.trim(), idNo: person.idNo, dob: person.dob };
}
