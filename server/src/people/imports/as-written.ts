import { contentOf, readDirectory } from '#platform/zip';

/**
 * What the XML of a sheet says of a cell, where a reader could take it for something else: `empty` has nothing in it though it calls itself a text;
 * of what is `broken` nobody can say what was typed.
 */
type Said = 'empty' | 'broken';

/** Where a sheet says so, by `row,column` from 0. */
export type SaidOfCells = ReadonlyMap<string, Said>;

/** Looks at the sheets of an xlsx, in the order of the workbook. A sheet whose part is not found has nothing said of it. */
export async function readAsWritten(file: Buffer): Promise<SaidOfCells[]> {
  const entries = readDirectory(file, 1000) ?? [];
  const textOf = async (name: string) => {
    const entry = entries.find((each) => each.name.toLowerCase() === name.toLowerCase());
    return String((entry && (await contentOf(file, entry))) ?? '');
  };
  const texts = (await textOf('xl/sharedStrings.xml')).match(/<(?:[\w.-]+:)?si[\s/>]/g)?.length ?? 0;
  const parts = sheetParts(await textOf('xl/workbook.xml'), await textOf('xl/_rels/workbook.xml.rels'));
  const said: SaidOfCells[] = [];
  for (const part of parts) said.push(saidOfCells(await textOf(part), texts));
  return said;
}

/** The names of the sheets' parts, in the order of the workbook. */
function sheetParts(workbook: string, relations: string): string[] {
  const targets = new Map(
    [...relations.matchAll(/<(?:[\w.-]+:)?Relationship\s([^>]*)>/g)].map(([, attributes = '']) => [
      attributeOf(attributes, idOf),
      attributeOf(attributes, targetOf),
    ]),
  );
  return [...workbook.matchAll(/<(?:[\w.-]+:)?sheet\s([^>]*)>/g)].map(([, attributes = '']) => {
    const target = targets.get(attributeOf(attributes, relationOf)) ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
  });
}

const attribute = (name: string) => new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
const [idOf, targetOf, relationOf, placeOf, typeOf] = ['Id', 'Target', '[\\w.-]+:id', 'r', 't'].map(attribute) as [
  RegExp,
  RegExp,
  RegExp,
  RegExp,
  RegExp,
];

function attributeOf(attributes: string, name: RegExp): string {
  const found = name.exec(attributes);
  return found?.[1] ?? found?.[2] ?? '';
}

/** @param texts how many texts the workbook holds apart from the cells that show them. */
function saidOfCells(sheet: string, texts: number): SaidOfCells {
  const said = new Map<string, Said>();
  const seen = new Set<string>();
  const begins = /<(?:[\w.-]+:)?(row|c)(?:\s([^>]*?))?(\/?)>/g;
  const ends = /<\/(?:[\w.-]+:)?c>/g;
  let [row, column] = [-1, -1];
  for (const { 0: whole, 1: name, 2: attributes = '', 3: closed, index } of sheet.matchAll(begins)) {
    const place = attributeOf(attributes, placeOf);
    if (name === 'row') {
      [row, column] = [rowOf(place) ?? row + 1, -1];
      continue;
    }
    column = columnOf(place) ?? column + 1;
    ends.lastIndex = index + whole.length;
    const body = closed ? '' : sheet.slice(ends.lastIndex, ends.exec(sheet)?.index);
    const type = attributeOf(attributes, typeOf);
    if (body === '' && type !== 's') continue;
    const key = `${row},${column}`;
    const verdict = seen.has(key) ? 'broken' : saidOf(type, body, texts);
    seen.add(key);
    if (verdict) said.set(key, verdict);
  }
  return said;
}

/** From 0; null where a writer left the place out, which is then the next one. */
const rowOf = (place: string): number | null => (place === '' ? null : Number(place) - 1);

function columnOf(place: string): number | null {
  if (place === '') return null;
  let column = 0;
  for (const letter of /^[A-Z]*/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** @param type as the cell declares it: `s` for a text that stands apart, `inlineStr` for one in the cell, nothing for a number. */
function saidOf(type: string, body: string, texts: number): Said | null {
  const value = /<(?:[\w.-]+:)?v(?:\s[^>]*)?>([^<]*)</.exec(body)?.[1]?.trim() ?? '';
  const hasText = /<(?:[\w.-]+:)?is[\s>]/.test(body) && body.replace(/<[^>]*>/g, '').trim() !== value;
  if (type === 's') return saidOfText(value, { hasText, texts });
  if (type === 'inlineStr') return value === '' ? null : 'broken';
  if (type !== '' && type !== 'n') return null;
  return !hasText && Number.isFinite(Number(value)) ? null : 'broken';
}

function saidOfText(value: string, { hasText, texts }: { hasText: boolean; texts: number }): Said | null {
  if (value === '') return hasText ? 'broken' : 'empty';
  return /^\d+$/.test(value) && Number(value) < texts ? null : 'broken';
}
