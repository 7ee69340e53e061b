import * as z from 'zod/mini';
import { chinaDate, clockTime, count, id, instant, text, written } from '../../entities/index.ts';
import { arrangementStates } from '../../machines/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

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

/** Invitation codes of a session (R-52; goals/console, screen 20). */
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

/** Special arrangements (R-91; goals/console, screen 18). */
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

const title = written(3, 100);
const words = written(10, 2000);

const circular = z.object({
  id,
  titleEn: text(100),
  titleZh: text(100),
  textEn: text(2000),
  textZh: text(2000),
  recipients: count,
  sentBy: text(80),
  sentAt: instant,
});
export type CircularItem = z.output<typeof circular>;

/** Messages to everybody of a session. */
export const circularsStaffCalls = defineStaffCalls({
  'circulars.list': { permission: 'messages:read', params, reply: z.object({ list: z.array(circular) }) },
  /** A dry run counts and changes nothing. Nobody is told the same text of a session twice within an hour. */
  'circulars.send': {
    permission: 'messages:send',
    isIdempotent: true,
    params,
    body: z.strictObject({ titleEn: title, titleZh: title, textEn: words, textZh: words, isDryRun: z.boolean() }),
    reply: z.object({ registrations: count, accounts: count, byMail: count, bySms: count }),
  },
});
