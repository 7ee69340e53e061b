import * as z from 'zod/mini';
import { chinaDate, count, id, instant, text } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const outcome = z.enum(['RunAnyway', 'Moved', 'Withdrawn']);

/** A paper of a session that had too few registrations when registration closed. */
const minimum = z.object({
  /** The session subject's. */
  id,
  sessionId: id,
  productCode: text(40),
  subjectCode: text(40),
  examDate: chinaDate,
  officeId: id,
  minimum: count,
  registered: count,
  foundAt: instant,
  /** Without a decision until then everybody is withdrawn and refunded in full. */
  decideBy: instant,
  outcome: z.nullable(outcome),
  decidedAt: z.nullable(instant),
});

const decision = { permission: 'sessions:write', reason: true, params: z.object({ id }) } as const;

/** Deciding about papers under their minimum: 24 working hours from the end of registration. */
export const sessionMinimumsStaffCalls = defineStaffCalls({
  'sessionMinimums.search': {
    permission: 'sessions:read',
    body: listQuery(['decideBy'], { isOpen: z.boolean(), sessionId: id }),
    reply: listReply(minimum),
  },
  'sessionMinimums.get': {
    permission: 'sessions:read',
    params: z.object({ id }),
    reply: z.extend(minimum, {
      /** Sessions of the same product with this subject and enough free seats, soonest first. */
      moveTo: z.array(z.object({ sessionId: id, examDate: chinaDate, officeId: id, free: count })),
    }),
  },
  'sessionMinimums.runAnyway': { ...decision, body: z.strictObject({ reason }), reply: null },
  /** Everybody of the paper to another session; the price stays. */
  'sessionMinimums.move': {
    ...decision,
    body: z.strictObject({ sessionId: id, reason }),
    reply: z.object({ moved: count }),
  },
  /** Proposes to withdraw everybody of the paper; a second person decides (S-16). Without them the clock does it at `decideBy`. */
  'sessionMinimums.withdraw': {
    ...decision,
    isFresh: true,
    body: z.strictObject({ reason }),
    reply: z.object({ proposalId: id }),
  },
});
