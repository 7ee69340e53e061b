import type { ImportRow } from '@exam/contract/entities';
import {
  checkCandidate,
  maskIdNumber,
  type CandidateForm,
  type CheckedCandidate,
  type ImportColumn,
  importColumns,
  statementsToKeep,
} from '@exam/contract/rules';
import { isGender, isIdType, isRelation } from './columns.ts';
import type { WrittenRow } from './rows.ts';

/** A row with what is wrong with it; `person` where nothing is. */
export type CheckedRow = {
  written: WrittenRow;
  errors: Partial<Record<ImportColumn, string>>;
  person: CheckedCandidate | null;
  duplicate: ImportRow['duplicate'];
};

/**
 * Checks every row by the rules of the form and marks who is in an earlier row.
 * @param today date in China.
 */
export function checkRows(rows: readonly WrittenRow[], today: string): CheckedRow[] {
  const seen = new Set<string>();
  return rows.map((written) => {
    const { errors, person } = checkRow(written, today);
    const isRepeated = person !== null && seen.has(person.comparable);
    if (person) seen.add(person.comparable);
    return { written, errors, person, duplicate: isRepeated ? 'InFile' : null };
  });
}

/** Marks who is in the saved list already. */
export function markSaved(rows: readonly CheckedRow[], isSaved: (person: CheckedCandidate) => boolean): CheckedRow[] {
  return rows.map((row) => (row.person && isSaved(row.person) ? { ...row, duplicate: 'InList' } : row));
}

/** The persons that saving would add. */
export function savable(rows: readonly CheckedRow[]): CheckedCandidate[] {
  return rows.flatMap(({ person, duplicate }) => (person && duplicate === null ? [person] : []));
}

/** A row for its owner. Right document numbers are masked; a wrong one is shown as written, for it has to be put right. */
export function presentRow({ written, errors, person, duplicate }: CheckedRow, today: string): ImportRow {
  const shown = (column: ImportColumn) => {
    const text = written.cells[column];
    return errors[column] === undefined && text !== '' ? maskIdNumber(text) : text;
  };
  const guardianNo = 'guardianModel.idNo' as const;
  const cells = { ...written.cells, idNo: shown('idNo'), [guardianNo]: shown(guardianNo) };
  const isConsentNeeded = person !== null && duplicate === null && statementsToKeep(person.dob, today).length > 0;
  return { row: written.row, cells, errors, duplicate, isConsentNeeded };
}

function checkRow({ cells, doubtful }: WrittenRow, today: string): Pick<CheckedRow, 'errors' | 'person'> {
  const errors = choiceErrors(cells);
  const checked = checkCandidate(formOf(cells), { today });
  const found: Record<string, string> = checked.ok ? {} : { ...checked.fields };
  if (found['guardianModel'] !== undefined) found['guardianModel.name'] ??= found['guardianModel'];
  for (const column of importColumns) {
    const code = found[column];
    const isTold = isToldByNumber(cells, column) || isOfUnknownType(errors, column);
    if (code !== undefined && !isTold) errors[column] ??= code;
  }
  Object.assign(errors, doubtful);
  return { errors, person: checked.ok && Object.keys(errors).length === 0 ? checked.person : null };
}

/** Birth date and gender left to an ID card's number are no mistakes of their own while the number is wrong. */
function isToldByNumber(cells: WrittenRow['cells'], column: ImportColumn): boolean {
  return cells.idType === 'IDCard' && (column === 'dob' || column === 'gender') && cells[column] === '';
}

/** What is wrong with a number nobody can say while its kind of document is not known. */
function isOfUnknownType(errors: CheckedRow['errors'], column: ImportColumn): boolean {
  const typeOf: Partial<Record<ImportColumn, ImportColumn>> = {
    idNo: 'idType',
    'guardianModel.idNo': 'guardianModel.idType',
  };
  const type = typeOf[column];
  return type !== undefined && errors[type] === 'IMPORT_CHOICE';
}

/** Entries that are not in their list. An absent document type is missing; an absent relation is not asked for. */
function choiceErrors(cells: WrittenRow['cells']): CheckedRow['errors'] {
  const errors: CheckedRow['errors'] = {};
  const isWrong = (column: ImportColumn, isKnown: (value: string) => boolean) => {
    if (cells[column] !== '' && !isKnown(cells[column])) errors[column] = 'IMPORT_CHOICE';
  };
  isWrong('idType', isIdType);
  isWrong('gender', isGender);
  isWrong('guardianModel.type', isRelation);
  isWrong('guardianModel.idType', isIdType);
  if (cells.idType === '') errors.idType = 'REQUIRED_FIELD';
  if (hasGuardian(cells) && cells['guardianModel.idType'] === '') errors['guardianModel.idType'] = 'REQUIRED_FIELD';
  return errors;
}

function hasGuardian(cells: WrittenRow['cells']): boolean {
  return importColumns.some((column) => column.startsWith('guardianModel.') && cells[column] !== '');
}

/** The row as the form would send it. A dash, or what people write for one, says that the document shows no given name. */
function formOf(cells: WrittenRow['cells']): CandidateForm {
  const hasNoGivenName = /^(?:[-\u2010-\u2015\u2212\uff0d\u4e00/]+|\u65e0)$/.test(cells.firstName);
  const { idType, gender, 'guardianModel.idType': guardianIdType, 'guardianModel.type': relation } = cells;
  return {
    idType: isIdType(idType) ? idType : 'IDCard',
    idNo: cells.idNo,
    lastName: cells.lastName,
    firstName: hasNoGivenName ? '' : cells.firstName,
    noGivenName: hasNoGivenName,
    nameZh: cells.nameZh,
    gender: isGender(gender) ? gender : null,
    dob: cells.dob,
    mobile: cells.mobile,
    email: cells.email,
    guardianModel: hasGuardian(cells)
      ? {
          name: cells['guardianModel.name'],
          idType: isIdType(guardianIdType) ? guardianIdType : 'IDCard',
          idNo: cells['guardianModel.idNo'],
          mobile: cells['guardianModel.mobile'],
          type: isRelation(relation) ? relation : null,
        }
      : null,
  };
}
