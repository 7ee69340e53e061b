import { type RawBuilder, sql } from 'kysely';

/** What two spellings of one name may differ in: spaces, hyphens, dots and apostrophes. */
const between = "[\\s'’.·-]";

/** A name as it is compared with another: capitals, nothing between the letters. */
export function plainName(name: string): string {
  return name.toUpperCase().replaceAll(new RegExp(between, 'g'), '');
}

/** SQL: the same of an expression. */
export function plainNameIn(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(upper(${name}), ${between}, '', 'g')`;
}
