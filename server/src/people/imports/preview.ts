import { importLimits, importColumns } from '@exam/contract/rules';
import type { ImportCorrection, ImportPreview, ReadImport } from '@exam/contract/entities';
import { readToday, savedPersonKeys, personKeyOf } from '#people/candidates';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkRows, markSaved, presentRow, type CheckedRow } from './check-rows.ts';
import { rowsOfFile, type WrittenRow } from './rows.ts';
import { changeImport, findImport, keepImport, type KeptImport } from './store.ts';
import type { TypedSheet } from './file/typed-cells.ts';
import { textOf } from './written-cell.ts';

/** Keeps a file's rows for 30 minutes, and tells what is wrong with them and what was not read. Nothing is saved. */
export async function previewFile(tx: Tx, accountId: string, sheets: readonly TypedSheet[]): Promise<ReadImport> {
  const { rows, notes } = rowsOfFile(sheets, { limit: importLimits.rows, today: await readToday(tx) });
  return { ...(await present(tx, accountId, await keepImport(tx, accountId, rows))), notes };
}

type Correction = { accountId: string; id: string; row: number; cells: ImportCorrection };

/**
 * Puts the cells of one row right and checks the whole file again, for duplicates come and go with it.
 * @throws Refusal NOT_FOUND for a file or row that is not there.
 */
export async function correctRow(tx: Tx, { accountId, id, row, cells }: Correction): Promise<ImportPreview> {
  const kept = await findImport(tx, { accountId, id, lock: true });
  if (!kept?.rows.some((written) => written.row === row)) refuse('NOT_FOUND');
  const rows = kept.rows.map((written) => (written.row === row ? corrected(written, cells) : written));
  await changeImport(tx, id, rows);
  return present(tx, accountId, { ...kept, rows });
}

function corrected(written: WrittenRow, correction: ImportCorrection): WrittenRow {
  const cells = { ...written.cells };
  const doubtful = { ...written.doubtful };
  for (const column of importColumns) {
    const text = correction[column];
    if (text === undefined) continue;
    cells[column] = textOf(column, text);
    // Whoever types it has looked at it.
    delete doubtful[column];
  }
  return { ...written, cells, doubtful };
}

async function present(tx: Tx, accountId: string, kept: KeptImport): Promise<ImportPreview> {
  const rows = await checkKept(tx, accountId, kept);
  const today = await readToday(tx);
  return { previewId: kept.id, expiresAt: kept.expiresAt, rows: rows.map((row) => presentRow(row, today)) };
}

/** Every row of a kept file with its mistakes, and the mark of who is in the file or the list already, as of now. */
export async function checkKept(tx: Tx, accountId: string, kept: KeptImport): Promise<CheckedRow[]> {
  const rows = checkRows(kept.rows, await readToday(tx));
  const keys = rows.flatMap(({ person }) => (person ? [personKeyOf(person.comparable)] : []));
  const saved = await savedPersonKeys(tx, accountId, keys);
  return markSaved(rows, (person) => saved.has(personKeyOf(person.comparable).toString('hex')));
}
