import { writeCsvStream } from 'hucre/csv';
import { safeText } from '#platform/safe-text';

type Cell = string | number | null;

/**
 * What a spreadsheet would change as it opens a CSV file: leading zeros go, of more than fifteen digits the last become zeros, `4E1` becomes 40
 * and `9709/12` a day. A whole date (2026-11-25) stays that day.
 */
const changed = /^(?:0\d+|\d{12,}|\d+[Ee]\d+|\d{1,4}[/-]\d{1,2})$/;

/**
 * A text as a cell of a CSV file: safe, and behind a tab where a spreadsheet would make another value of it. The tab makes it a text there, and
 * is white space for everybody else.
 */
function cellOf(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  return changed.test(cell) ? `\t${cell}` : safeText(cell);
}

/** A CSV file, a row at a time, with a mark of its encoding for spreadsheets; takes the cells as they are. */
export function csvStream(
  headings: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): ReadableStream<Uint8Array> {
  return writeCsvStream(cellsOf(rows), { headers: headings.map(safeText), bom: true });
}

async function* cellsOf(rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield row.map(cellOf);
}
