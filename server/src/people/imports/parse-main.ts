import { CFB, read, utils } from '@e965/xlsx';
import { readXlsx } from 'hucre';
import { guardMemory } from './memory-guard.ts';

/**
 * Parses one spreadsheet in a process of its own: bytes on standard input; `xls` or `xlsx` and the megabytes of memory that it may have
 * as arguments; rows as JSON on standard output. Nothing is evaluated: a formula gives the value the file remembers. Exit code 2 for a file that cannot be read.
 */

const columnsRead = 41;

type Cell = string | number | null;

async function main(): Promise<void> {
  await guardMemory(Number(process.argv[3]));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const file = Buffer.concat(chunks);
  const rows = process.argv[2] === 'xls' ? readLegacy(file) : await readModern(file);
  process.stdout.write(JSON.stringify(rows));
}

async function readModern(file: Buffer): Promise<Cell[][]> {
  const workbook = await readXlsx(file, { sheets: [0] });
  const rows = workbook.sheets[0]?.rows ?? [];
  return trimmed(rows.map((row) => row.slice(0, columnsRead).map(cellOf)));
}

/** Only a compound file with a workbook and without programs in it. */
function readLegacy(file: Buffer): Cell[][] {
  const container = CFB.read(file, { type: 'buffer' });
  const names: string[] = container.FullPaths.map((path: string) => path.toLowerCase());
  const hasWorkbook = names.some((name) => /\/(?:workbook|book)$/.test(name));
  if (!hasWorkbook || names.some((name) => /_vba_project|\/vba\/|encryptedpackage/.test(name)))
    throw new Error('refused');
  const workbook = read(file, {
    type: 'buffer',
    sheetRows: 2_000,
    cellDates: false,
    cellFormula: false,
    cellHTML: false,
  });
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ''];
  if (!sheet?.['!ref']) return [];
  const range = utils.decode_range(sheet['!ref']);
  range.s = { r: 0, c: 0 };
  range.e = { r: Math.min(range.e.r, 2_000), c: Math.min(range.e.c, columnsRead - 1) };
  const rows: unknown[][] = utils.sheet_to_json(sheet, { header: 1, raw: true, defval: null, blankrows: true, range });
  // The other calendar of old Macintosh files begins four years and a day later.
  const shift = workbook.Workbook?.WBProps?.date1904 ? 1462 : 0;
  return trimmed(
    rows.map((row) =>
      row.map((value) => (typeof value === 'number' && isSerial(value) ? value + shift : cellOf(value))),
    ),
  );
}

/** Numbers that can only be dates here: from 1900 to 2100. */
function isSerial(value: number): boolean {
  return value > 0 && value < 73_051;
}

function cellOf(value: unknown): Cell {
  if (isDate(value)) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.slice(0, 1000) : null;
}

function isDate(value: unknown): value is Date {
  return typeof value === 'object' && value !== null && 'toISOString' in value && 'getTime' in value;
}

/** Without the empty rows at the end, and no more than can be told apart from too many. */
function trimmed(rows: Cell[][]): Cell[][] {
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== null && String(cell).trim() !== ''));
  return rows.slice(0, Math.min(last + 1, 2_001));
}

try {
  await main();
} catch {
  // The reason may quote the file; nobody gets to read it.
  process.exitCode = 2;
}
