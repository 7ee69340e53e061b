import * as z from 'zod/mini';
import { importColumns } from '../rules/import-file.ts';
import { id, instant, text } from './scalars.ts';

const importColumn = z.enum(importColumns);

const cell = text(300);

/** What a person puts right in a row. A column that is absent stays as it is in the file. */
export const importCorrection = z.partialRecord(importColumn, cell);
export type ImportCorrection = z.output<typeof importCorrection>;

/**
 * One row of the file: its number there, its cells (right document numbers masked), what is wrong by column as refusal codes,
 * and whether the person is in an earlier row or in the saved list already.
 */
export const importRow = z.object({
  row: z.int(),
  cells: z.record(importColumn, cell),
  errors: z.partialRecord(importColumn, text(60)),
  duplicate: z.nullable(z.enum(['InFile', 'InList'])),
  /** Saving this row needs the guardian's consent (`statementsToKeep`). */
  isConsentNeeded: z.boolean(),
});
export type ImportRow = z.output<typeof importRow>;

/** A file read and checked, nothing saved yet. */
export const importPreview = z.object({ previewId: id, expiresAt: instant, rows: z.array(importRow) });
export type ImportPreview = z.output<typeof importPreview>;

/**
 * What is in a file and is in no row of its preview: sheets, columns and rows above the headings, by how many of their rows are filled; and how
 * many of the rows that were read are hidden. `name` is that of the sheet or column, the word in a row of totals, or the heading of a missing
 * column; for a missing column `count` is the number of rows that were read.
 */
export const importNote = z.object({
  kind: z.enum(['Sheet', 'HiddenSheet', 'Column', 'RowsAbove', 'HiddenRows', 'TotalRow', 'Lacking']),
  name: text(100),
  count: z.int(),
});
export type ImportNote = z.output<typeof importNote>;

/** A file as it was just read. */
export const readImport = z.extend(importPreview, { notes: z.array(importNote) });
export type ReadImport = z.output<typeof readImport>;
