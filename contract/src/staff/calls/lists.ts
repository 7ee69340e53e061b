import * as z from 'zod/mini';
import { id, text, written } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';

/** The endpoint that answers a list, such as `bookings.search`. */
const list = z.string().check(z.regex(/^[\w.-]{1,60}$/));
const params = z.record(text(40), text(200));

/** How a value is written: as it is, as yuan of fen, as a China time, or by the words given for it. */
const exportKinds = ['text', 'money', 'instant', 'words'] as const;

/** Saved views of the console's lists, and the export of what a list shows. */
export const listsStaffCalls = defineStaffCalls({
  /** One's own and those colleagues share. */
  'savedViews.list': {
    permission: null,
    params: z.object({ list }),
    reply: z.object({
      list: z.array(z.object({ id, name: text(60), params, isShared: z.boolean(), isOwn: z.boolean() })),
    }),
  },
  /** A view of the same name of one's own is replaced. */
  'savedViews.save': {
    permission: null,
    body: z.strictObject({
      list,
      name: written(1, 60),
      params,
      isShared: z.boolean(),
    }),
    reply: z.object({ id }),
  },
  'savedViews.delete': { permission: null, params: z.object({ id }), reply: null },
  /**
   * The rows of a list call as a file: its filters and order, the columns on show. Needs the list's own right and `export` of the same
   * area; what the list masks stays masked. The columns' headings and words are the reader's, for they have chosen them.
   */
  'lists.export': {
    permission: null,
    isFresh: true,
    reason: true,
    body: z.strictObject({
      list,
      body: z.record(text(40), z.union([text(200), z.number(), z.boolean()])),
      columns: z
        .array(
          z.strictObject({
            /** A path in the row: `code`, `assignedTo.name`. */
            path: z.string().check(z.regex(/^[\w.]{1,60}$/)),
            heading: text(80),
            kind: z.enum(exportKinds),
            words: z.optional(z.record(text(60), text(120))),
          }),
        )
        .check(z.minLength(1), z.maxLength(40)),
      format: z.enum(['csv', 'xlsx']),
      reason,
    }),
    reply: null,
    file: 'application/octet-stream',
  },
});
