import { importColumns, importLimits, type ImportColumn } from '@exam/contract/rules';
import { fieldMessage, type Language } from '@exam/contract/messages';
import type { CheckedRow } from './check-rows.ts';
import {
  choicesOf,
  doubtMark,
  exampleMark,
  headingOf,
  labelOf,
  mistakesHeading,
  remarkHeading,
  sheetName,
} from './columns.ts';
import { example } from './example.ts';

type Row = string[];

let made: Promise<Buffer> | null = null;

/**
 * The file to fill in: headings in both languages, drop-downs, an example that is not read, and 500 rows formatted as text so
 * that no document number loses a digit.
 */
export function importTemplate(): Promise<Buffer> {
  made ??= write([[exampleMark, ...importColumns.map((column) => example[column])]], []);
  return made;
}

/**
 * The rows with mistakes in the shape of the template, so that the file can be corrected and uploaded again, with the mistakes in
 * words at the end. What may not be what was typed keeps a mark, and is refused again until it was typed again.
 */
export function faultsFile(rows: readonly CheckedRow[], language: Language): Promise<Buffer> {
  const faulty = rows.filter(({ errors }) => Object.keys(errors).length > 0);
  const lines = faulty.map(({ written, errors }) => [
    '',
    ...importColumns.map((column) => {
      const text = labelOf(column, written.cells[column]);
      return written.doubtful[column] === undefined ? text : `${doubtMark}${text}`;
    }),
    importColumns
      .flatMap((column) => (errors[column] === undefined ? [] : [sentence(column, errors[column], language)]))
      .join('\n'),
  ]);
  return write(lines, [mistakesHeading]);
}

function sentence(column: ImportColumn, code: string, language: Language): string {
  return `${headingOf(column)}: ${fieldMessage(language, code)}`;
}

async function write(lines: readonly Row[], more: readonly string[]): Promise<Buffer> {
  const headings = [remarkHeading, ...importColumns.map(headingOf), ...more];
  const last = importLimits.rows + 2;
  // A format of the column alone does not reach empty cells: each is written as empty text.
  const blank = headings.map(() => '');
  const rows = Array.from({ length: last - 1 }, (_, at) => lines[at] ?? blank);
  // Few processes ever write one: it is loaded when it is asked for.
  const { writeXlsx } = await import('hucre');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName,
        columns: headings.map((heading) => ({ width: Math.max(14, heading.length + 6), numFmt: '@' })),
        rows: [headings, ...rows],
        freezePane: { rows: 1 },
        dataValidations: importColumns.flatMap((column, at) => {
          const values = choicesOf(column);
          const letter = String.fromCodePoint(66 + at);
          return values
            ? [{ type: 'list' as const, values, allowBlank: true, range: `${letter}2:${letter}${last}` }]
            : [];
        }),
      },
    ],
  });
  return Buffer.from(bytes);
}
