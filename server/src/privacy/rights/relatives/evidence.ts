import type { EvidenceKind } from '@exam/contract/rules';
import type { RelativeEvidence } from '@exam/contract/staff';
import { sql } from 'kysely';
import { audit, filesOpened } from '#office/audit';
import { filesOf, forgetFiles, useFiles } from '#office/files';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { findRelative, lockAsking, lookAt, peopleOfAsking, raiseVersion } from './store.ts';

type Seen = { id: string; version: number };
type OfPaper = Seen & { evidenceId: string };

/** The papers filed with a request, in the order in which they came. */
export async function evidenceOf(tx: Tx, requestId: string): Promise<RelativeEvidence[]> {
  const rows = await tx
    .selectFrom('relative_evidence')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('filed_at')
    .orderBy('id')
    .execute();
  const files = await filesOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    filedAt: row.filed_at,
    filedBy: row.filed_by_name,
    checkedAt: row.checked_at,
    checkedBy: row.checked_by_name,
    file: files.get(row.id)?.[0] ?? null,
  }));
}

/** Whether a member of staff has opened every paper of a request: the audit keeps who did. */
export async function hasOpenedAll(tx: Tx, staff: Pick<StaffActor, 'id'>, requestId: string): Promise<boolean> {
  const object = { kind: 'rightsRequest', id: requestId };
  const opened = await filesOpened(tx, { staffId: staff.id, action: 'rights.evidence', object });
  const papers = await evidenceOf(tx, requestId);
  return papers.every(({ file }) => file === null || opened.has(file.id));
}

/** Files an upload of the member of staff. @returns the paper's id. @throws Refusal as `lockAsking`; NOT_FOUND for another's file. */
export async function addEvidence(
  tx: Tx,
  staff: StaffActor,
  { kind, fileId, ...seen }: Seen & { kind: EvidenceKind; fileId: string },
): Promise<string> {
  await lockAsking(tx, seen);
  const id = randomId();
  await tx
    .insertInto('relative_evidence')
    .values({
      id,
      request_id: seen.id,
      kind,
      filed_at: sql<string>`app_now()`,
      filed_by: staff.id,
      filed_by_name: staff.name,
    })
    .execute();
  await useFiles(tx, { ids: [fileId], usedBy: 'evidence', objectId: id, staffId: staff.id });
  await raiseVersion(tx, seen.id);
  const object = { kind: 'rightsRequest', id: seen.id } as const;
  await audit(tx, { staff, action: 'rights.addEvidence', object, after: { evidence: kind, fileId } });
  return id;
}

/** Notes that a paper was looked at and proves what it should. @throws Refusal as `lockAsking`; ILLEGAL_STATE when it was checked. */
export async function checkEvidence(tx: Tx, staff: StaffActor, { evidenceId, ...seen }: OfPaper): Promise<void> {
  await lockAsking(tx, seen);
  const { kind } = await unchecked(tx, seen.id, evidenceId);
  await sql`
    update relative_evidence set checked_at = app_now(), checked_by = ${staff.id}, checked_by_name = ${staff.name}
    where id = ${evidenceId}`.execute(tx);
  await raiseVersion(tx, seen.id);
  const object = { kind: 'rightsRequest', id: seen.id } as const;
  await audit(tx, { staff, action: 'rights.checkEvidence', object, after: { evidence: kind } });
}

/** Deletes a paper that does not belong here, with its file. @throws Refusal as `checkEvidence`. */
export async function removeEvidence(
  tx: Tx,
  staff: StaffActor,
  { evidenceId, reason, ...seen }: OfPaper & { reason: string },
): Promise<void> {
  await lockAsking(tx, seen);
  const { kind } = await unchecked(tx, seen.id, evidenceId);
  await forgetEvidence(tx, [evidenceId]);
  await raiseVersion(tx, seen.id);
  const object = { kind: 'rightsRequest', id: seen.id } as const;
  await audit(tx, { staff, action: 'rights.removeEvidence', object, reason, after: { evidence: kind } });
}

async function unchecked(tx: Tx, requestId: string, id: string): Promise<{ kind: EvidenceKind }> {
  const row = await tx
    .selectFrom('relative_evidence')
    .select(['kind', 'checked_at'])
    .where('id', '=', id)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  return row.checked_at === null ? row : refuse('ILLEGAL_STATE');
}

/** Deletes papers for good, with their files. */
export async function forgetEvidence(tx: Tx, ids: readonly string[]): Promise<void> {
  const files = await filesOf(tx, ids);
  await forgetFiles(
    tx,
    [...files.values()].flat().map(({ id }) => id),
  );
  await sql`delete from relative_evidence where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/**
 * Lets the privacy office save a paper; the audit keeps who did.
 * @returns the file's id.
 * @throws Refusal NOT_FOUND; MINOR_APPROVAL_NEEDED.
 */
export async function openEvidence(
  tx: Tx,
  staff: StaffActor,
  { id, evidenceId, reason }: { id: string; evidenceId: string; reason: string },
): Promise<string> {
  const request = await tx.selectFrom('rights_request').selectAll().where('id', '=', id).executeTakeFirst();
  const relative = await findRelative(tx, id);
  const paper = (await evidenceOf(tx, id)).find((each) => each.id === evidenceId);
  if (!request || !relative || !paper?.file) return refuse('NOT_FOUND');
  const asking = { request, relative };
  const entryId = await audit(tx, {
    staff,
    action: 'rights.evidence',
    object: { kind: 'rightsRequest', id },
    reason,
    after: { evidence: paper.kind, fileId: paper.file.id },
    people: await peopleOfAsking(tx, asking),
  });
  await lookAt(tx, staff, asking, { purpose: 'rights.person', act: 'Opened', fields: ['file'], reason, entryId });
  return paper.file.id;
}
