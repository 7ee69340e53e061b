import { CFB } from '@e965/xlsx';
import { actingFields } from './office.ts';
import type { Verdict } from './pdf.ts';

/** Parts in which the formats before 2007 keep programs, other files and what is locked. */
const actingParts =
  /_vba_project|\/vba\/|\/macros\/|ole10native|\/objectpool\/.|\/mbd[0-9a-f]{8}\/|activex|ocxname|encryptedpackage|\/lnk\d+\//;
/** The character that begins a field. */
const fieldBegin = '\u0013';
const records = { book: 0x01ae, sheet: 0x0085, lock: 0x002f };

/**
 * Takes a Word or Excel file of before 2007 apart.
 * @returns `unsafe` for one with macros, other files in it, a template from elsewhere, fields that start programs, or sheets of other files.
 */
export function verdictOfCompound(file: Buffer): Verdict {
  const container = CFB.read(file, { type: 'buffer' });
  if (container.FullPaths.some((path: string) => actingParts.test(path.toLowerCase()))) return 'unsafe';
  const part = (name: RegExp): Buffer[] =>
    container.FileIndex.flatMap((entry: { name: string; content?: unknown }) =>
      name.test(entry.name) && entry.content ? [Buffer.from(Uint8Array.from(entry.content as ArrayLike<number>))] : [],
    );
  if (part(/^Workbook$/i).some(isLocked)) return 'password';
  const tables = part(/^[01]Table$/i);
  const isActing =
    part(/^WordDocument$/i).some((letter) =>
      startsPrograms([...textsOf(letter), ...tables.map((table) => joinedText(letter, table))]),
    ) ||
    tables.some(hasTemplateElsewhere) ||
    part(/^Workbook$/i).some(reachesOut) ||
    // Of Excel 5 and 95, whose links are others and which nobody writes any more.
    part(/^Book$/i).length > 0;
  return isActing ? 'unsafe' : 'good';
}

/** Both ways in which the format writes text, at both places where two bytes may begin. */
function textsOf(part: Buffer): string[] {
  return [part.toString('latin1'), part.toString('utf16le'), part.subarray(1).toString('utf16le')];
}

function startsPrograms(texts: readonly string[]): boolean {
  return texts.some((text) =>
    text
      .split(fieldBegin)
      .slice(1)
      .some((field) => actingFields.test(field)),
  );
}

/** Where a letter says at which place of its table the pieces of its text are told ([MS-DOC] 2.5.1, 2.8.35). */
const pieces = { begin: 0x01a2, length: 0x01a6, kinds: { properties: 1, table: 2 } };

/** The text of a letter as a reader joins it from pieces; what is none of the format is no text. */
function joinedText(letter: Buffer, table: Buffer): string {
  if (letter.length < pieces.length + 4) return '';
  let at = letter.readUInt32LE(pieces.begin);
  const end = Math.min(table.length, at + letter.readUInt32LE(pieces.length));
  while (at + 3 <= end && table.readUInt8(at) === pieces.kinds.properties) at += 3 + table.readUInt16LE(at + 1);
  if (at + 5 > end || table.readUInt8(at) !== pieces.kinds.table) return '';
  const told = table.subarray(at + 5, Math.min(end, at + 5 + table.readUInt32LE(at + 1)));
  const count = Math.floor((told.length - 4) / 12);
  let text = '';
  for (let piece = 0; piece < count; piece++) {
    const characters = told.readUInt32LE((piece + 1) * 4) - told.readUInt32LE(piece * 4);
    const place = told.readUInt32LE((count + 1) * 4 + piece * 8 + 2);
    // One bit says that each character is one byte.
    const isNarrow = (place & 0x40000000) !== 0;
    const begin = isNarrow ? (place & 0x3fffffff) / 2 : place & 0x3fffffff;
    text += letter.toString(isNarrow ? 'latin1' : 'utf16le', begin, begin + characters * (isNarrow ? 1 : 2));
  }
  return text;
}

/** An address of the web or of a shared folder, in the bytes of a table and in its letters, in which nothing looks like one by chance. */
function hasTemplateElsewhere(part: Buffer): boolean {
  const [bytes = '', ...letters] = textsOf(part);
  return (
    /(?:https?:|ftp:|file:|\0|^)\/\/[^\s\0]{3}|\\\\[\w.@-]+\\[^\0]{2}/i.test(bytes) ||
    letters.some((text) => /(?:https?|ftp|file):\/\/|[\\/]{2}[^\s\0\\/]{1,80}[\\/][^\0]/i.test(text))
  );
}

/** Whether only a password opens a workbook: what comes behind this record is scrambled. */
function isLocked(part: Buffer): boolean {
  return [...recordsOf(part)].some(({ kind }) => kind === records.lock);
}

/** Sheets of the macros before Visual Basic, and links to other files or programs, by the records of the format. */
function reachesOut(part: Buffer): boolean {
  for (const { kind, length, at } of recordsOf(part)) {
    // The kind of a sheet: 0 cells, 2 a chart, others are macros.
    if (kind === records.sheet && length > 5 && ![0, 2].includes(part.readUInt8(at + 9))) return true;
    // Four bytes name the file itself, or the functions that Excel brings.
    if (kind === records.book && length !== 4) return true;
  }
  return false;
}

function* recordsOf(part: Buffer): Generator<{ kind: number; length: number; at: number }> {
  for (let at = 0; at + 4 <= part.length;) {
    const [kind, length] = [part.readUInt16LE(at), part.readUInt16LE(at + 2)];
    if (at + 4 + length > part.length) return;
    yield { kind, length, at };
    at += 4 + length;
  }
}
