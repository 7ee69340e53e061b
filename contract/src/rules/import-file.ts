/** The columns of an import file, in the order of the template; each is the path of a candidate's field. */
export const importColumns = [
  'lastName',
  'firstName',
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
