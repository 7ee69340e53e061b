// Alone: all rules would take longer to load than most files to parse.
import { addDays, daysBetween } from '@exam/contract/rules/china-date';
import { CFB, type CellObject, read, set_cptable, SSF, utils, type WorkSheet } from '@e965/xlsx';
import { correctHucre } from './hucre-corrected.ts';
import { guardMemory } from './memory-guard.ts';
import { columnsRead, type DateCell, rowsRead, type TypedCell, type TypedSheet } from './typed-cells.ts';

/**
 * Parses one spreadsheet in a process of its own: bytes on standard input; `xls` or `xlsx` and the megabytes of memory that it may have
 * as arguments; its sheets as JSON on standard output. Nothing is evaluated: a formula gives the value the file remembers. Exit code 2 for a file that
 * cannot be read.
 */

/** Longer than anything a column takes, in characters. */
const longestText = 1000;

/** The day before the first that spreadsheets count; the other calendar of old Macintosh files begins this many days later. */
const dayBefore = '1899-12-30';
const laterStart = 1462;

async function main(): Promise<void> {
  await guardMemory(Number(process.argv[3]));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const file = Buffer.concat(chunks);
  const sheets = await (process.argv[2] === 'xls' ? readLegacy(file) : readModern(file));
  process.stdout.write(JSON.stringify(sheets));
}

async function readModern(file: Buffer): Promise<TypedSheet[]> {
  correctHucre();
  const { readXlsx } = await import('hucre');
  const workbook = await readXlsx(file);
  return workbook.sheets.map(({ name, hidden, veryHidden, rows, cells, rowDefs }) =>
    sheetOf({
      name,
      isHidden: hidden === true || veryHidden === true,
      lastRow: rows.findLastIndex((row) => row.some(isValue)) + 1,
      lastColumn: rows.reduce((last, row) => Math.max(last, row.findLastIndex(isValue) + 1), 0),
      rows: rows.slice(0, rowsRead).map((row, at) =>
        row.slice(0, columnsRead).map((value, column) => {
          const kept = cells?.get(`${at},${column}`);
          if (kept?.type === 'error') return { error: String(value).slice(0, 20) };
          // A program that calculates nothing leaves a formula without its value: something is there, and nobody knows what.
          const isUnknown = kept?.formula !== undefined && (value === null || value === '');
          return isUnknown ? { error: '=?' } : cellOf(value);
        }),
      ),
      hiddenRows: [...(rowDefs ?? [])].flatMap(([at, { hidden: isHidden }]) => (isHidden ? at : [])),
    }),
  );
}

const isValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Only a compound file with a workbook and without programs in it. */
async function readLegacy(file: Buffer): Promise<TypedSheet[]> {
  const container = CFB.read(file, { type: 'buffer' });
  const names: string[] = container.FullPaths.map((path: string) => path.toLowerCase());
  const hasWorkbook = names.some((name) => /\/(?:workbook|book)$/.test(name));
  if (!hasWorkbook || names.some((name) => /_vba_project|\/vba\/|encryptedpackage/.test(name)))
    throw new Error('refused');
  // The writing of old files of Windows in China, which the package does not know by itself.
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  const workbook = read(file, {
    type: 'buffer',
    sheetRows: rowsRead + 1,
    cellDates: false,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    cellStyles: true,
  });
  const { Sheets: about, WBProps: properties } = workbook.Workbook ?? {};
  const shift = properties?.date1904 ? laterStart : 0;
  return workbook.SheetNames.map((name, at) => {
    const sheet = workbook.Sheets[name] ?? {};
    const hiddenRows = [...(sheet['!rows'] ?? [])].flatMap((row, index) => (row?.hidden ? index : []));
    const whole: unknown = sheet['!fullref'] ?? sheet['!ref'];
    const end = typeof whole === 'string' ? utils.decode_range(whole).e : { r: -1, c: -1 };
    const isHidden = Boolean(about?.[at]?.Hidden);
    const rows = legacyRows(sheet, shift);
    return sheetOf({ name, isHidden, lastRow: end.r + 1, lastColumn: end.c + 1, rows, hiddenRows });
  });
}

function legacyRows(sheet: WorkSheet, shift: number): TypedCell[][] {
  if (!sheet['!ref']) return [];
  const { e: end } = utils.decode_range(sheet['!ref']);
  const columns = Math.min(end.c + 1, columnsRead);
  return Array.from({ length: Math.min(end.r + 1, rowsRead) }, (_, r) =>
    Array.from({ length: columns }, (__, c) => legacyCell(sheet[utils.encode_cell({ r, c })], shift)),
  );
}

function legacyCell(cell: CellObject | undefined, shift: number): TypedCell {
  if (!cell || cell.t === 'z') return null;
  if (cell.t === 'e') return { error: String(cell.w ?? '#').slice(0, 20) };
  if (cell.t === 'n' && typeof cell.v === 'number' && SSF.is_date(String(cell.z ?? ''))) return dateOf(cell.v + shift);
  return cellOf(cell.v);
}

/** What a figure says that is in a cell for dates. */
function dateOf(serial: number): DateCell {
  const isDay = serial >= 1 && serial < 73_051;
  return { date: isDay ? addDays(dayBefore, Math.floor(serial)) : null, serial };
}

function cellOf(value: unknown): TypedCell {
  if (isDate(value)) return Number.isNaN(value.getTime()) ? { date: null, serial: null } : dateOf(serialOf(value));
  if (typeof value === 'number') return Number.isFinite(value) ? value : { error: '#?' };
  // Nobody types one: a program made it of a word.
  if (typeof value === 'boolean') return { error: String(value).toUpperCase() };
  if (typeof value !== 'string') return null;
  return value.length > longestText ? value.replaceAll(/\s+/gu, ' ').slice(0, longestText) : value;
}

function serialOf(value: Moment): number {
  const [day = '', time = ''] = value.toISOString().split('T');
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map((part) => Number.parseInt(part, 10));
  return daysBetween(dayBefore, day) + (hours * 3600 + minutes * 60 + seconds) / 86_400;
}

type Moment = { toISOString: () => string; getTime: () => number };

function isDate(value: unknown): value is Moment {
  return typeof value === 'object' && value !== null && 'toISOString' in value && 'getTime' in value;
}

const isFilled = (cell: TypedCell): boolean => cell !== null && (typeof cell !== 'string' || cell.trim() !== '');

/** Without the empty rows and cells at the ends. */
function sheetOf({ name, rows, hiddenRows, ...about }: TypedSheet): TypedSheet {
  const last = rows.findLastIndex((row) => row.some(isFilled));
  return {
    ...about,
    name: name.slice(0, 100),
    rows: rows.slice(0, last + 1).map((row) => row.slice(0, row.findLastIndex(isFilled) + 1)),
    hiddenRows: hiddenRows.filter((at) => at <= last),
  };
}

try {
  await main();
} catch {
  // The reason may quote the file; nobody gets to read it.
  process.exitCode = 2;
}
