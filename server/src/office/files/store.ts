import type { StoredFile } from '@exam/contract/entities';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileTable } from '#platform/tables/index';
import { unseal } from '#platform/vault';
import { mediaTypes } from './inspect.ts';

export type FileRow = Selectable<FileTable>;

/** Whose file it is: an account's, or a member of staff's. */
export type FileOwner = { accountId: string } | { staffId: string };

/** What a file may belong to. */
export type FileUse =
  | 'cancellation'
  | 'application'
  | 'booking'
  | 'refund'
  | 'payment'
  | 'filed'
  | 'evidence'
  | 'form'
  | 'fapiao'
  | 'postTest';

/**
 * Makes uploaded files belong to something: from now on they are kept as long as it is. Said again of the same thing, nothing changes.
 * @throws Refusal NOT_FOUND for a file that is absent, another's, or belongs to something else.
 */
export async function useFiles(
  tx: Tx,
  { ids, usedBy, objectId, ...owner }: FileOwner & { ids: readonly string[]; usedBy: FileUse; objectId: string },
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const { rows } = await sql`
    update file set used_by = ${usedBy}, object_id = ${objectId}, used_at = coalesce(used_at, app_now())
    where id = any(${wanted}::uuid[]) and (used_by is null or object_id = ${objectId}) and ${ownedBy(owner)}
    returning id`.execute(tx);
  if (rows.length !== wanted.length) refuse('NOT_FOUND');
}

/**
 * Hands a file that a member of staff uploaded over to a candidate's account, as part of something: from now on it is theirs to save.
 * @throws Refusal NOT_FOUND for a file that is absent, a colleague's, or belongs to something already.
 */
export async function handFile(
  tx: Tx,
  given: { id: string; staffId: string; accountId: string; usedBy: FileUse; objectId: string },
): Promise<void> {
  const { rows } = await sql`
    update file set staff_id = null, account_id = ${given.accountId}, used_by = ${given.usedBy}, object_id = ${given.objectId},
      used_at = app_now()
    where id = ${given.id} and used_by is null and ${ownedBy({ staffId: given.staffId })}
    returning id`.execute(tx);
  if (rows.length === 0) refuse('NOT_FOUND');
}

/** @throws Refusal NOT_FOUND unless every one of these files is theirs. */
export async function checkOwnFiles(tx: Tx, { ids, ...owner }: FileOwner & { ids: readonly string[] }): Promise<void> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql`select id from file where id = any(${wanted}::uuid[]) and ${ownedBy(owner)}`.execute(tx);
  if (rows.length !== wanted.length) refuse('NOT_FOUND');
}

/** Those of these files that are theirs and still there, in the order in which they came. */
export async function findOwnFiles(
  tx: Tx,
  { ids, ...owner }: FileOwner & { ids: readonly string[] },
): Promise<StoredFile[]> {
  const rows = await tx
    .selectFrom('file')
    .selectAll()
    .where('id', 'in', [...ids])
    .where(ownedBy(owner))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(presentFile);
}

/**
 * Which of these files cannot be made to belong to something: absent, another's, or part of something else already.
 * @param given.objectId what they may belong to already
 */
export async function findUnusableFiles(
  tx: Tx,
  { ids, objectId, ...owner }: FileOwner & { ids: readonly string[]; objectId: string },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from file where id = any(${[...ids]}::uuid[]) and (used_by is null or object_id = ${objectId}) and ${ownedBy(owner)}
    for no key update`.execute(tx);
  return ids.filter((id) => !rows.some((row) => row.id === id));
}

/** How many files belong to something. */
export async function countFiles(tx: Tx, objectId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('object_id', '=', objectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The files of several things by their ids, in the order in which they came. */
export async function filesOf(tx: Tx, objectIds: readonly string[]): Promise<Map<string, StoredFile[]>> {
  if (objectIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('file')
    .selectAll()
    .where('object_id', 'in', [...objectIds])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const groups = Map.groupBy(rows, (row) => row.object_id ?? '');
  return new Map([...groups].map(([id, files]) => [id, files.map(presentFile)]));
}

/** A file as its owner sees it. */
export function presentFile(row: FileRow): StoredFile {
  return {
    id: row.id,
    fileName: nameOf(row),
    fileSize: row.size,
    fileType: mediaTypes[row.kind],
    uploadedAt: row.created_at,
  };
}

/** The name under which a file is saved. */
export function nameOf(row: Pick<FileRow, 'id' | 'name_sealed'>): string {
  return unseal(row.name_sealed, { table: 'file', row: row.id, column: 'name' });
}

/** The condition that a file is theirs (T8), and not of somebody who waits for deletion: that is absent for its owner too (decision 0023). */
export function ownedBy(owner: FileOwner) {
  return 'accountId' in owner
    ? sql<boolean>`(account_id = ${owner.accountId}
        and not exists (select from out_of_use gone where gone.id = file.object_id))`
    : sql<boolean>`staff_id = ${owner.staffId}`;
}
