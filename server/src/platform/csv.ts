import { writeCsvStream } from 'hucre/csv';
import { safeText } from '#platform/safe-text';

type Cell = string | number | null;

/**
 * What a spreadsheet changes when it opens a CSV file: it drops leading zeros, turns the last of more than fifteen digits into zeros, `4E1` into 40
 * and `9709/12` into a date. A whole date (2026-11-25) stays the same day.
 */
const changed = /^(?:0\d+|\d{12,}|\d+[Ee]\d+|\d{1,4}[/-]\d{1,2})$/;

/**
 * A cell of a CSV file: safe text, with a tab before it if a spreadsheet would change it. The tab makes it a text in a spreadsheet, and other
 * programs skip it as white space.
 */
function cellOf(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  return changed.test(cell) ? `\t${cell}` : safeText(cell);
}

/** A CSV file, made row by row, with a byte order mark for spreadsheets. Takes the cells as they are, and makes them safe. */
export function csvStream(
  headings: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): ReadableStream<Uint8Array> {
  return writeCsvStream(cellsOf(rows), { headers: headings.map(safeText), bom: true });
}

async function* cellsOf(rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield row.map(cellOf);
}
