import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { openHousehold, openRecords } from '#office/access';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import type { RelativeRequestTable } from '#platform/tables/index';
import { seal, unseal } from '#platform/vault';
import type { RequestRow } from '../store.ts';

export type RelativeRow = Selectable<RelativeRequestTable>;

/** A request of a relative: what every request has, and who asks. */
export type Asking = { request: RequestRow; relative: RelativeRow };

const placeOf = (row: string, column: 'name' | 'contact') => ({ table: 'relative_request', row, column });

/** A value of the relative, sealed. */
export function sealOf(id: string, column: 'name' | 'contact', value: string): Buffer {
  return seal(value, placeOf(id, column));
}

/** Who asks. */
export function openRelative({ id, ...row }: RelativeRow): { name: string; contact: string } {
  return {
    name: unseal(row.name_sealed, placeOf(id, 'name')),
    contact: unseal(row.contact_sealed, placeOf(id, 'contact')),
  };
}

/**
 * A request of a relative that is still to be answered, locked.
 * @param seen its version, where somebody acts on what they saw
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409); ILLEGAL_STATE when it is answered.
 */
export async function lockAsking(tx: Tx, { id, version }: { id: string; version?: number }): Promise<Asking> {
  const request = await tx
    .selectFrom('rights_request')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const relative = await findRelative(tx, id);
  if (!request || !relative) return refuse('NOT_FOUND');
  if (version !== undefined && request.version !== version) refuse('VERSION_CONFLICT');
  if (request.status !== 'Received' && request.status !== 'InReview') refuse('ILLEGAL_STATE');
  return { request, relative };
}

/** Who asks, where a relative does; also of what is answered. */
export async function findRelative(tx: Tx, id: string): Promise<RelativeRow | undefined> {
  return await tx.selectFrom('relative_request').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whoever saw the request before this has to look again. */
export async function raiseVersion(tx: Tx, id: string): Promise<void> {
  await sql`update rights_request set version = version + 1 where id = ${id}`.execute(tx);
}

type Looking = {
  purpose: 'rights.person' | 'rights.handOut';
  act: 'Opened' | 'Changed' | 'Exported';
  fields?: readonly ['file'];
  reason?: string;
  entryId?: string;
};

/**
 * Passes the one door to records (decision 0024) for whom the request is about: the candidate, and all minors of an account that is meant as
 * a whole. @throws Refusal MINOR_APPROVAL_NEEDED.
 */
export async function lookAt(tx: Tx, staff: StaffActor, { request, relative }: Asking, look: Looking): Promise<void> {
  const { account_id: accountId, candidate_id: candidateId } = request;
  if (candidateId !== null) await openRecords(tx, staff, { ...look, kind: 'candidate', ids: [candidateId] });
  if (relative.is_whole_account && accountId !== null) await openHousehold(tx, staff, { ...look, accountId });
}

/** The keyed hash of the person, for the audit; nobody where the request names no candidate. */
export async function peopleOfAsking(tx: Tx, { request }: Asking): Promise<Buffer[]> {
  if (request.candidate_id === null) return [];
  const rows = await tx
    .selectFrom('candidate')
    .select('person_key')
    .where('id', '=', request.candidate_id)
    .where('anonymised_at', 'is', null)
    .execute();
  return rows.map((row) => row.person_key);
}
