import * as z from 'zod/mini';
import { count, maxPageSize } from '../../entities/index.ts';

type Filters = Readonly<Record<string, z.ZodMiniType>>;

/**
 * The body of every list of the console (POST …/search): page from 1, at most 100 a page, one sort (`field` or `-field`) of a
 * closed list, and the list's own filters, each optional. An unknown sort or filter is malformed (400, R-92, T30).
 * @param sorts the fields that may sort; the server decides what an absent one means.
 */
export function listQuery<S extends string, F extends Filters>(sorts: readonly [S, ...S[]], filters: F) {
  const directions = sorts.flatMap((field) => [field, `-${field}` as const]) as [S | `-${S}`, ...(S | `-${S}`)[]];
  return z.strictObject({
    pageIndex: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
    pageSize: z._default(z.int().check(z.minimum(1), z.maximum(maxPageSize)), 25),
    sort: z.optional(z.enum(directions)),
    ...optionalEach(filters),
  });
}

function optionalEach<F extends Filters>(filters: F): { [K in keyof F]: z.ZodMiniOptional<F[K]> } {
  const entries = Object.entries(filters).map(([name, schema]) => [name, z.optional(schema)]);
  return Object.fromEntries(entries) as { [K in keyof F]: z.ZodMiniOptional<F[K]> };
}

/** A page of a list: `{ list, pageIndex, pageSize, recordCount }`. */
export function listReply<T extends z.ZodMiniType>(item: T) {
  return z.object({ list: z.array(item), pageIndex: count, pageSize: count, recordCount: count });
}
