import * as z from 'zod/mini';
import { count, id, look, maxPageSize, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

/** What the owner of an account reads about who looked at their children's data (3-domain 6.3). */
export const accessCalls = defineCalls({
  'access.search': {
    who: 'candidate',
    body: z.strictObject({
      /** Only looks at this one, by whichever record. */
      candidateId: z.nullish(id),
      pageIndex: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
      pageSize: z._default(z.int().check(z.minimum(1), z.maximum(maxPageSize)), 20),
    }),
    reply: z.object({
      /** Whom alone it is about, where it was asked for. */
      candidateName: z.nullable(text(130)),
      list: z.array(look),
      pageIndex: count,
      pageSize: count,
      recordCount: count,
    }),
    isExtension: true,
  },
});
