import { importColumns, plainCharacters, type ImportColumn } from '@exam/contract/rules';
import { genders, guardianTypes, idTypes, type Gender, type GuardianType, type IdType } from '@exam/contract/entities';
import { alsoChoices, alsoHeadings } from './other-words.ts';
import { words as en } from './words.en.ts';
import { words as zh } from './words.zh.ts';

const both = (english: string, chinese: string): string => `${chinese} ${english}`;

/** The heading of a column in both languages, as the template has it. */
export function headingOf(column: ImportColumn): string {
  return both(en.headings[column], zh.headings[column]);
}

/** Heading of the column before the first, the mark of the row that is not read, and the heading of the mistakes. */
export const remarkHeading = both(en.remark, zh.remark);
export const exampleMark = both(en.example, zh.example);
export const mistakesHeading = both(en.mistakes, zh.mistakes);
export const sheetName = both(en.sheet, zh.sheet);

/** Stands before a cell of the file of mistakes that may not be what was typed. */
export const doubtMark = '? ';

/** The entries of a drop-down in both languages; null for a column of free text. */
export function choicesOf(column: ImportColumn): string[] | null {
  const choices = tables[column];
  return choices ? choices.map(({ label }) => label) : null;
}

/** What was written, without differences that nobody sees, and without the mark of what has to be filled in: width, case, spaces, stars. */
export function plain(text: string): string {
  return plainCharacters(text)
    .toLowerCase()
    .replace(/[\s*]+/gu, '');
}

/** The column of each heading of a file: the template's own, or its half in one language. Null: none of ours. */
export function columnOf(heading: string): ImportColumn | null {
  return headings.get(plain(heading)) ?? null;
}

/** Whether a heading is of the column in which the template marks its example. */
export function isRemark(heading: string): boolean {
  return [remarkHeading, en.remark, zh.remark].some((text) => plain(text) === plain(heading));
}

/** Whether a heading is of the column in which the file of mistakes names them: what is there is ours. */
export function isMistakes(heading: string): boolean {
  return [mistakesHeading, en.mistakes, zh.mistakes].some((text) => plain(text) === plain(heading));
}

const headings = new Map(
  importColumns.flatMap((column) =>
    [headingOf(column), en.headings[column], zh.headings[column], ...(alsoHeadings[column] ?? [])].map(
      (text) => [plain(text), column] as const,
    ),
  ),
);

type Choice = { value: string; label: string; accepted: readonly string[] };

function table<Value extends string>(
  values: readonly Value[],
  english: Record<Value, string>,
  chinese: Record<Value, string>,
): Choice[] {
  return values.map((value) => {
    const label = both(english[value], chinese[value]);
    const also = alsoChoices[value] ?? [];
    return { value, label, accepted: [value, label, english[value], chinese[value], ...also].map(plain) };
  });
}

const documents = table(idTypes, en.idTypes, zh.idTypes);
const tables: Partial<Record<ImportColumn, Choice[]>> = {
  idType: documents,
  gender: table(genders, en.genders, zh.genders),
  'guardianModel.type': table(guardianTypes, en.relations, zh.relations),
  'guardianModel.idType': documents,
};

/** The value of a choice as written in either language or both; null when it is none of the list. */
export function choiceOf(column: ImportColumn, text: string): string | null {
  return tables[column]?.find(({ accepted }) => accepted.includes(plain(text)))?.value ?? null;
}

/** The entry of a drop-down for a value; other text stays as it is. */
export function labelOf(column: ImportColumn, value: string): string {
  return tables[column]?.find((choice) => choice.value === value)?.label ?? value;
}

export const isIdType = (value: string | null): value is IdType => idTypes.some((known) => known === value);
export const isGender = (value: string | null): value is Gender => genders.some((known) => known === value);
export const isRelation = (value: string | null): value is GuardianType =>
  guardianTypes.some((known) => known === value);
