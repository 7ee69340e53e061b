import * as z from 'zod/mini';
import { id, text, written } from '../../entities/index.ts';
import { defineStaffCalls } from './call.ts';

const searchKinds = [
  'application',
  'booking',
  'order',
  'refund',
  'account',
  'candidate',
  'line',
  'product',
  'subject',
  'body',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** One field for everything. */
export const searchStaffCalls = defineStaffCalls({
  /**
   * Finds by a code (also by its beginning), of the catalogue also by a part of a name, a channel's payment number, a name, a whole mobile number, e-mail address or document
   * number. Each kind only for those who may read it, and of their offices. In the body: what is typed here is never in an address.
   */
  'search.find': {
    permission: null,
    body: z.strictObject({ text: written(2, 254) }),
    reply: z.object({
      list: z.array(z.object({ kind: z.enum(searchKinds), id, label: text(120), detail: z.nullable(text(300)) })),
    }),
  },
});
