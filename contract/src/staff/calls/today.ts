import * as z from 'zod/mini';
import { chinaDate, count, examNames, fen, id, instant, text } from '../../entities/index.ts';
import { workKindNames, workObjectNames } from '../work.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const kind = z.enum(workKindNames);

const item = z.object({
  id,
  kind,
  objectKind: z.enum(workObjectNames),
  objectId: id,
  /** The object's human code. */
  label: z.nullable(text(80)),
  officeId: z.nullable(id),
  dueAt: instant,
  /** Seconds of working days left, negative once it is late (R-54; decision 0016). */
  workingSecondsLeft: z.int(),
  openedAt: instant,
  assignedTo: z.nullable(z.object({ id, name: text(80) })),
  snoozedUntil: z.nullable(instant),
  snoozeReason: z.nullable(text(500)),
  /** Sent back with each act; 409 when somebody else was faster. */
  version: z.int(),
});

/**
 * Who and what a piece of work is about. `candidateName` is masked of a minor whom the reader is not shown; `amount`: fen that it is about; `state`: where a
 * registration, a booking, an order or a refund is, by the code of its own states.
 */
export const workAbout = z.object({
  candidateName: z.nullable(text(100)),
  /** Product and subjects, or the service. */
  exam: z.nullable(examNames),
  examDate: z.nullable(chinaDate),
  amount: z.nullable(fen),
  state: z.nullable(text(40)),
});
export type WorkAbout = z.output<typeof workAbout>;

const one = { permission: null, params: z.object({ id }) } as const;
const version = z.int().check(z.minimum(1));

/** The Today board: what waits for staff, the least working time left first. Items close when their object moves on. */
export const todayStaffCalls = defineStaffCalls({
  'today.search': {
    permission: null,
    body: listQuery(['dueAt', 'openedAt'], {
      /** `mine`: taken by the reader; `free`: by nobody; `team`: all of them (the default). */
      whose: z.enum(['mine', 'free', 'team']),
      kind,
      officeId: id,
      isOverdue: z.boolean(),
      /** Those that sleep are shown only when asked for. */
      isSnoozed: z.boolean(),
    }),
    /** `about` null where it is about nobody and no exam. */
    reply: listReply(z.extend(item, { about: z.nullable(workAbout) })),
  },
  'today.counts': {
    permission: null,
    reply: z.object({
      open: count,
      mine: count,
      overdue: count,
      snoozed: count,
      byKind: z.array(z.object({ kind, open: count, overdue: count })),
    }),
  },
  'today.take': { ...one, body: z.strictObject({ version }), reply: item },
  'today.release': { ...one, body: z.strictObject({ version }), reply: item },
  /** Who else may work on an item: active colleagues who see it. */
  'today.colleagues': { ...one, reply: z.object({ list: z.array(z.object({ id, name: text(80) })) }) },
  'today.reassign': { ...one, body: z.strictObject({ version, staffId: id }), reply: item },
  /** Sleeps until an instant within 30 days and wakes by itself. */
  'today.snooze': { ...one, reason: true, body: z.strictObject({ version, until: instant, reason }), reply: item },
  'today.wake': { ...one, body: z.strictObject({ version }), reply: item },
});
