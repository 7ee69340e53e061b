import * as z from 'zod/mini';
import { chinaDate, count, id, instant, text } from '../../entities/index.ts';
import { recordKinds, retentionClasses } from '../../rules/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

/** What a hold keeps: everything of a person, an order, a session or a case, or a whole class of data. */
export const holdScopes = ['person', 'order', 'session', 'case', 'class'] as const;

const retentionClass = z.enum(retentionClasses);
const scope = z.enum(holdScopes);

const hold = z.object({
  id,
  scope,
  objectId: z.nullable(id),
  class: z.nullable(retentionClass),
  reason: text(500),
  reviewOn: chinaDate,
  openedAt: instant,
  openedBy: text(80),
  approvedBy: text(80),
  releasedAt: z.nullable(instant),
  releaseReason: z.nullable(text(500)),
  releasedBy: z.nullable(text(80)),
  releaseApprovedBy: z.nullable(text(80)),
});
export type HoldItem = z.output<typeof hold>;

/** What a hold covers: records of people, and orders; and a session, on which one is opened. */
export const coveredKinds = [...recordKinds, 'order', 'session'] as const;

const covered = z.object({
  kind: z.enum(coveredKinds),
  id,
  code: z.nullable(text(40)),
  /** Masked for a minor without an approval; null for an order, and for somebody out of use. */
  candidateName: z.nullable(text(130)),
  accountId: z.nullable(id),
  /** Whose deletion waits for the hold, or for a period: no page shows them. */
  isOutOfUse: z.boolean(),
  /** Whether there is a page of it: a candidate taken off the list has none any more. */
  hasPage: z.boolean(),
});
export type CoveredItem = z.output<typeof covered>;

/** A hold of the list, and what it was opened on, of the reader's offices: that of a booked exam on its booking; null for a whole class. */
const listedHold = z.extend(hold, { on: z.nullable(covered) });
export type ListedHold = z.output<typeof listedHold>;

const holdPage = z.extend(listedHold, {
  /** Twenty at most, of the reader's offices, and how many there are; null for a whole class. */
  covers: z.nullable(z.object({ list: z.array(covered), recordCount: count })),
});
export type HoldPage = z.output<typeof holdPage>;

const due = z.object({
  class: retentionClass,
  /** How many would go now, and how many stay because they are held. */
  due: count,
  held: count,
  /** The clock of the oldest: a China date or an instant. */
  oldest: z.nullable(text(30)),
});

const record = z.object({
  id,
  class: retentionClass,
  count,
  firstStart: text(30),
  lastStart: text(30),
  /** SHA-256 over the ids that went, in order, in hexadecimal. */
  digest: text(64),
  at: instant,
});
export type DeletionRecordItem = z.output<typeof record>;

/** Periods, what the next run would forget, and what may not be forgotten (S-18). */
export const privacyStaffCalls = defineStaffCalls({
  'retention.preview': { permission: 'privacy:read', reply: z.object({ at: instant, classes: z.array(due) }) },
  /** Begins the nightly run at once, in the background. */
  'retention.run': {
    permission: 'privacy:write',
    isFresh: true,
    reason: true,
    body: z.strictObject({ reason }),
    reply: null,
  },
  'retention.records': {
    permission: 'privacy:read',
    body: listQuery(['at'], { class: retentionClass, from: chinaDate, to: chinaDate }),
    reply: listReply(record),
  },
  'holds.search': {
    permission: 'privacy:read',
    body: listQuery(['reviewOn', 'openedAt'], { isOpen: z.boolean(), scope }),
    reply: listReply(listedHold),
  },
  /** A hold, and whom it covers. */
  'holds.get': { permission: 'privacy:read', params: z.object({ id }), reply: holdPage },
  /**
   * Proposes a hold; a second person opens it. `objectId` is the order's, session's or case's, of a person a saved candidate's or
   * registration's; a code may take its place: the order's, or a registration's for its person or its session.
   */
  'holds.propose': {
    permission: 'privacy:write',
    isFresh: true,
    reason: true,
    body: z.strictObject({
      scope,
      objectId: z.nullish(id),
      code: z.nullish(text(40)),
      class: z.nullish(retentionClass),
      /** At most 180 days from today. */
      reviewOn: chinaDate,
      reason,
    }),
    reply: z.object({ proposalId: id }),
  },
  'holds.proposeRelease': {
    permission: 'privacy:write',
    isFresh: true,
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    reply: z.object({ proposalId: id }),
  },
});
