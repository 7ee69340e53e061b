import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the letter's fonts, for the typesetter. */
export const fontsFolder = join(import.meta.dirname, 'fonts');

/** The geta mark: what Chinese typesetting prints where a character is missing. */
const GETA_MARK = '〓';

let covered: ReadonlySet<number> | undefined;

/**
 * The characters of a text that the letter's fonts cannot draw, each once, in order of appearance; empty when all can be
 * drawn. White space and break opportunities are never missing. Takes text as `plainText` leaves it.
 */
export function missingGlyphs(text: string): string[] {
  covered ??= new Set([...fontCoverage('source-sans-3-400.ttf'), ...fontCoverage('noto-sans-cjk-sc-400.otf')]);
  const known = covered;
  const missing = Array.from(text).filter(
    (character) => !/[\s\u200b]/.test(character) && !known.has(character.codePointAt(0) ?? 0),
  );
  return [...new Set(missing)];
}

/** The text with every character that cannot be drawn replaced by the geta mark. */
export function withMarksForMissing(text: string): string {
  const missing = new Set(missingGlyphs(text));
  return missing.size === 0
    ? text
    : Array.from(text, (character) => (missing.has(character) ? GETA_MARK : character)).join('');
}

/**
 * Text fit to print: composed (NFC), line ends as `\n`, without control, direction-changing, zero-width or variation
 * characters, which could make a printed name read differently from the checked one (T23).
 */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)\p{Cc}|\p{Cf}|\p{Cs}|\p{Cn}|\p{Variation_Selector}/gu, '')
    .trim();
}

/** Text of people as it can be printed: fit to print, with the geta mark for what no font of ours draws. */
export const printableText = (text: string): string => withMarksForMissing(plainText(text));

/** The code points of one font file, read from its `cmap` table. Throws when the file is no font we understand. */
export function fontCoverage(fileName: string): Set<number> {
  const font = readFileSync(join(fontsFolder, fileName));
  const table = cmapTable(font);
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const subtable = table.subarray(table.readUInt32BE(8 + 8 * index));
    const format = subtable.readUInt16BE(0);
    if (format === 12) return segmentedCoverage(subtable);
  }
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const subtable = table.subarray(table.readUInt32BE(8 + 8 * index));
    if (subtable.readUInt16BE(0) === 4) return basicPlaneCoverage(subtable);
  }
  throw new Error(`${fileName} has no character map of format 4 or 12.`);
}

function cmapTable(font: Buffer): Buffer {
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const record = 12 + 16 * index;
    if (font.toString('latin1', record, record + 4) === 'cmap') return font.subarray(font.readUInt32BE(record + 8));
  }
  throw new Error('The font has no character map.');
}

/** Format 12: groups of first code point, last code point, first glyph. */
function segmentedCoverage(subtable: Buffer): Set<number> {
  const points = new Set<number>();
  for (let group = 0; group < subtable.readUInt32BE(12); group += 1) {
    const at = 16 + 12 * group;
    for (let point = subtable.readUInt32BE(at); point <= subtable.readUInt32BE(at + 4); point += 1) points.add(point);
  }
  return points;
}

/** Format 4: parallel arrays of segment ends, starts, deltas and offsets into a glyph list; glyph 0 means "missing". */
function basicPlaneCoverage(subtable: Buffer): Set<number> {
  const points = new Set<number>();
  const size = subtable.readUInt16BE(6);
  for (let at = 14; at < 14 + size; at += 2) {
    const end = subtable.readUInt16BE(at);
    const start = subtable.readUInt16BE(at + size + 2);
    const delta = subtable.readUInt16BE(at + 2 * size + 2);
    const offsetAt = at + 3 * size + 2;
    const offset = subtable.readUInt16BE(offsetAt);
    for (let point = start; point <= end && point < 0xffff; point += 1) {
      const listed = offset === 0 ? point : subtable.readUInt16BE(offsetAt + offset + 2 * (point - start));
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) points.add(point);
    }
  }
  return points;
}
