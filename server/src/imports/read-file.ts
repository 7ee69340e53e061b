import { importLimits } from '@exam/contract/rules';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { refuse, refuseForNow } from '#platform/errors';
import { preflight } from './preflight.ts';

/** A cell as the file holds it. A number is not made text here: of a document number it may have lost digits already. */
export type FileCell = string | number | null;

/** What the process that parses may use, and how many there may be at a time and in the queue. */
const parserLimits = { milliseconds: 8_000, heapMegabytes: 192, outputBytes: 8 * 1024 * 1024, running: 2, waiting: 16 };

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
  const text = await inTurn(() => parse(kind, file));
  const rows = text === null ? null : rowsOf(text);
  return rows ?? refuse('IMPORT_FORMAT');
}

function kindOf(file: Buffer): 'xls' | 'xlsx' | null {
  if (file.subarray(0, 4).equals(zipStart)) return 'xlsx';
  return file.subarray(0, 8).equals(compoundStart) ? 'xls' : null;
}

/** @returns what the parser said; null when it failed, was too slow, too big or too talkative. */
function parse(kind: 'xls' | 'xlsx', file: Buffer): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${parserLimits.heapMegabytes}`, join(import.meta.dirname, 'parse-main.ts'), kind],
      // It needs no secret of ours and gets none.
      { stdio: ['pipe', 'pipe', 'ignore'], env: {}, timeout: parserLimits.milliseconds, killSignal: 'SIGKILL' },
    );
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > parserLimits.outputBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString('utf8') : null));
    // A parser that ended early does not read on; that it failed is told by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(file);
  });
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
  if (waiting.length >= parserLimits.waiting) refuseForNow('BUSY', 5);
  if (running >= parserLimits.running) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
