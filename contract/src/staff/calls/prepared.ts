import * as z from 'zod/mini';
import { candidateInput, id, instant, text } from '../../entities/index.ts';
import { defineStaffCalls } from './call.ts';

const params = z.object({ id });

const prepared = z.object({
  id,
  /** Masked. */
  phone: text(40),
  preparedBy: text(80),
  preparedAt: instant,
  expiresAt: instant,
});
export type PreparedItem = z.output<typeof prepared>;

/**
 * What staff type for a family at the desk or on the telephone. Whoever signs in with the number takes it into their own wizard, reads, ticks and
 * orders there: no statement comes from staff, and nothing is registered by it.
 */
export const preparedStaffCalls = defineStaffCalls({
  /** For a session: those whom nobody has taken over yet, the latest first, at most 200. */
  'prepared.list': {
    permission: 'applications:read',
    params,
    reply: z.object({ list: z.array(prepared) }),
  },
  /** For papers of a session; the number gets an SMS, which says where to go on. */
  'prepared.make': {
    permission: 'applications:write',
    isIdempotent: true,
    params,
    body: z.strictObject({
      sessionSubjectIds: z.array(id).check(z.minLength(1), z.maxLength(30)),
      /** The number of the account that takes it over; there may be no account yet. */
      phone: text(40),
      language: z.enum(['zh', 'en']),
      candidate: candidateInput,
    }),
    reply: prepared,
  },
  'prepared.discard': { permission: 'applications:write', params, body: z.strictObject({}), reply: null },
});
