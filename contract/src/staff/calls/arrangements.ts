import * as z from 'zod/mini';
import { chinaDate, clockTime, count, id, instant, text, written } from '../../entities/index.ts';
import { arrangementStates } from '../../machines/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const params = z.object({ id });

const arrangementItem = z.object({
  id,
  code: text(20),
  candidateName: text(100),
  productNameEn: text(200),
  productNameZh: text(200),
  cityNameEn: text(100),
  cityNameZh: text(100),
  examDate: chinaDate,
  startTime: clockTime,
  status: z.enum(arrangementStates),
  decidedAt: z.nullable(instant),
  decidedBy: z.nullable(text(80)),
  version: count,
});
export type ArrangementItem = z.output<typeof arrangementItem>;

const conditions = written(5, 2000);

/** Special arrangements. */
export const arrangementsStaffCalls = defineStaffCalls({
  'arrangements.search': {
    permission: 'arrangements:read',
    body: listQuery(['examDate'], {
      search: text(100),
      status: z.enum(arrangementStates),
      sessionId: id,
      isUpcoming: z.boolean(),
    }),
    reply: listReply(arrangementItem),
  },
  /** What is asked for tells of health: looking at it is written into the audit. */
  'arrangements.get': {
    permission: 'arrangements:read',
    params,
    reply: z.object({
      ...arrangementItem.shape,
      request: text(2000),
      conditions: z.nullable(text(2000)),
    }),
  },
  /** One that came by telephone or letter, for a registration that has none yet. */
  'arrangements.record': {
    permission: 'arrangements:write',
    reason: true,
    params,
    body: z.strictObject({ request: conditions, reason }),
    reply: null,
  },
  /** The candidate reads `conditions`: what is granted, or why it is not. */
  'arrangements.decide': {
    permission: 'arrangements:write',
    params,
    body: z.strictObject({ version: count, isGranted: z.boolean(), conditions }),
    reply: null,
  },
});
