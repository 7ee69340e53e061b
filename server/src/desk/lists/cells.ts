import { instant } from '@exam/contract/entities';
import { chinaDateOf, chinaTimeOf } from '@exam/contract/rules';
import * as z from 'zod/mini';
import { safeText } from '#platform/safe-text';

export type ExportColumn = {
  path: string;
  heading: string;
  kind: 'text' | 'money' | 'instant' | 'words';
  words?: Record<string, string>;
};

/** The values of a row in the order of the columns: yuan as numbers, instants as China times, the rest as safe text. */
export function cellsOf(row: unknown, columns: readonly ExportColumn[]): (string | number | null)[] {
  return columns.map((column) => cellOf(valueAt(row, column.path), column));
}

/** What is in a row under a path such as `assignedTo.name`; null where nothing is. */
function valueAt(row: unknown, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = new Map<string, unknown>(Object.entries(value)).get(name);
  }
  return value;
}

function cellOf(value: unknown, { kind, words = {} }: ExportColumn): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return kind === 'money' ? value / 100 : value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'instant' && z.safeParse(instant, text).success) return `${chinaDateOf(text)} ${chinaTimeOf(text)}`;
  return safeText(kind === 'words' ? wordOf(text, words) : text);
}

function wordOf(value: string, words: Record<string, string>): string {
  return Object.hasOwn(words, value) ? (words[value] ?? '') : value;
}
