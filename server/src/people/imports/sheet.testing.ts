import { importColumns, type ImportColumn } from '@exam/contract/rules';
import { writeXlsx } from 'hucre';
import { headingOf } from './columns.ts';

/** Cells of a row; the others are empty. */
export type TypedRow = Partial<Record<ImportColumn, string | number>>;

/** An adult with an ID card. */
export const adult: TypedRow = {
  lastName: 'WANG',
  firstName: 'XIAOMING',
  idType: 'IDCard',
  idNo: '110101199003077838',
};
/** A child of twelve with a guardian. */
export const child: TypedRow = {
  lastName: 'LI',
  firstName: 'NA',
  idType: '居民身份证',
  idNo: '330106201405061225',
  'guardianModel.name': '王建国',
  'guardianModel.type': 'Father',
  'guardianModel.idType': 'ID card',
  'guardianModel.idNo': '11010519491231002X',
  'guardianModel.mobile': 13800138000,
};

/** A file with these rows below the template's headings; a figure as birth date is formatted as a date, as Excel does. */
export async function sheetOf(rows: readonly TypedRow[]): Promise<Buffer> {
  const lines = rows.map((row) => importColumns.map((column) => row[column] ?? null));
  const columns = importColumns.map((column) => (column === 'dob' ? { numFmt: 'yyyy/m/d' } : {}));
  return Buffer.from(
    await writeXlsx({ sheets: [{ name: 's', columns, rows: [importColumns.map(headingOf), ...lines] }] }),
  );
}
