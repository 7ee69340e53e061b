import { importLimits } from '@exam/contract/rules';
import { refuse, refuseForNow } from '#platform/errors';
import { preflight } from './preflight.ts';
import { runParser } from './run-parser.ts';

/** A cell as the file holds it. A number is not made text here: of a document number it may have lost digits already. */
export type FileCell = string | number | null;

/** How many files are parsed at a time, and how many wait. */
const queueLimits = { running: 2, waiting: 16 };

const zipStart = Buffer.from('PK\u0003\u0004', 'latin1');
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * The rows of the first sheet of an xls or xlsx, told by its content (R-38, T20). The parser runs in a process of its own with a
 * cap on time, memory and answer; nothing is written to disk.
 * @throws Refusal IMPORT_FORMAT for anything that is not such a file; IMPORT_TOO_MUCH beyond 2 MB or the limits of the
 * preflight; BUSY when too many files wait.
 */
export async function readFile(file: Buffer): Promise<FileCell[][]> {
  if (file.length > importLimits.bytes) refuse('IMPORT_TOO_MUCH');
  const kind = kindOf(file);
  if (kind === null) refuse('IMPORT_FORMAT');
  if (kind === 'xlsx') {
    const { verdict } = await preflight(file);
    if (verdict !== 'good') refuse(verdict === 'tooMuch' ? 'IMPORT_TOO_MUCH' : 'IMPORT_FORMAT');
  }
  const text = await inTurn(() => runParser(kind, file));
  const rows = text === null ? null : rowsOf(text);
  return rows ?? refuse('IMPORT_FORMAT');
}

function kindOf(file: Buffer): 'xls' | 'xlsx' | null {
  if (file.subarray(0, 4).equals(zipStart)) return 'xlsx';
  return file.subarray(0, 8).equals(compoundStart) ? 'xls' : null;
}

function rowsOf(text: string): FileCell[][] | null {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) && value.every(isRow) ? value : null;
}

function isRow(value: unknown): value is FileCell[] {
  return Array.isArray(value) && value.every((cell) => cell === null || ['string', 'number'].includes(typeof cell));
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
