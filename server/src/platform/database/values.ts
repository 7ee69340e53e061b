import { types } from 'pg';

type Parser = (text: string) => unknown;

/**
 * `2026-11-21 08:00:00.123456+00` -> `2026-11-21T08:00:00.123Z`. Sessions run in UTC, so the offset is always +00.
 * Milliseconds are cut, not rounded, and always three digits: comparing two of these strings compares the instants.
 */
export function instantFromDatabase(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  if (!match) return text;
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
}

/** The same of an instant as it is in JSON that the database made: `2026-11-21T08:00:00.123456+00:00`. */
export function instantFromJson(text: string): string {
  return instantFromDatabase(text.replace('T', ' ').replace(/:00$/, ''));
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('an int8 column holds a number beyond 2^53');
  return value;
}

const scalars: Readonly<Record<number, Parser>> = {
  20: wholeNumber, // int8
  1700: Number, // numeric
  1082: String, // date
  1083: String, // time
  1114: String, // timestamp
  1184: instantFromDatabase, // timestamptz
};

/** Array type -> the type of its elements. */
const arrays: Readonly<Record<number, number>> = { 1016: 20, 1231: 1700, 1182: 1082, 1183: 1083, 1185: 1184 };

const textArray: number = 1009;

/** How columns arrive: instants as ISO strings, dates as `yyyy-mm-dd`, int8 and numeric as numbers. */
export const databaseTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    const scalar = scalars[oid];
    if (scalar) return scalar;
    const element = scalars[arrays[oid] ?? 0];
    if (element) return (text) => mapEach(types.getTypeParser(textArray, 'text')(text), element);
    return types.getTypeParser(oid, format ?? 'text');
  },
};

function mapEach(values: unknown, parse: Parser): unknown {
  return Array.isArray(values) ? values.map((value) => (typeof value === 'string' ? parse(value) : value)) : values;
}
