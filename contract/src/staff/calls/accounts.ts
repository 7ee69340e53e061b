import * as z from 'zod/mini';
import { chinaDate, id, instant, text } from '../../entities/index.ts';
import { accountStates } from '../../machines/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const status = z.enum(accountStates);

/** An account as staff see it: number and address masked; null once it is closed or another person has the number. */
const accountItem = z.object({
  id,
  phone: z.nullable(text(40)),
  email: z.nullable(text(254)),
  status,
  createdAt: instant,
  /** The last use of any session that is not forgotten yet. */
  lastSeenAt: z.nullable(instant),
  liveSessions: z.int(),
  savedCandidates: z.int(),
});
export type AccountItem = z.output<typeof accountItem>;

const act = { reason: true, params: z.object({ id }), body: z.strictObject({ reason }), reply: null } as const;

/** The candidates' accounts as support sees them: where people of theirs are registered, booked or asking in one's offices; all for staff of every office. */
export const accountsStaffCalls = defineStaffCalls({
  'accounts.search': {
    permission: 'accounts:read',
    body: listQuery(['createdAt', 'lastSeenAt'], {
      /** A whole mobile number or e-mail address: both are found by keyed hash, never by a part. */
      search: text(254),
      status,
    }),
    reply: listReply(accountItem),
  },
  'accounts.get': {
    permission: 'accounts:read',
    params: z.object({ id }),
    reply: z.extend(accountItem, {
      closedAt: z.nullable(instant),
      hasPassword: z.boolean(),
      passkeys: z.int(),
      devices: z.int(),
      messageLanguage: z.enum(['English', 'Chinese']),
      isPhoneReceiving: z.boolean(),
      isEmailReceiving: z.boolean(),
      sessions: z.array(
        z.object({ device: text(300), network: text(64), createdAt: instant, lastSeenAt: instant, expiresAt: instant }),
      ),
    }),
  },
  /** Number, address and birth date in full; the audit keeps who saw them, and why. */
  'accounts.reveal': {
    permission: 'accounts:reveal',
    isFresh: true,
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    reply: z.object({ phone: z.nullable(text(40)), email: z.nullable(text(254)), dateOfBirth: z.nullable(chinaDate) }),
  },
  /** Nobody signs in to it any more, and every session ends; orders and registrations stay as they are. */
  'accounts.lock': { permission: 'accounts:write', isFresh: true, ...act },
  'accounts.unlock': { permission: 'accounts:write', isFresh: true, ...act },
  /** Signs out every browser of the account. */
  'accounts.endSessions': { permission: 'accounts:write', ...act },
});
