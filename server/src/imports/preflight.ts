import { promisify } from 'node:util';
import { inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';

/** What an xlsx may be before a parser sees it (S-4, T20). */
export const zipLimits = {
  entries: 64,
  /** Bytes of all entries together, inflated. */
  bytes: 32 * 1024 * 1024,
  /** Times an entry may grow; small ones may be anything. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
  /** Rows and cells as the sheets write them, formatted empty ones included. */
  rows: 2_000,
  cells: 40_000,
} as const;

/** `bytes` counts what was inflated, also of a file that is refused. */
export type Preflight = { verdict: 'good' | 'format' | 'tooMuch'; bytes: number };

type Entry = { name: string; method: number; start: number; compressed: number; inflated: number };

const inflate: (data: InputType, options: ZlibOptions) => Promise<Buffer> = promisify(inflateRaw);
const directoryMark = 0x02014b50;
const localMark = 0x04034b50;
const endMark = 0x06054b50;
const utf16Marks = [Buffer.from('<!DOCTYPE', 'utf16le'), Buffer.from('<!DOCTYPE', 'utf16le').swap16()];

/**
 * Looks through the container of an xlsx: few entries, no encryption, no zip64, none over another or beyond the directory, sizes
 * that are true, no archive or program inside, no document type, and no more rows and cells than a person types. Inflates one
 * entry at a time with its declared size as the cap, so that a lie costs no memory.
 */
export async function preflight(file: Buffer): Promise<Preflight> {
  const entries = readDirectory(file);
  if (!entries || !hasWorkbook(entries)) return { verdict: 'format', bytes: 0 };
  const declared = entries.reduce((sum, { inflated }) => sum + inflated, 0);
  if (declared > zipLimits.bytes || entries.some(growsTooMuch)) return { verdict: 'tooMuch', bytes: 0 };
  return inflateAll(file, entries);
}

async function inflateAll(file: Buffer, entries: readonly Entry[]): Promise<Preflight> {
  const seen = { bytes: 0, rows: 0, cells: 0 };
  for (const entry of entries) {
    const content = await contentOf(file, entry);
    seen.bytes += content?.length ?? 0;
    if (!content || isForbidden(content)) return { verdict: 'format', bytes: seen.bytes };
    if (entry.name.startsWith('xl/worksheets/')) count(seen, content);
    if (isTooLong(seen)) return { verdict: 'tooMuch', bytes: seen.bytes };
  }
  return { verdict: 'good', bytes: seen.bytes };
}

function isTooLong({ rows, cells }: { rows: number; cells: number }): boolean {
  return rows > zipLimits.rows || cells > zipLimits.cells;
}

function count(seen: { rows: number; cells: number }, sheet: Buffer): void {
  seen.rows += countOf(sheet, '<row', zipLimits.rows);
  seen.cells += countOf(sheet, '<c ', zipLimits.cells);
}

/** The entries by the central directory, which must end the file exactly and agree with every local header. */
function readDirectory(file: Buffer): Entry[] | null {
  const end = file.length - 22;
  if (end < 0 || file.readUInt32LE(0) !== localMark || file.readUInt32LE(end) !== endMark) return null;
  const count = file.readUInt16LE(end + 10);
  const size = file.readUInt32LE(end + 12);
  const start = file.readUInt32LE(end + 16);
  if (count === 0 || count > zipLimits.entries || start + size !== end) return null;
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    const entry = at + 46 <= end ? readEntry(file, at, start) : null;
    if (!entry) return null;
    entries.push(entry);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return at === end && !overlap(entries) ? entries : null;
}

function readEntry(file: Buffer, at: number, limit: number): Entry | null {
  const flags = file.readUInt16LE(at + 8);
  const nameLength = file.readUInt16LE(at + 28);
  const local = file.readUInt32LE(at + 42);
  const isEncrypted = (flags & 0x2041) !== 0;
  if (file.readUInt32LE(at) !== directoryMark || isEncrypted || local + 30 > limit) return null;
  const name = file.toString('utf8', at + 46, at + 46 + nameLength);
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const entry = {
    name,
    method: file.readUInt16LE(at + 10),
    start,
    compressed: file.readUInt32LE(at + 20),
    inflated: file.readUInt32LE(at + 24),
  };
  const localName = file.toString('utf8', local + 30, local + 30 + file.readUInt16LE(local + 26));
  const isTrue = file.readUInt32LE(local) === localMark && localName === name && localAgrees(file, local, entry);
  return isTrue && start + entry.compressed <= limit && isAllowed(entry) ? entry : null;
}

/** Sizes in the local header are those of the directory, or nought where a descriptor follows the data. */
function localAgrees(file: Buffer, local: number, { method, compressed, inflated }: Entry): boolean {
  const said = [file.readUInt32LE(local + 18), file.readUInt32LE(local + 22)];
  const hasDescriptor = (file.readUInt16LE(local + 6) & 8) !== 0;
  const isSame = said[0] === compressed && said[1] === inflated;
  return file.readUInt16LE(local + 8) === method && (isSame || (hasDescriptor && said[0] === 0 && said[1] === 0));
}

function isAllowed({ name, method }: Entry): boolean {
  if (method !== 0 && method !== 8) return false;
  if (name.includes('..') || name.includes('\\') || name.startsWith('/')) return false;
  return !/vbaproject|activex|\.(?:bin|zip|xls[xmb]?|7z|rar|gz|exe|dll)$/i.test(name) || /printersettings/i.test(name);
}

function overlap(entries: readonly Entry[]): boolean {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const sorted = entries.toSorted((left, right) => left.start - right.start);
  return (
    names.size !== entries.length ||
    sorted.some((entry, index) => index > 0 && entry.start < endOf(sorted[index - 1] ?? entry))
  );
}

function endOf({ start, compressed }: Entry): number {
  return start + compressed;
}

function hasWorkbook(entries: readonly Entry[]): boolean {
  const names = entries.map(({ name }) => name);
  return names.includes('[Content_Types].xml') && names.includes('xl/workbook.xml');
}

function growsTooMuch({ compressed, inflated }: Entry): boolean {
  return inflated > zipLimits.ratioFrom && inflated > compressed * zipLimits.ratio;
}

async function contentOf(file: Buffer, { method, start, compressed, inflated }: Entry): Promise<Buffer | null> {
  const data = file.subarray(start, start + compressed);
  if (method === 0) return compressed === inflated ? data : null;
  const content = await inflate(data, { maxOutputLength: Math.max(1, inflated) }).catch(() => null);
  return content?.length === inflated ? content : null;
}

/** An archive in the archive, a document type, or a workbook that declares programs. */
function isForbidden(content: Buffer): boolean {
  if (content.length >= 4 && content.readUInt32LE(0) === localMark) return true;
  const isDeclared = ['<!DOCTYPE', '<!ENTITY', 'macroEnabled'].some((mark) => content.includes(mark));
  return isDeclared || utf16Marks.some((mark) => content.includes(mark));
}

function countOf(content: Buffer, mark: string, limit: number): number {
  let count = 0;
  for (let at = content.indexOf(mark); at >= 0 && count <= limit; at = content.indexOf(mark, at + mark.length)) count++;
  return count;
}
