import * as z from 'zod/mini';
import { id, instant, text } from '../../entities/index.ts';
import { proposalStates } from '../../machines/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';
import { workAbout } from './today.ts';

const status = z.enum(proposalStates);

const proposal = z.object({
  id,
  kind: text(60),
  objectId: id,
  /** The object's human code. */
  label: z.nullable(text(80)),
  status,
  reason: text(500),
  proposedBy: text(80),
  proposedAt: instant,
  expiresAt: instant,
  /** The reader proposed it, and may only take it back. */
  isOwn: z.boolean(),
  /** The reader may approve or reject it. */
  canDecide: z.boolean(),
  /** Null where it is about nobody and no exam. */
  about: z.nullable(workAbout),
});

/** What of an object waits for a second person, on the page of that object. */
export const openProposal = z.object({ id, kind: text(60), proposedBy: text(80), proposedAt: instant });
export type OpenProposal = z.output<typeof openProposal>;

const one = { permission: null, params: z.object({ id }) } as const;

/** What needs two persons (S-16). Each shows those whose kind the reader may decide, and their own. */
export const approvalsStaffCalls = defineStaffCalls({
  'approvals.search': {
    permission: null,
    body: listQuery(['expiresAt', 'proposedAt'], { status, kind: text(60), objectId: id, isOwn: z.boolean() }),
    reply: listReply(proposal),
  },
  'approvals.get': {
    ...one,
    reply: z.extend(proposal, {
      payload: z.record(z.string(), z.unknown()),
      decidedBy: z.nullable(text(80)),
      decidedAt: z.nullable(instant),
      decisionReason: z.nullable(text(500)),
    }),
  },
  /** 409 when somebody else decided it meanwhile. */
  'approvals.approve': { ...one, isFresh: true, body: z.strictObject({ reason: z.nullish(reason) }), reply: null },
  'approvals.reject': { ...one, reason: true, body: z.strictObject({ reason }), reply: null },
  'approvals.takeBack': { ...one, reason: true, body: z.strictObject({ reason }), reply: null },
});
