import * as z from 'zod/mini';
import { id, instant, text, written } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

/**
 * How a claim ended: proved by the person, given up for an empty account, decided by staff, allowed and taken back, or the
 * account has another number now.
 */
const outcome = z.enum(['Proved', 'NotMe', 'ByStaff', 'Refused', 'NumberMoved', 'TakenBack']);

/** Somebody holds the number of an account and has not shown that the account is theirs (S-19). */
const claim = z.object({
  id,
  accountId: id,
  /** Masked; null once the number left the account. */
  phone: z.nullable(text(40)),
  openedAt: instant,
  /** Set when the person had no way left to prove it: it waits for staff. */
  handedAt: z.nullable(instant),
  birthDateTries: z.int(),
  endedAt: z.nullable(instant),
  outcome: z.nullable(outcome),
  decidedBy: z.nullable(text(80)),
});
export type ClaimItem = z.output<typeof claim>;

/** What was seen or asked that shows who the person is; kept sealed beside the decision. */
const evidence = written(5, 2000);
const decision = {
  permission: 'accounts:write',
  isFresh: true,
  reason: true,
  params: z.object({ id }),
  body: z.strictObject({ reason, evidence }),
  reply: null,
} as const;

/** The way back into an account whose owner cannot prove it any more (S-19), for staff whose offices know the account's people. */
export const claimsStaffCalls = defineStaffCalls({
  /** Those that wait for staff first to come first, unless sorted. `isWaiting`: handed to staff and not ended. */
  'claims.search': {
    permission: 'accounts:read',
    body: listQuery(['openedAt', 'handedAt'], { isWaiting: z.boolean(), accountId: id }),
    reply: listReply(claim),
  },
  /** With the evidence of a decision, which is why it needs the right to decide. */
  'claims.get': {
    permission: 'accounts:write',
    params: z.object({ id }),
    reply: z.extend(claim, { evidence: z.nullable(text(2000)), letInUntil: z.nullable(instant) }),
  },
  /** The person is the owner: within 24 hours one sign-in by code to the number needs no other proof. Phone and mail are told. */
  'claims.accept': decision,
  /** The person is not, or did not show it. The number stays where it is; a mail tells the owner. */
  'claims.refuse': decision,
  /** Takes an accepted claim back while nobody has signed in by it; a mail tells the owner. */
  'claims.takeBack': { ...decision, body: z.strictObject({ reason }) },
  /**
   * The owner lost phone and number: a second person is asked to move the account, by its id, to `phone` (S-16). Every session and
   * device ends then; old and new number and the mail are told. 412 ILLEGAL_STATE when the number has an account, or had one that was closed lately.
   */
  'claims.moveNumber': {
    ...decision,
    body: z.strictObject({ phone: text(40), reason, evidence }),
    reply: z.object({ proposalId: id }),
  },
});
