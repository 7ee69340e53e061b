import * as z from 'zod/mini';
import { chinaDate, count, guardianWait, id, instant, text } from '../../entities/index.ts';
import { entryFields } from '../body-entries.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const scope = { productId: id, sessionId: z.nullish(id) };

const entryExport = z.object({
  id,
  productId: id,
  productNameEn: text(200),
  productNameZh: text(200),
  examDate: z.nullable(chinaDate),
  recipient: text(200),
  country: text(2),
  purpose: text(500),
  fields: z.array(z.enum(entryFields)),
  newCount: count,
  changedCount: count,
  withdrawnCount: count,
  exportedBy: text(80),
  exportedAt: instant,
});
export type EntryExport = z.output<typeof entryExport>;

const change = z.enum(['New', 'Changed', 'Withdrawn']);

/** Entries: what awarding bodies are told of registered candidates (3-domain 6.2). */
export const bodyEntriesStaffCalls = defineStaffCalls({
  /** Products that have an awarding body, with their sessions of the staff's offices. */
  'bodyEntries.sources': {
    permission: 'bodyEntries:read',
    reply: z.object({
      products: z.array(
        z.object({
          id,
          nameEn: text(200),
          nameZh: text(200),
          bodyNameEn: text(200),
          bodyNameZh: text(200),
          sessions: z.array(z.object({ id, examDate: chinaDate, cityNameEn: text(100), cityNameZh: text(100) })),
        }),
      ),
    }),
  },
  'bodyEntries.search': {
    permission: 'bodyEntries:read',
    body: listQuery(['exportedAt'], { productId: id }),
    reply: listReply(entryExport),
  },
  /** What the next export would hold: only what is new or has changed since the last one. Nothing is recorded. */
  'bodyEntries.preview': {
    permission: 'bodyEntries:read',
    body: z.strictObject(scope),
    reply: z.object({
      recipientEn: text(200),
      recipientZh: text(200),
      country: text(2),
      fields: z.array(z.enum(entryFields)),
      rows: z.array(z.object({ applicationId: id, code: text(20), candidateName: text(100), change })),
      unchanged: count,
      /** Registered, but not passed on: no consent to it, a guardian who has not answered, or a value too long for the body. */
      left: z.array(
        z.object({
          applicationId: id,
          code: text(20),
          candidateName: text(100),
          why: z.enum(['NoConsent', 'TooLong', 'Guardian']),
          headings: z.array(text(60)),
          guardianWait: z.nullable(guardianWait),
        }),
      ),
    }),
  },
  /**
   * The file for the body: new, changed and withdrawn candidates since the last export. The reason is the purpose. With `exportId` it
   * makes the file of an earlier export again: the same candidates with their present values, without those who may no longer be passed on.
   */
  'bodyEntries.export': {
    permission: 'bodyEntries:export',
    isFresh: true,
    reason: true,
    body: z.strictObject({ ...scope, exportId: z.nullish(id), format: z.enum(['csv', 'xlsx']), reason }),
    reply: null,
    file: 'application/octet-stream',
  },
});
