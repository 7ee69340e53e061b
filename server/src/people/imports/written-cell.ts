import { ageOn, importColumns, type ImportColumn, type ImportDoubt, oldestAge, tidyText } from '@exam/contract/rules';
import { choiceOf, choicesOf, doubtMark } from './columns.ts';
import { example } from './example.ts';
import { isDateCell, isErrorCell, type TypedCell } from './file/typed-cells.ts';

/** What a cell says, and why it may not be what was typed. */
export type Written = { text: string; doubt?: ImportDoubt };

const cellLimit = 300;
const dateLimit = 30;

/** Figures of these columns may have lost digits. */
const numberColumns: readonly ImportColumn[] = ['idNo', 'guardianModel.idNo'];

/**
 * A cell of a file as the rules can read it, by the file's own type: only a cell for dates holds a date, and nothing else may be in one.
 * @param today date in China.
 */
export function writtenCell(column: ImportColumn, cell: TypedCell, today: string): Written {
  if (cell === null) return { text: '' };
  if (isErrorCell(cell)) return { text: cell.error, doubt: 'IMPORT_CELL_TYPE' };
  if (isDateCell(cell)) {
    if (column === 'dob' && cell.date !== null) return born(cell.date, today);
    return { text: cell.serial === null ? '' : String(cell.serial), doubt: 'IMPORT_CELL_TYPE' };
  }
  if (typeof cell === 'string' && cell.trimStart().startsWith(doubtMark.trim()))
    return again(column, textOf(column, cell.trimStart().slice(1)), today);
  if (column === 'dob') return birthDate(cell, today);
  const text = textOf(column, String(cell));
  return typeof cell === 'number' ? figure(column, text, cell) : { text };
}

/** A number cell may have lost digits of a document's number; no column has negative numbers or fractions. */
function figure(column: ImportColumn, text: string, value: number): Written {
  if (numberColumns.includes(column)) return { text, doubt: 'IMPORT_NUMBER_AS_TEXT' };
  return Number.isSafeInteger(value) && value >= 0 ? { text } : { text, doubt: 'IMPORT_CELL_TYPE' };
}

/**
 * A cell as somebody types it: choices by their value, dates as `yyyy-mm-dd`, a number without the apostrophe that marks it as a text
 * (spreadsheets hide it, other programs write it).
 */
export function textOf(column: ImportColumn, typed: string): string {
  const text = clean(numberColumns.includes(column) ? typed.replace(/^\s*['‘’＇]/, '') : typed);
  if (column === 'dob') return dateOfText(text) ?? text.slice(0, dateLimit);
  return choicesOf(column) ? (choiceOf(column, text) ?? text) : text;
}

/** A plain figure is a date only where it is written as one: 20140506. */
function birthDate(cell: string | number, today: string): Written {
  const text = clean(String(cell));
  const date = dateOfText(text);
  if (date !== null) return born(date, today);
  return text === '' ? { text } : { text: text.slice(0, dateLimit), doubt: 'IMPORT_DATE_FORM' };
}

function born(date: string, today: string): Written {
  return ageOn(date, today) > oldestAge ? { text: date, doubt: 'IMPORT_BIRTH_YEAR' } : { text: date };
}

/** What comes back in the file of mistakes as it was: doubtful for what it says there. */
function again(column: ImportColumn, text: string, today: string): Written {
  if (column === 'dob') return { text, doubt: birthDate(text, today).doubt ?? 'IMPORT_DATE_FORM' };
  if (text === textOf(column, example[column])) return { text, doubt: 'IMPORT_EXAMPLE' };
  return { text, doubt: numberColumns.includes(column) ? 'IMPORT_NUMBER_AS_TEXT' : 'IMPORT_CELL_TYPE' };
}

/** Without what no field has: control characters and others that nobody sees, halves of characters, spaces around. */
function clean(text: string): string {
  return tidyText(text.toWellFormed().replace(/\p{Cc}+/gu, ' ')).slice(0, cellLimit);
}

/** 2014/5/6, 2014.05.06, 20140506 and 2014年5月6日 are what people write; null for anything else. */
function dateOfText(written: string): string | null {
  const text = written.normalize('NFKC');
  const match =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text) ??
    /^(\d{4})\u5e74(\d{1,2})\u6708(\d{1,2})\u65e5?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!match) return null;
  const [, year = '', month = '', day = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A row with nothing in it. */
export function emptyCells(): Record<ImportColumn, string> {
  const cells: Partial<Record<ImportColumn, string>> = {};
  for (const column of importColumns) cells[column] = '';
  return cells as Record<ImportColumn, string>;
}
