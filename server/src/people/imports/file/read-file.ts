import { importLimits } from '@exam/contract/rules';
import { refuse, refuseForNow } from '#platform/errors';
import { preflight } from './preflight.ts';
import { foreignForm } from './foreign-forms.ts';
import { runParser } from './run-parser.ts';
import { checkColumns, refuseTooMuch } from './too-much.ts';
import { isDateCell, isErrorCell, rowsRead, type TypedCell, type TypedSheet } from './typed-cells.ts';

/** A cell as staff's files are read: a date or a time is the figure behind it. */
export type FileCell = string | number | null;

/** How many files are parsed at a time, and how many wait. */
const queueLimits = { running: 2, waiting: 16 };

const zipStart = Buffer.from('PK\u0003\u0004', 'latin1');
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * The sheets of an xls or xlsx, told by its content (R-38, T20). The parser runs in a process of its own with a cap on time, memory and
 * answer; nothing is written to disk.
 * @throws Refusal IMPORT_FORMAT for anything that is not such a file; IMPORT_SAVE_AS and FILE_PASSWORD where it is a list in another form; IMPORT_TOO_MUCH
 * beyond 2 MB, the limits of the preflight or the rows that are read; BUSY when too many files wait.
 */
export async function readSheets(file: Buffer): Promise<TypedSheet[]> {
  if (file.length > importLimits.bytes) refuseTooMuch({ what: 'bytes', found: file.length, limit: importLimits.bytes });
  const foreign = foreignForm(file);
  if (foreign !== null) refuse(foreign);
  const kind = kindOf(file) ?? refuse('IMPORT_FORMAT');
  if (kind === 'xlsx') {
    const { verdict } = await preflight(file);
    if (verdict === 'programs') refuse('IMPORT_SAVE_AS');
    if (verdict === 'format') refuse('IMPORT_FORMAT');
    if (verdict !== 'good') refuseTooMuch(verdict);
  }
  const text = await inTurn(() => runParser(kind, file));
  const sheets: TypedSheet[] = text === null ? refuse('IMPORT_FORMAT') : JSON.parse(text, storable);
  const found = Math.max(0, ...sheets.map(({ lastRow }) => lastRow));
  if (found > rowsRead) refuseTooMuch({ what: 'lastRow', found, limit: rowsRead });
  return sheets;
}

/** The rows of the first sheet that is shown. @throws as `readSheets`. */
export async function readSpreadsheet(file: Buffer): Promise<FileCell[][]> {
  const sheets = await readSheets(file);
  const shown = sheets.find(({ isHidden }) => !isHidden);
  if (!shown) return [];
  checkColumns(shown);
  return shown.rows.map((row) => row.map(plainCell));
}

function plainCell(cell: TypedCell): FileCell {
  if (isDateCell(cell)) return cell.serial;
  return isErrorCell(cell) ? cell.error : cell;
}

/** A workbook may hold by number what no text of the database may. */
const storable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

function kindOf(file: Buffer): 'xls' | 'xlsx' | null {
  if (file.subarray(0, 4).equals(zipStart)) return 'xlsx';
  return file.subarray(0, 8).equals(compoundStart) ? 'xls' : null;
}

const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= queueLimits.waiting) refuseForNow('BUSY', 5);
  if (running >= queueLimits.running) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
