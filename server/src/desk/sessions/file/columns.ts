import { writeXlsx } from 'hucre/xlsx';
import { words as en } from './columns.en.ts';
import { words as zh } from './columns.zh.ts';

/** The columns of the spreadsheet that makes sessions, in its order. */
export const sessionColumns = [
  'product',
  'venue',
  'examDate',
  'subjects',
  'start',
  'end',
  'seats',
  'opens',
  'closes',
  'localFee',
  'boardFee',
  'vat',
  'noticeEn',
  'noticeZh',
] as const;
export type SessionColumn = (typeof sessionColumns)[number];

/** The heading of a column in both languages, as the template has it. */
export const headingOf = (column: SessionColumn): string => `${zh.headings[column]} ${en.headings[column]}`;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

const headings = new Map(
  sessionColumns.flatMap((column) =>
    [headingOf(column), en.headings[column], zh.headings[column]].map((text) => [plain(text), column] as const),
  ),
);

/** The column of a heading in either language or both; null: none of ours. */
export function columnOf(heading: string): SessionColumn | null {
  return headings.get(plain(heading)) ?? null;
}

/** The file to fill in: headings in both languages, the first row frozen, every cell as text so that nothing is rewritten. */
export async function sessionTemplate(): Promise<Buffer> {
  const titles = sessionColumns.map(headingOf);
  const blank = titles.map(() => '');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: `${zh.sheet} ${en.sheet}`,
        columns: titles.map((title) => ({ width: Math.max(14, title.length + 4), numFmt: '@' })),
        rows: [titles, ...Array.from({ length: 200 }, () => blank)],
        freezePane: { rows: 1 },
      },
    ],
  });
  return Buffer.from(bytes);
}
