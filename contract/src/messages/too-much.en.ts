import { megabytes, type TooMuch } from '../rules/import-file.ts';

const reasons: Record<TooMuch['what'], (found: number, limit: number) => string> = {
  bytes: (found, limit) => `This file has ${megabytes(found)} MB; a file may have ${megabytes(limit)} MB.`,
  rows: (found, limit) => `This file has ${found} rows; a file may have ${limit}.`,
  lastRow: (found, limit) =>
    `There is something in row ${found}; a sheet is read as far as row ${limit}. Move it up, or delete it.`,
  columns: (found, limit) => `This sheet has ${found} columns; a sheet may have ${limit}.`,
  cells: (found, limit) => `This file has ${found} filled cells; a file may have ${limit}.`,
  formats: (found, limit) =>
    `This file has ${found} rows or cells with borders, colours or heights; a file may have ${limit}. Copy the list alone into a new file.`,
};

/** The sentence of the specification, and what of the file is too much. */
export const tooMuch = ({ what, found, limit }: TooMuch): string =>
  `Too much data must be submitted in batches. ${reasons[what](found, limit)}`;
