import { CFB } from '@e965/xlsx';
import type { Verdict } from './pdf.ts';

/** Parts in which the formats before 2007 keep programs, other files and what is locked. */
const actingParts =
  /_vba_project|\/vba\/|\/macros\/|ole10native|\/objectpool\/.|\/mbd[0-9a-f]{8}\/|activex|ocxname|encryptedpackage|\/lnk\d+\//;
/** The character that begins a field. */
const fieldBegin = '\u0013';
const records = { book: 0x01ae, sheet: 0x0085 };

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
  const isActing =
    part(/^WordDocument$/i).some(startsPrograms) ||
    part(/^[01]Table$/i).some(hasTemplateElsewhere) ||
    part(/^Workbook$/i).some(reachesOut) ||
    // Of Excel 5 and 95, whose links are others and which nobody writes any more.
    part(/^Book$/i).length > 0;
  return isActing ? 'unsafe' : 'good';
}

/** Both ways in which the format writes text, at both places where two bytes may begin. */
function textsOf(part: Buffer): string[] {
  return [part.toString('latin1'), part.toString('utf16le'), part.subarray(1).toString('utf16le')];
}

function startsPrograms(part: Buffer): boolean {
  return textsOf(part).some((text) =>
    text
      .split(fieldBegin)
      .slice(1)
      .some((field) => /^\s*(?:DDE|DDEAUTO|INCLUDE|INCLUDETEXT|INCLUDEPICTURE|LINK|IMPORT|DATABASE|RD)\b/i.test(field)),
  );
}

function hasTemplateElsewhere(part: Buffer): boolean {
  return textsOf(part).some((text) => /(?:https?:|ftp:|file:|\0|^)\/\/[^\s\0]{3}|\\\\[\w.-]+\\[^\0]{2}/i.test(text));
}

/** Sheets of the macros before Visual Basic, and links to other files or programs, by the records of the format. */
function reachesOut(part: Buffer): boolean {
  for (let at = 0; at + 4 <= part.length;) {
    const kind = part.readUInt16LE(at);
    const length = part.readUInt16LE(at + 2);
    if (at + 4 + length > part.length) break;
    // The kind of a sheet: 0 cells, 2 a chart, others are macros.
    if (kind === records.sheet && length > 5 && ![0, 2].includes(part.readUInt8(at + 9))) return true;
    // Four bytes name the file itself, or the functions that Excel brings.
    if (kind === records.book && length !== 4) return true;
    at += 4 + length;
  }
  return false;
}
