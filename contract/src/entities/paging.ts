import * as z from 'zod/mini';
import { count, text } from './scalars.ts';

/** Largest page a list gives. */
export const maxPageSize = 100;

/**
 * Body of a list call. Sort and filter fields are closed lists: an unknown one is malformed (400, R-92, T30).
 * `pageIndex` starts at 1; `pageSize` defaults to 10.
 */
export function pagedQuery<S extends string, F extends string>(
  sortFields: readonly [S, ...S[]],
  filterFields: readonly [F, ...F[]],
) {
  return z.strictObject({
    pageIndex: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
    pageSize: z._default(z.int().check(z.minimum(1), z.maximum(maxPageSize)), 10),
    sorts: z._default(
      z
        .array(z.strictObject({ field: z.enum(sortFields), desc: z._default(z.boolean(), false) }))
        .check(z.maxLength(3)),
      [],
    ),
    filters: z._default(
      z.array(z.strictObject({ field: z.enum(filterFields), value: text(100) })).check(z.maxLength(12)),
      [],
    ),
  });
}

/** A page of a list. */
export function paged<T extends z.ZodMiniType>(item: T) {
  return z.object({ list: z.array(item), pageSize: count, pageIndex: count, recordCount: count, pageCount: count });
}
