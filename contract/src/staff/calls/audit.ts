import * as z from 'zod/mini';
import { id, instant, text } from '../../entities/index.ts';
import { defineStaffCalls } from './call.ts';
import { listQuery, listReply } from './list.ts';

const entry = z.object({
  id,
  at: instant,
  staffId: id,
  staffName: text(80),
  /** `area.act`, such as `refunds.approve`. */
  action: text(80),
  objectKind: text(40),
  objectId: text(80),
  reason: z.nullable(text(500)),
  /** How many persons' data the act showed. */
  people: z.int(),
});
const values = z.nullable(z.record(z.string(), z.unknown()));

/** The audit: read by auditors, written by every act, changed by nobody. */
export const auditStaffCalls = defineStaffCalls({
  'audit.search': {
    permission: 'audit:read',
    body: listQuery(['at'], {
      staffId: id,
      action: text(80),
      objectKind: text(40),
      objectId: text(80),
      /** Who saw this person: a candidate or an application that is theirs. */
      candidateId: id,
      applicationId: id,
      from: instant,
      until: instant,
    }),
    reply: listReply(entry),
  },
  'audit.entry': {
    permission: 'audit:read',
    params: z.object({ id }),
    reply: z.extend(entry, { before: values, after: values, requestId: z.nullable(text(80)) }),
  },
});
