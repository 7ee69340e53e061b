import { parseCsv } from 'hucre/csv';

/** One row of a statement by the channel's own headings; absent headings read as nothing. */
export type Row = (heading: string) => string;

/**
 * The rows of a comma-separated statement, in UTF-8 or GB 18030, each value without the marks that keep spreadsheets from changing it.
 * @param needed headings without which it is not a statement of this channel.
 * @returns null when one of them is missing.
 */
export function readRows(file: Buffer, needed: readonly string[]): Row[] | null {
  const text = textOf(file);
  if (text === null) return null;
  const clean = (cell: string | number | boolean | Date | null) =>
    String(cell ?? '')
      .replace(/^\uFEFF/, '')
      .replace(/^`/, '')
      .trim();
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [head = [], ...rows] = parseCsv(lines.join('\n')).map((row) => row.map(clean));
  const places = new Map(head.map((heading, place) => [heading, place]));
  if (!needed.every((heading) => places.has(heading))) return null;
  return rows.map((row) => (heading) => row[places.get(heading) ?? -1] ?? '');
}

/** A statement as text, in UTF-8 or GB 18030; null for what is neither, and for one with NUL, which no text of the database may hold. */
export function textOf(file: Buffer): string | null {
  if (file.includes(0)) return null;
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(file);
    } catch {
      // Not this one.
    }
  }
  return null;
}
