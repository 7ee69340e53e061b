import type { TooMuch } from '@exam/contract/rules';
import { contentOf, declaresMacros, growsTooMuch, isZip, readDirectory, type ZipEntry } from '#platform/zip';

/** What an xlsx may be before a parser sees it (S-4, T20). */
export const zipLimits = {
  entries: 64,
  /** Bytes of all entries together, inflated. */
  bytes: 32 * 1024 * 1024,
  /** Times an entry may grow; small ones may be anything. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
  /** Cells with something in them; as many texts. */
  cells: 120_000,
  /** Rows, and cells, as the sheets write them: those that are formatted and empty cost the parser little (60,000 rows of 13 took 0.9 s). */
  formatted: { rows: 200_000, cells: 900_000 },
} as const;

/** `bytes` counts what was inflated, also of a file that is refused; `programs`: a workbook that may have some; else of what there is too much. */
export type Preflight = { verdict: 'good' | 'format' | 'programs' | TooMuch; bytes: number };

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
  if (entries.some((entry) => growsTooMuch(entry, zipLimits))) return { verdict: 'format', bytes: 0 };
  if (declared > zipLimits.bytes)
    return { verdict: { what: 'bytes', found: declared, limit: zipLimits.bytes }, bytes: 0 };
  return inflateAll(file, entries);
}

async function inflateAll(file: Buffer, entries: readonly ZipEntry[]): Promise<Preflight> {
  const seen = { bytes: 0, rows: 0, cells: 0, filled: 0, texts: 0 };
  for (const entry of entries) {
    const content = await contentOf(file, entry);
    seen.bytes += content?.length ?? 0;
    if (!content || isForbidden(content)) return { verdict: 'format', bytes: seen.bytes };
    if (declaresMacros(content)) return { verdict: 'programs', bytes: seen.bytes };
    if (entry.name.startsWith('xl/worksheets/')) count(seen, content);
    // Texts are stored once, apart from the cells that show them.
    if (entry.name === 'xl/sharedStrings.xml') seen.texts += countOf(content, '<si');
    const tooMuch = tooMuchOf(seen);
    if (tooMuch) return { verdict: tooMuch, bytes: seen.bytes };
  }
  return { verdict: 'good', bytes: seen.bytes };
}

type Seen = { rows: number; cells: number; filled: number; texts: number };

function tooMuchOf({ rows, cells, filled, texts }: Seen): TooMuch | undefined {
  const { formatted } = zipLimits;
  const all: TooMuch[] = [
    { what: 'cells', found: Math.max(filled, texts), limit: zipLimits.cells },
    { what: 'formats', found: rows, limit: formatted.rows },
    { what: 'formats', found: cells, limit: formatted.cells },
  ];
  return all.find(({ found, limit }) => found > limit);
}

/** A cell has a value, a text of its own, or a formula. */
function count(seen: Seen, sheet: Buffer): void {
  seen.rows += countOf(sheet, '<row');
  seen.cells += countOf(sheet, '<c ');
  for (const mark of ['<v', '<is', '<f']) seen.filled += countOf(sheet, mark);
}

function hasWorkbook(entries: readonly ZipEntry[]): boolean {
  const names = entries.map(({ name }) => name);
  return names.includes('[Content_Types].xml') && names.includes('xl/workbook.xml');
}

/** An archive in the archive, or a document type. */
function isForbidden(content: Buffer): boolean {
  if (isZip(content)) return true;
  const isDeclared = ['<!DOCTYPE', '<!ENTITY'].some((mark) => content.includes(mark));
  return isDeclared || utf16Marks.some((mark) => content.includes(mark));
}

function countOf(content: Buffer, mark: string): number {
  let count = 0;
  for (let at = content.indexOf(mark); at >= 0; at = content.indexOf(mark, at + mark.length)) count++;
  return count;
}
