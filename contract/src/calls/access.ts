import * as z from 'zod/mini';
import { count, id, instant, maxPageSize, text } from '../entities/index.ts';
import { lookActs, lookFields, lookPurposes, recordKinds } from '../rules/index.ts';
import { defineCalls } from './call.ts';

const look = z.object({
  id,
  at: instant,
  act: z.enum(lookActs),
  purpose: z.enum(lookPurposes),
  fields: z.array(z.enum(lookFields)),
  /** Why, as staff wrote it. */
  reason: z.nullable(text(500)),
  /** The roles of whoever looked, as presets of the console are called. */
  roles: z.array(text(40)),
  /** Where they work; none: the head office. */
  offices: z.array(z.object({ nameEn: text(100), nameZh: text(100) })),
  recordKind: z.enum(recordKinds),
  /** Null where the record names nobody any more. */
  candidateName: z.nullable(text(130)),
  recordCode: z.nullable(text(20)),
});

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
