import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { importColumns, type ImportColumn } from '@exam/contract/rules';
import { expect } from 'vitest';
import { contentOf, readDirectory } from '#platform/zip';
import { headingOf } from './columns.ts';
import { makeZip } from '#given/platform/zip';

/** Another program's writer: the types of its cells, hidden rows and sheets are its own. */
export type Kind = 'xlsx' | 'biff8' | 'biff5';
export type Foreign = Partial<Record<ImportColumn, string | number | CellObject>>;

/** A number that its cell shows as a date, as Excel keeps one. */
export const inDateCell = (v: number): CellObject => ({ t: 'n', v, z: 'yyyy/m/d' });
export const failed: CellObject = { t: 'e', v: 42, w: '#N/A' };

/** A sheet with these rows under our headings, or under others. */
export function foreignSheet(
  rows: readonly Foreign[],
  headings: readonly string[] = importColumns.map(headingOf),
): WorkSheet {
  const sheet = utils.aoa_to_sheet([[...headings]]);
  for (const [index, row] of rows.entries())
    for (const [column, name] of importColumns.entries()) {
      const cell = row[name];
      if (cell === undefined) continue;
      const at = utils.encode_cell({ r: index + 1, c: column });
      if (typeof cell === 'object') sheet[at] = cell;
      else sheet[at] = typeof cell === 'number' ? { t: 'n', v: cell } : { t: 's', v: cell };
    }
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length + 1, c: headings.length } });
  return sheet;
}

type Book = {
  kind: Kind;
  sheets: Record<string, WorkSheet>;
  hidden?: readonly string[];
  is1904?: boolean;
  hasTextsApart?: boolean;
};

/** The file as the other program writes it. */
export function written({ kind, sheets, hidden = [], is1904 = false, hasTextsApart = false }: Book): Buffer {
  const names = Object.keys(sheets);
  const about = names.map((name) => ({ Hidden: hidden.includes(name) ? (1 as const) : (0 as const) }));
  const workbook = { SheetNames: names, Sheets: sheets, Workbook: { Sheets: about, WBProps: { date1904: is1904 } } };
  const made: ArrayBuffer = write(workbook, {
    type: 'array',
    bookType: kind,
    cellStyles: true,
    bookSST: hasTextsApart,
  });
  return Buffer.from(made);
}

/** The same file with another text of one of its parts, by default of its first sheet. */
export async function edited(file: Buffer, edit: (part: string) => string, part = 'sheet1.xml'): Promise<Buffer> {
  const entries = readDirectory(file, 64) ?? expect.fail('no container');
  const parts = entries.map(async (entry) => {
    const content = (await contentOf(file, entry)) ?? expect.fail('no content');
    return { name: entry.name, content: entry.name.endsWith(part) ? edit(String(content)) : content };
  });
  return makeZip(await Promise.all(parts));
}

/** A cell of a row as its XML has it; the first group is its place. */
export function cellOf(row: string, column: ImportColumn): RegExp {
  const letters = utils.encode_col(importColumns.indexOf(column));
  return new RegExp(`<c r="(${letters}${row})"[^>]*>.*?</c>`);
}

/** An adult with a passport. */
export const passport: Foreign = {
  lastName: 'LI',
  firstName: 'NA',
  nameZh: '李娜',
  idType: 'Passport',
  idNo: 'E12345678',
  gender: 'Female',
  dob: '1990-03-07',
};
