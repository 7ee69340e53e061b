import * as z from 'zod/mini';
import { id, instant, rightsKind, rightsStatus, text } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const item = z.object({
  id,
  code: text(20),
  kind: rightsKind,
  status: rightsStatus,
  receivedAt: instant,
  dueAt: instant,
  answeredAt: z.nullable(instant),
  takenBy: z.nullable(text(80)),
  /** Open, and the tenth working day has begun. */
  isAlarmed: z.boolean(),
});
export type RightsItem = z.output<typeof item>;

const page = z.extend(item, {
  accountId: z.nullable(id),
  candidateId: z.nullable(id),
  /** The person as lists show them, masked; null where the request is about the account or the person is forgotten. */
  candidateName: z.nullable(text(130)),
  candidateIdNo: z.nullable(text(40)),
  isRestricted: z.boolean(),
  waitsUntil: z.nullable(instant),
  wish: text(2000),
  answer: text(2000),
  answeredBy: z.nullable(text(80)),
  version: z.int(),
});
export type RightsPage = z.output<typeof page>;

const params = z.object({ id });
const version = z.int();

/** The inbox of requests about one's own data, answered within 15 working days. */
export const rightsStaffCalls = defineStaffCalls({
  'rights.search': {
    permission: 'privacy:read',
    body: listQuery(['dueAt', 'receivedAt'], {
      status: rightsStatus,
      kind: rightsKind,
      isOpen: z.boolean(),
      search: text(40),
    }),
    reply: listReply(item),
  },
  'rights.page': { permission: 'privacy:read', params, reply: page },
  'rights.take': { permission: 'privacy:write', params, body: z.strictObject({ version }), reply: null },
  'rights.answer': {
    permission: 'privacy:write',
    params,
    body: z.strictObject({ version, answer: text(2000) }),
    reply: null,
  },
  /** What was asked for is not done; the person reads the reason. A deletion that waits is lifted. */
  'rights.refuse': {
    permission: 'privacy:write',
    params,
    body: z.strictObject({ version, reason }),
    reason: true,
    reply: null,
  },
});
