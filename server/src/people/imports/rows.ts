import { addDays, importColumns, type ImportColumn } from '@exam/contract/rules';
import { refuse } from '#platform/errors';
import { choiceOf, choicesOf, columnOf, exampleMark, plain } from './columns.ts';
import type { FileCell } from './read-file.ts';

/** A row as it was written: its number in the file, its cells as text, and the numbers that came as figures. */
export type WrittenRow = {
  row: number;
  cells: Record<ImportColumn, string>;
  /** Document numbers that the file holds as figures: their last digits may be lost. */
  figures: ImportColumn[];
};

/** Cells beyond this are no candidate's data (T20). */
const columnLimit = 40;
const cellLimit = 300;
const numberColumns: readonly ImportColumn[] = ['idNo', 'guardianModel.idNo'];

/**
 * The rows of candidates in a file: below the headings, without empty rows and the template's example.
 * @param limit rows a file may have.
 * @throws Refusal IMPORT_HEADINGS where the columns are not the template's; IMPORT_TOO_MUCH; IMPORT_EMPTY.
 */
export function rowsOfFile(file: readonly FileCell[][], limit: number): WrittenRow[] {
  const headings = (file[0] ?? []).map((heading) => columnOf(String(heading ?? '')));
  if (file.length === 0) refuse('IMPORT_EMPTY');
  if (file.some((row) => row.length > columnLimit)) refuse('IMPORT_TOO_MUCH');
  const known = headings.filter((column) => column !== null);
  if (
    new Set(known).size !== known.length ||
    !['lastName', 'firstName', 'idNo'].every((name) => known.includes(name as ImportColumn))
  ) {
    refuse('IMPORT_HEADINGS');
  }
  const rows = file
    .map((cells, index) => ({ cells, row: index + 1 }))
    .slice(1)
    .filter(({ cells }) => !isExample(cells))
    .map(({ cells, row }) => writtenRow(row, headings, cells))
    .filter(({ cells }) => Object.values(cells).some((text) => text !== ''));
  if (rows.length > limit) refuse('IMPORT_TOO_MUCH');
  return rows.length === 0 ? refuse('IMPORT_EMPTY') : rows;
}

function isExample(cells: readonly FileCell[]): boolean {
  return plain(String(cells[0] ?? '')) === plain(exampleMark);
}

function writtenRow(row: number, headings: readonly (ImportColumn | null)[], file: readonly FileCell[]): WrittenRow {
  const cells = emptyCells();
  const figures: ImportColumn[] = [];
  for (const [at, column] of headings.entries()) {
    const cell = file[at] ?? null;
    if (column === null || cell === null) continue;
    cells[column] = textOf(column, cell);
    if (typeof cell === 'number' && numberColumns.includes(column)) figures.push(column);
  }
  return { row, cells, figures };
}

/** A cell as text that the rules can read: choices by their value, dates as `yyyy-mm-dd`. */
export function textOf(column: ImportColumn, cell: string | number): string {
  if (column === 'dob') return typeof cell === 'number' ? dateOfSerial(cell) : dateOfText(cell);
  const text = clean(String(cell));
  return choicesOf(column) ? (choiceOf(column, text) ?? text) : text;
}

/** Without what no field has: control characters, halves of characters, spaces around. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, cellLimit);
}

/** Days since the end of 1899, as spreadsheets count (with the 29 February 1900 that never was). */
function dateOfSerial(serial: number): string {
  if (serial < 61 || serial >= 73_051) return String(serial).slice(0, 30);
  return addDays('1899-12-30', Math.floor(serial));
}

/** 2014/5/6, 2014.05.06, 20140506 and 2014年5月6日 are what people write. Anything else is left to the rules. */
function dateOfText(written: string): string {
  const text = clean(written).normalize('NFKC');
  const match =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text) ??
    /^(\d{4})\u5e74(\d{1,2})\u6708(\d{1,2})\u65e5?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!match) return text.slice(0, 30);
  const [, year = '', month = '', day = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function emptyCells(): Record<ImportColumn, string> {
  const cells: Partial<Record<ImportColumn, string>> = {};
  for (const column of importColumns) cells[column] = '';
  return cells as Record<ImportColumn, string>;
}
