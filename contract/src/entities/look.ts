import * as z from 'zod/mini';
import { lookActs, lookFields, lookPurposes, recordKinds } from '../rules/looks.ts';
import { id, instant, text } from './scalars.ts';

/** That staff looked at the data of a person, as the family reads it (3-domain 6.3). */
export const look = z.object({
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
