import * as z from 'zod/mini';
import { count, id, instant, text, written } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';

const params = z.object({ id });
const version = z.int().check(z.minimum(1));
const useLimit = z.nullable(z.int().check(z.minimum(1), z.maximum(100_000)));
const label = written(1, 80);

const invitationCode = z.object({
  id,
  label: text(80),
  useLimit,
  uses: count,
  madeBy: z.nullable(text(80)),
  madeAt: instant,
  endedAt: z.nullable(instant),
  isReplaced: z.boolean(),
  version,
});
export type InvitationCodeItem = z.output<typeof invitationCode>;

/** A code is in this answer once and nowhere else; only its keyed hash is kept. */
const madeCode = z.object({ id, code: text(20) });

/** Invitation codes of a session. */
export const invitationsStaffCalls = defineStaffCalls({
  'invitations.list': {
    permission: 'groups:read',
    params,
    reply: z.object({ isExclusive: z.boolean(), list: z.array(invitationCode) }),
  },
  'invitations.make': {
    permission: 'groups:write',
    params,
    body: z.strictObject({ label, useLimit }),
    reply: madeCode,
  },
  'invitations.limit': {
    permission: 'groups:write',
    reason: true,
    params,
    body: z.strictObject({ version, useLimit, reason }),
    reply: null,
  },
  /** The old code ends at once, with what it has opened; the new one keeps its label and limit. */
  'invitations.replace': {
    permission: 'groups:write',
    reason: true,
    params,
    body: z.strictObject({ version, reason }),
    reply: madeCode,
  },
  'invitations.end': {
    permission: 'groups:write',
    reason: true,
    params,
    body: z.strictObject({ version, reason }),
    reply: null,
  },
  /** Who used a code, newest first, at most 500. */
  'invitations.uses': {
    permission: 'groups:read',
    params,
    reply: z.object({
      list: z.array(
        z.object({ accountId: id, phone: text(40), firstAt: instant, lastAt: instant, registrations: count }),
      ),
    }),
  },
});
