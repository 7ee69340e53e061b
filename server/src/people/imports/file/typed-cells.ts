/** A cell that the file marks as a date: the day and the figure behind it (days since the end of 1899), null where it is not a day at all. */
export type DateCell = { date: string | null; serial: number | null };
/** A cell whose formula failed: `#N/A`. */
export type ErrorCell = { error: string };

/** A cell as the file holds it, with the file's own type. A number is not made text here: of a document number it may have lost digits already. */
export type TypedCell = string | number | null | DateCell | ErrorCell;

/** Rows and columns that are read of a sheet: more than anybody types, gaps included. */
export const rowsRead = 20_000;
export const columnsRead = 100;

/** A sheet of a file; `hiddenRows` are places in `rows`. Beyond `rowsRead` and `columnsRead` it is not read: `lastRow` and `lastColumn` tell how far it goes, from 1. */
export type TypedSheet = {
  name: string;
  isHidden: boolean;
  lastRow: number;
  lastColumn: number;
  rows: TypedCell[][];
  hiddenRows: number[];
};

export function isDateCell(cell: TypedCell): cell is DateCell {
  return typeof cell === 'object' && cell !== null && 'date' in cell;
}

export function isErrorCell(cell: TypedCell): cell is ErrorCell {
  return typeof cell === 'object' && cell !== null && 'error' in cell;
}
