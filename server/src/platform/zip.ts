import { promisify } from 'node:util';
import { inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';

/** A part of a ZIP container: where its bytes are, and the size it says it has inflated. */
export type ZipEntry = { name: string; method: number; start: number; compressed: number; inflated: number };

const inflate: (data: InputType, options: ZlibOptions) => Promise<Buffer> = promisify(inflateRaw);
const directoryMark = 0x02014b50;
const localMark = 0x04034b50;

/** Whether the bytes begin as a ZIP container does. */
export function isZip(content: Buffer): boolean {
  return content.length >= 4 && content.readUInt32LE(0) === localMark;
}

/** The name of a workbook in which Word keeps the numbers of a chart; whoever takes the letter apart takes it apart too. */
export const chartNumbers = /^word\/embeddings\/[^/]+\.xlsx$/i;

const mostBehind = 65_535;
const endBytes = Buffer.from([0x50, 0x4b, 5, 6]);

/**
 * The entries by the central directory, which must come directly before the only end of the container and agree with every local header: no
 * encryption, no zip64, none over another, no archive or program inside but the workbooks of a letter's charts. Null for anything else.
 */
export function readDirectory(file: Buffer, maximumEntries: number): ZipEntry[] | null {
  const end = endOfZip(file);
  if (end === null || file.readUInt32LE(0) !== localMark) return null;
  const count = file.readUInt16LE(end + 10);
  const size = file.readUInt32LE(end + 12);
  const start = file.readUInt32LE(end + 16);
  if (count === 0 || count > maximumEntries || start + size !== end) return null;
  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    const entry = at + 46 <= end ? readEntry(file, at, start) : null;
    if (!entry) return null;
    entries.push(entry);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return at === end && !overlap(entries) ? entries : null;
}

/**
 * Where the end is. Behind it may be the comment that it announces, or the blank bytes that a mail program or a disk leaves; null for anything
 * else, and where readers could take two places for the end.
 */
function endOfZip(file: Buffer): number | null {
  if (file.length < 22) return null;
  const first = Math.max(0, file.length - 22 - mostBehind);
  const end = file.indexOf(endBytes, first);
  if (end < 0 || end + 22 > file.length || file.includes(endBytes, end + 1)) return null;
  const behind = file.subarray(end + 22);
  const isAnnounced = behind.length === file.readUInt16LE(end + 20);
  return isAnnounced || behind.every((byte) => byte <= 0x20) ? end : null;
}

function readEntry(file: Buffer, at: number, limit: number): ZipEntry | null {
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
function localAgrees(file: Buffer, local: number, { method, compressed, inflated }: ZipEntry): boolean {
  const said = [file.readUInt32LE(local + 18), file.readUInt32LE(local + 22)];
  const hasDescriptor = (file.readUInt16LE(local + 6) & 8) !== 0;
  const isSame = said[0] === compressed && said[1] === inflated;
  return file.readUInt16LE(local + 8) === method && (isSame || (hasDescriptor && said[0] === 0 && said[1] === 0));
}

function isAllowed({ name, method }: ZipEntry): boolean {
  if (method !== 0 && method !== 8) return false;
  if (name.includes('..') || name.includes('\\') || name.startsWith('/')) return false;
  if (chartNumbers.test(name)) return true;
  return !/vbaproject|activex|\.(?:bin|zip|xls[xmb]?|7z|rar|gz|exe|dll)$/i.test(name) || /printersettings/i.test(name);
}

function overlap(entries: readonly ZipEntry[]): boolean {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const sorted = entries.toSorted((left, right) => left.start - right.start);
  return (
    names.size !== entries.length ||
    sorted.some((entry, index) => index > 0 && entry.start < endOf(sorted[index - 1] ?? entry))
  );
}

function endOf({ start, compressed }: ZipEntry): number {
  return start + compressed;
}

/** Whether an entry grows more than anything honest does (T20); small ones may be anything. */
export function growsTooMuch(
  { compressed, inflated }: ZipEntry,
  { ratio, ratioFrom }: { ratio: number; ratioFrom: number },
): boolean {
  return inflated > ratioFrom && inflated > compressed * ratio;
}

/** Inflates an entry with its declared size as the cap, so that a lie costs no memory; null when the size is not true. */
export async function contentOf(
  file: Buffer,
  { method, start, compressed, inflated }: ZipEntry,
): Promise<Buffer | null> {
  const data = file.subarray(start, start + compressed);
  if (method === 0) return compressed === inflated ? data : null;
  const content = await inflate(data, { maxOutputLength: Math.max(1, inflated) }).catch(() => null);
  return content?.length === inflated ? content : null;
}

/**
 * Whether a part of an Office file declares programs. What it says of every part with a name that ends in `bin` does not count: some writers
 * always say so, and no such part is let in (`readDirectory`).
 */
export function declaresMacros(content: Buffer): boolean {
  const mark = /macroEnabled/i;
  const text = content.toString('latin1');
  if (!mark.test(text)) return false;
  return mark.test(
    text.replaceAll(/<Default\s[^<>]*>/g, (part) => (/\sExtension\s*=\s*["']bin["']/.test(part) ? '' : part)),
  );
}
