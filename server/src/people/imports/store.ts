import { importColumns, type ImportColumn } from '@exam/contract/rules';
import { sql } from 'kysely';
import { isHeld } from '#office/holds';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { seal, unseal } from '#platform/vault';
import type { WrittenRow } from './rows.ts';
import { emptyCells } from './written-cell.ts';

/** How long a preview lives. */
const lifeMinutes = 30;

/** A file's rows, kept until they are saved or 30 minutes have passed. */
export type KeptImport = { id: string; expiresAt: string; rows: WrittenRow[] };

/** Keeps the rows of a file, sealed as one value; the account's earlier file is forgotten. */
export async function keepImport(tx: Tx, accountId: string, rows: WrittenRow[]): Promise<KeptImport> {
  const id = randomId();
  await tx
    .deleteFrom('candidate_import')
    .where('account_id', '=', accountId)
    .where((row) => row.not(isHeld({ class: 'unusedUpload' })))
    .execute();
  const { expires_at } = await tx
    .insertInto('candidate_import')
    .values({
      id,
      account_id: accountId,
      rows_sealed: sealed(id, rows),
      created_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(mins => ${lifeMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { id, expiresAt: expires_at, rows };
}

/** A kept file of this account; null when it is absent, over or another account's. With `lock` it may then be changed. */
export async function findImport(
  tx: Tx,
  { accountId, id, lock }: { accountId: string; id: string; lock?: boolean },
): Promise<KeptImport | null> {
  const query = tx
    .selectFrom('candidate_import')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<string>`app_now()`);
  const kept = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!kept) return null;
  const rows = unsealed(id, kept.rows_sealed);
  return { id, expiresAt: kept.expires_at, rows };
}

/** Writes the rows of a kept file that the caller has locked. */
export async function changeImport(tx: Tx, id: string, rows: WrittenRow[]): Promise<void> {
  await tx
    .updateTable('candidate_import')
    .set({ rows_sealed: sealed(id, rows) })
    .where('id', '=', id)
    .execute();
}

/** Forgets a file that has been saved. */
export async function forgetImport(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('candidate_import').where('id', '=', id).execute();
}

/** Forgets the file of an account that is being closed. */
export async function forgetImportsOf(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('candidate_import')
    .where('account_id', '=', accountId)
    .where((row) => row.not(isHeld({ class: 'unusedUpload' })))
    .execute();
}

/** Forgets every file whose time is over; run by a cron. */
export async function forgetOldImports(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('candidate_import')
    .where('expires_at', '<=', sql<string>`app_now()`)
    .where((row) => row.not(isHeld({ class: 'unusedUpload' })))
    .execute();
}

/** `figures` is how the version before knows what is doubtful; it and what that version wrote are gone half an hour after it. */
type Stored = Omit<WrittenRow, 'doubtful'> & { doubtful?: WrittenRow['doubtful']; figures: ImportColumn[] };

function sealed(id: string, rows: readonly WrittenRow[]): Buffer {
  const stored = rows.map((row): Stored => ({
    ...row,
    figures: importColumns.filter((column) => row.doubtful[column] !== undefined),
  }));
  return seal(JSON.stringify(stored), placeOf(id));
}

function unsealed(id: string, bytes: Buffer): WrittenRow[] {
  const stored: Stored[] = JSON.parse(unseal(bytes, placeOf(id)));
  return stored.map(({ row, cells, doubtful, figures }) => ({
    row,
    // What the version before kept has no column that came later.
    cells: { ...emptyCells(), ...cells },
    doubtful: doubtful ?? Object.fromEntries(figures.map((column) => [column, 'IMPORT_NUMBER_AS_TEXT'])),
  }));
}

function placeOf(id: string) {
  return { table: 'candidate_import', row: id, column: 'rows' };
}
