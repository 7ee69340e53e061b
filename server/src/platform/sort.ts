import { type RawBuilder, sql } from 'kysely';

/** The field of a sort as lists take it: `createdAt`, or `-createdAt` for the last first. */
type FieldOf<Sort extends string> = Sort extends `-${infer Field}` ? Field : Sort;

/**
 * What a list is ordered by.
 * @param sort one of the sorts that the contract gives the list, as it came in the body.
 * @param columns the SQL of every field that may sort: one that is missing does not compile.
 */
export function sortedBy<Sort extends string>(
  sort: Sort,
  columns: Readonly<Record<FieldOf<Sort>, RawBuilder<unknown>>>,
): { field: FieldOf<Sort>; by: RawBuilder<unknown>; direction: RawBuilder<unknown> } {
  const isDown = sort.startsWith('-');
  const field = (isDown ? sort.slice(1) : sort) as FieldOf<Sort>;
  return { field, by: columns[field], direction: isDown ? sql`desc` : sql`asc` };
}
