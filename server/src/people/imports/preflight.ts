import { contentOf, declaresMacros, growsTooMuch, isZip, readDirectory, type ZipEntry } from '#platform/zip';

/** What an xlsx may be before a parser sees it (S-4, T20). */
export const zipLimits = {
  entries: 64,
  /** Bytes of all entries together, inflated. */
  bytes: 32 * 1024 * 1024,
  /** Times an entry may grow; small ones may be anything. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
  /** Rows and cells as the sheets write them, formatted empty ones included: what costs the parser, not what a file may hold. As many texts as cells. */
  rows: 20_000,
  cells: 120_000,
} as const;

/** `bytes` counts what was inflated, also of a file that is refused. */
export type Preflight = { verdict: 'good' | 'format' | 'tooMuch'; bytes: number };

const utf16Marks = [Buffer.from('<!DOCTYPE', 'utf16le'), Buffer.from('<!DOCTYPE', 'utf16le').swap16()];

/**
 * Looks through the container of an xlsx: few entries, no encryption, no zip64, none over another or beyond the directory, sizes
 * that are true, no archive or program inside, no document type, and no more rows and cells than a person types. Inflates one
 * entry at a time with its declared size as the cap, so that a lie costs no memory.
 */
export async function preflight(file: Buffer): Promise<Preflight> {
  const entries = readDirectory(file, zipLimits.entries);
  if (!entries || !hasWorkbook(entries)) return { verdict: 'format', bytes: 0 };
  const declared = entries.reduce((sum, { inflated }) => sum + inflated, 0);
  if (declared > zipLimits.bytes || entries.some((entry) => growsTooMuch(entry, zipLimits)))
    return { verdict: 'tooMuch', bytes: 0 };
  return inflateAll(file, entries);
}

async function inflateAll(file: Buffer, entries: readonly ZipEntry[]): Promise<Preflight> {
  const seen = { bytes: 0, rows: 0, cells: 0, texts: 0 };
  for (const entry of entries) {
    const content = await contentOf(file, entry);
    seen.bytes += content?.length ?? 0;
    if (!content || isForbidden(content)) return { verdict: 'format', bytes: seen.bytes };
    if (entry.name.startsWith('xl/worksheets/')) count(seen, content);
    // Texts stand once, apart from the cells that show them.
    if (entry.name === 'xl/sharedStrings.xml') seen.texts += countOf(content, '<si', zipLimits.cells);
    if (isTooLong(seen)) return { verdict: 'tooMuch', bytes: seen.bytes };
  }
  return { verdict: 'good', bytes: seen.bytes };
}

function isTooLong({ rows, cells, texts }: { rows: number; cells: number; texts: number }): boolean {
  return rows > zipLimits.rows || cells > zipLimits.cells || texts > zipLimits.cells;
}

function count(seen: { rows: number; cells: number }, sheet: Buffer): void {
  seen.rows += countOf(sheet, '<row', zipLimits.rows);
  seen.cells += countOf(sheet, '<c ', zipLimits.cells);
}

function hasWorkbook(entries: readonly ZipEntry[]): boolean {
  const names = entries.map(({ name }) => name);
  return names.includes('[Content_Types].xml') && names.includes('xl/workbook.xml');
}

/** An archive in the archive, a document type, or a workbook that declares programs. */
function isForbidden(content: Buffer): boolean {
  if (isZip(content)) return true;
  const isDeclared = ['<!DOCTYPE', '<!ENTITY'].some((mark) => content.includes(mark));
  return isDeclared || declaresMacros(content) || utf16Marks.some((mark) => content.includes(mark));
}

function countOf(content: Buffer, mark: string, limit: number): number {
  let count = 0;
  for (let at = content.indexOf(mark); at >= 0 && count <= limit; at = content.indexOf(mark, at + mark.length)) count++;
  return count;
}
