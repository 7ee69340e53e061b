import type { ImportNote } from '@exam/contract/entities';
import { importColumns, type ImportColumn, type ImportDoubt } from '@exam/contract/rules';
import { refuse } from '#platform/errors';
import { columnOf, exampleMark, isMistakes, isRemark, plain, headingOf as templateHeading } from './columns.ts';
import { example } from './example.ts';
import { checkColumns, refuseTooMuch } from './file/too-much.ts';
import { isDateCell, isErrorCell, type TypedCell, type TypedSheet } from './file/typed-cells.ts';
import { emptyCells, textOf, writtenCell } from './written-cell.ts';

/** A row as it was written: its number in the file, its cells as text, and which of them may not be what was typed. */
export type WrittenRow = {
  row: number;
  cells: Record<ImportColumn, string>;
  doubtful: Partial<Record<ImportColumn, ImportDoubt>>;
};

/** The rows of a file, and what is in it and is in none of them. */
type WrittenFile = { rows: WrittenRow[]; notes: ImportNote[] };

/** No document number is shorter than this. A row of totals may have the number of people in that column. */
const shortestNumber = 5;
/** In how many rows above the headings titles may be. */
const headingRows = 10;
const needed: readonly ImportColumn[] = ['lastName', 'firstName', 'idNo'];
/** Columns that are needed together: a document number and its type, a guardian and the guardian's document. */
const together: readonly (readonly ImportColumn[])[] = [
  ['idNo', 'idType'],
  ['guardianModel.name', 'guardianModel.idType', 'guardianModel.idNo', 'guardianModel.mobile'],
];
/** Words for a total, in the last row of many lists. */
const totals = /^(?:合计|总计|小计|共计|总数|总人数|合计人数|totals?|subtotals?|grandtotal|sum)(?::?共?\d*[人名]?)$/;

/** A sheet whose headings were found. */
type Table = { sheet: TypedSheet; headings: readonly Heading[]; headingAt: number };
type Heading = { column: ImportColumn | null; text: string };

/**
 * The candidates of a file: below the headings of the first sheet that is shown and has them, without empty rows, totals and the template's example.
 * Every other filled cell is named in the notes.
 * @param limit rows a file may have; `today` a date in China.
 * @throws Refusal IMPORT_HEADINGS where no sheet has the template's columns, with those that are missing in the row that comes nearest; IMPORT_TOO_MUCH; IMPORT_EMPTY.
 */
export function rowsOfFile(
  sheets: readonly TypedSheet[],
  { limit, today }: { limit: number; today: string },
): WrittenFile {
  const table = tableOf(sheets);
  const { sheet, headings, headingAt } = table;
  const filled = sheet.rows
    .map((cells, at) => ({ cells, at }))
    .slice(headingAt + 1)
    .map(({ cells, at }) => ({
      at,
      isMarked: isMarked(cells),
      total: totalIn(cells),
      row: writtenRow(at + 1, headings, { cells, today }),
    }))
    .filter(({ row, isMarked: isFirst }) => isAnybody(row) && !(isFirst && isExample(row)));
  const written = filled
    .filter((each) => !isTotal(each))
    .map((each) => (each.isMarked ? { ...each, row: withoutExample(each.row) } : each));
  if (written.length > limit) refuseTooMuch({ what: 'rows', found: written.length, limit });
  if (written.length === 0) refuse('IMPORT_EMPTY');
  const hidden = new Set(sheet.hiddenRows);
  const hiddenCount = written.filter(({ at }) => hidden.has(at)).length;
  const found = filled
    .filter(isTotal)
    .map(({ total }): ImportNote => ({ kind: 'TotalRow', name: total ?? '', count: 1 }));
  const lacking = lackingIn(headings).map((name): ImportNote => ({ kind: 'Lacking', name, count: written.length }));
  return { rows: written.map(({ row }) => row), notes: [...notesOf(sheets, table, hiddenCount), ...found, ...lacking] };
}

function tableOf(sheets: readonly TypedSheet[]): Table {
  const shown = sheets.filter(({ isHidden, rows }) => !isHidden && rows.length > 0);
  if (shown.length === 0) refuse('IMPORT_EMPTY');
  for (const sheet of shown) checkColumns(sheet);
  let missing = needed;
  for (const sheet of shown)
    for (const [headingAt, row] of sheet.rows.slice(0, headingRows).entries()) {
      const headings = headingsOf(row);
      const lacking = needed.filter((name) => !headings.some(({ column }) => column === name));
      if (lacking.length === 0) return { sheet, headings, headingAt };
      if (lacking.length < missing.length) missing = lacking;
    }
  return refuse('IMPORT_HEADINGS', { missing: missing.map(templateHeading).join(', ') });
}

/** The word for a total in a row; null if there is none. */
function totalIn(cells: readonly TypedCell[]): string | null {
  return (
    cells
      .map(textIn)
      .find((text) => totals.test(plain(text)))
      ?.slice(0, 100) ?? null
  );
}

/** A row with a document number is a candidate, whatever words are in it. */
function isTotal({ total, row: { cells } }: { total: string | null; row: WrittenRow }): boolean {
  return total !== null && cells.idNo.length < shortestNumber;
}

/** The headings of missing columns that are needed together with one in the file. */
function lackingIn(headings: readonly Heading[]): string[] {
  const isThere = (name: ImportColumn) => headings.some(({ column }) => column === name);
  return together
    .filter((columns) => columns.some(isThere))
    .flatMap((columns) => columns.filter((name) => !isThere(name)))
    .map(templateHeading);
}

function headingOf(text: string): Heading {
  return { column: columnOf(text), text };
}

/** When one column has two headings the first counts: the other is not ours, and is named. */
function headingsOf(row: readonly TypedCell[]): Heading[] {
  const seen = new Set<ImportColumn>();
  return row.map((cell) => {
    const heading = headingOf(textIn(cell));
    if (heading.column === null) return heading;
    if (seen.has(heading.column)) return { ...heading, column: null };
    seen.add(heading.column);
    return heading;
  });
}

function textIn(cell: TypedCell): string {
  if (isDateCell(cell)) return cell.date ?? '?';
  return isErrorCell(cell) ? cell.error : String(cell ?? '').trim();
}

const isFilled = (cell: TypedCell): boolean => textIn(cell) !== '';
const isFilledRow = (cells: readonly TypedCell[]): boolean => cells.some(isFilled);

function isMarked(cells: readonly TypedCell[]): boolean {
  return plain(textIn(cells[0] ?? null)) === plain(exampleMark);
}

/** Somebody who types over the example leaves its mark: only the example itself, or what is left of it, is nobody. */
function isExample({ cells }: WrittenRow): boolean {
  return importColumns.every((column) => ['', textOf(column, example[column])].includes(cells[column]));
}

/** What of the example is left beside somebody typed over it: nobody's Chinese name, telephone and address are taken for theirs. */
function withoutExample(row: WrittenRow): WrittenRow {
  const left = (['nameZh', 'mobile', 'email'] as const).filter(
    (column) => row.cells[column] === textOf(column, example[column]),
  );
  return {
    ...row,
    doubtful: { ...row.doubtful, ...Object.fromEntries(left.map((column) => [column, 'IMPORT_EXAMPLE'])) },
  };
}

function isAnybody({ cells, doubtful }: WrittenRow): boolean {
  return importColumns.some((column) => cells[column] !== '' || doubtful[column] !== undefined);
}

function writtenRow(
  row: number,
  headings: readonly Heading[],
  { cells: file, today }: { cells: readonly TypedCell[]; today: string },
): WrittenRow {
  const cells = emptyCells();
  const doubtful: WrittenRow['doubtful'] = {};
  for (const [at, { column }] of headings.entries()) {
    if (column === null) continue;
    const { text, doubt } = writtenCell(column, file[at] ?? null, today);
    cells[column] = text;
    if (doubt !== undefined) doubtful[column] = doubt;
  }
  return { row, cells, doubtful };
}

/** What a reader of the preview would look for in vain, and which of its rows they may not know of. */
function notesOf(
  sheets: readonly TypedSheet[],
  { sheet, headings, headingAt }: Table,
  hiddenCount: number,
): ImportNote[] {
  const others = sheets.filter((each) => each !== sheet);
  const width = Math.max(...sheet.rows.map((row) => row.length));
  const below = sheet.rows.slice(headingAt + 1);
  const above = sheet.rows.slice(0, headingAt).filter(isFilledRow).length;
  return [
    ...others.map(({ name, isHidden, rows }): ImportNote => ({
      kind: isHidden ? 'HiddenSheet' : 'Sheet',
      name,
      count: rows.filter(isFilledRow).length,
    })),
    ...Array.from({ length: width }, (_, at): ImportNote => {
      const { column, text } = headings[at] ?? headingOf('');
      const isRead = column !== null || isMistakes(text);
      const isOurs = (cell: TypedCell) => isRemark(text) && plain(textIn(cell)) === plain(exampleMark);
      const count = isRead
        ? 0
        : below.map((row) => row[at] ?? null).filter((cell) => isFilled(cell) && !isOurs(cell)).length;
      return { kind: 'Column', name: text.slice(0, 100) || letterOf(at), count };
    }),
    { kind: 'RowsAbove', name: '', count: above } as const,
    { kind: 'HiddenRows', name: '', count: hiddenCount } as const,
  ].filter(({ count }) => count > 0);
}

/** The name that spreadsheets give a column. */
function letterOf(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26));
  return at < 26 ? letter : `${letterOf(Math.floor(at / 26) - 1)}${letter}`;
}
