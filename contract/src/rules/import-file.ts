/** The columns of an import file, in the order of the template; each is the path of a candidate's field. */
export const importColumns = [
  'lastName',
  'firstName',
  'nameZh',
  'idType',
  'idNo',
  'gender',
  'dob',
  'mobile',
  'email',
  'guardianModel.name',
  'guardianModel.type',
  'guardianModel.idType',
  'guardianModel.idNo',
  'guardianModel.mobile',
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Rows and bytes a file may have (S-4). */
export const importLimits = { rows: 500, bytes: 2 * 1024 * 1024 } as const;

/**
 * Why a cell may not be what was typed: a figure that may have lost digits, a cell for dates or with a failed formula, a date that can be read in
 * two ways, and an age that nobody has.
 */
export const importDoubts = [
  'IMPORT_NUMBER_AS_TEXT',
  'IMPORT_CELL_TYPE',
  'IMPORT_DATE_FORM',
  'IMPORT_BIRTH_YEAR',
  'IMPORT_EXAMPLE',
] as const;
export type ImportDoubt = (typeof importDoubts)[number];

/**
 * What of a file is too much, how much of it there is and how much is read: bytes, rows of candidates, the place of the last filled row or column,
 * filled cells, and rows and cells that are formatted alone.
 */
export type TooMuch = {
  what: 'bytes' | 'rows' | 'lastRow' | 'columns' | 'cells' | 'formats';
  found: number;
  limit: number;
};

/** Bytes as people read them: megabytes with one decimal, rounded up. */
export function megabytes(bytes: number): string {
  return (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toString();
}
