import * as z from 'zod/mini';
import {
  availability,
  chinaDate,
  clockTime,
  count,
  fen,
  fenSum,
  id,
  instant,
  month,
  text,
} from '../../entities/index.ts';
import { sessionsAtOnce } from '../../rules/session-plan.ts';
import { sessionActions } from './session-actions.ts';
import { openProposal } from './approvals.ts';
import { defineStaffCalls, reason } from './call.ts';
import { catalogueFees } from './catalogue.ts';
import { listQuery, listReply } from './list.ts';
import { fees, lateCharge, lateCharges, pattern, plan, preview, seatPer, seats, tierFee } from './session-plans.ts';

const status = z.enum(['Draft', 'Published', 'Withdrawn']);
const version = z.int().check(z.minimum(1));

const item = z.object({
  id,
  productId: id,
  productCode: text(40),
  productName: text(200),
  officeId: id,
  officeName: text(100),
  cityId: id,
  cityName: text(100),
  venueId: z.nullable(id),
  venueName: z.nullable(text(120)),
  examDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
  subjectCodes: text(300),
  status,
  availability: z.nullable(availability),
  publishStartAt: instant,
  publishEndAt: instant,
  isExclusive: z.boolean(),
  isHot: z.boolean(),
  /** Capacity, and how the seat ledger divides it. */
  seat: count,
  held: count,
  confirmed: count,
  free: count,
  fillPercent: count,
});
export type SessionItem = z.output<typeof item>;

const filters = {
  productId: id,
  cityId: id,
  officeId: id,
  venueId: id,
  subjectId: id,
  status,
  from: chinaDate,
  to: chinaDate,
  /** Held and paid places in per cent of the capacity: at least, at most. */
  fillFrom: z.int().check(z.minimum(0), z.maximum(100)),
  fillTo: z.int().check(z.minimum(0), z.maximum(100)),
  isExclusive: z.boolean(),
};

const detail = z.extend(item, {
  version,
  seatPer,
  noticeEn: z.nullable(text(1000)),
  noticeZh: z.nullable(text(1000)),
  papers: z
    .array(
      z.object({
        sessionSubjectId: id,
        subjectId: id,
        subjectCode: text(40),
        subjectName: text(200),
        startTime: clockTime,
        endTime: clockTime,
        localFee: fen,
        boardFee: fen,
        vat: fen,
        total: fen,
        tierFees: z.array(tierFee),
        lateCharges: z.array(lateCharge),
        registered: count,
      }),
    )
    .check(z.minLength(1)),
  /** Whether it is a draft at another price than the list's, which a second person publishes. */
  isOffList: z.boolean(),
  /** What waits for a second person. */
  openProposals: z.array(openProposal),
  timeline: z.array(
    z.object({ at: instant, event: text(60), by: z.nullable(text(80)), reason: z.nullable(text(500)) }),
  ),
  /** What the reader may do now. */
  actions: z.array(z.enum(sessionActions)),
});
export type SessionDetail = z.output<typeof detail>;

const params = z.object({ id });
const write = { permission: 'sessions:write', params } as const;
const made = z.object({ id, version });

const person = z.object({
  applicationId: id,
  code: text(20),
  candidateName: text(130),
  subjectCodes: text(200),
  paid: fen,
  refund: fen,
});

/** Another day, other times of day for its papers, another venue of the city; papers left out keep their times. */
const moving = {
  examDate: chinaDate,
  venueId: z.optional(id),
  papers: z._default(
    z.array(z.strictObject({ sessionSubjectId: id, startTime: clockTime, endTime: clockTime })).check(z.maxLength(30)),
    [],
  ),
};

/** Sessions as staff make and keep them (9.7, R-42, R-54). Another office's is a 404. */
export const sessionsStaffCalls = defineStaffCalls({
  'sessions.search': {
    permission: 'sessions:read',
    body: listQuery(['examDate', 'publishEndAt', 'fill', 'free'], filters),
    reply: listReply(item),
  },
  /** The days of a month with what is planned on them. */
  'sessions.calendar': {
    permission: 'sessions:read',
    body: z.strictObject({
      month,
      productId: z.optional(id),
      cityId: z.optional(id),
      officeId: z.optional(id),
      venueId: z.optional(id),
      status: z.optional(status),
    }),
    reply: z.object({
      days: z.array(
        z.object({
          date: chinaDate,
          sessions: count,
          seat: count,
          registered: count,
          kind: z.nullable(z.enum(['Holiday', 'MakeupWorkday'])),
          name: z.nullable(text(80)),
        }),
      ),
    }),
  },
  /** What a session can be made of: products for the public with their subjects, and active venues of the reader's offices. */
  'sessions.choices': {
    permission: 'sessions:read',
    reply: z.object({
      offices: z.array(z.object({ id, name: text(100) })),
      cities: z.array(z.object({ id, name: text(100), officeId: id })),
      venues: z.array(z.object({ id, code: text(40), name: text(120), cityId: id, capacity: z.nullable(count) })),
      products: z.array(
        z.object({
          id,
          code: text(40),
          name: text(200),
          subjects: z.array(
            z.object({
              id,
              code: text(40),
              name: text(200),
              durationMinutes: z.nullable(count),
              validFrom: z.nullable(chinaDate),
              validTo: z.nullable(chinaDate),
              /** Its price in the catalogue, else what it costs in the published session made last, to begin from. */
              fees: z.nullable(catalogueFees),
              /** When it is sat in that session. */
              times: z.nullable(z.object({ startTime: clockTime, endTime: clockTime })),
            }),
          ),
        }),
      ),
    }),
  },
  'sessions.get': { permission: 'sessions:read', params, reply: detail },
  'sessions.create': { permission: 'sessions:write', body: plan, reply: made, isIdempotent: true },
  'sessions.previewPattern': { permission: 'sessions:write', body: pattern, reply: preview },
  'sessions.template': {
    permission: 'sessions:write',
    reply: null,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'sessions.previewFile': { permission: 'sessions:write', bodyKind: 'multipart', reply: preview },
  /** All of them or none, as drafts or published at once; `offList`: those that stay drafts, as their price is not the list's. */
  'sessions.createMany': {
    permission: 'sessions:write',
    body: z.strictObject({
      sessions: z.array(plan).check(z.minLength(1), z.maxLength(sessionsAtOnce)),
      isPublished: z._default(z.boolean(), false),
    }),
    reply: z.object({ ids: z.array(id), offList: z.array(id) }),
    isIdempotent: true,
  },
  /** The same on another day, as a draft; the window moves by as many days. */
  'sessions.clone': {
    ...write,
    body: z.strictObject({
      examDate: chinaDate,
      venueId: z.optional(id),
      invitationCode: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9-]{6,20}$/))),
    }),
    reply: made,
    isIdempotent: true,
  },
  /** A draft: everything. A published one: venue and notices, with a reason where people have a place; date and price have calls of their own. */
  'sessions.edit': {
    ...write,
    body: z.strictObject({
      version,
      plan: z.optional(plan),
      venueId: z.optional(id),
      noticeEn: z.nullish(text(1000)),
      noticeZh: z.nullish(text(1000)),
      isHot: z.optional(z.boolean()),
      reason: z.nullish(reason),
    }),
    reply: made,
  },
  /** At another price than the list's for a reason, which a second person reads. */
  'sessions.publish': {
    ...write,
    body: z.strictObject({ version, reason: z.nullish(reason) }),
    reply: z.extend(made, { proposalId: z.nullable(id) }),
  },
  'sessions.takeBack': { ...write, reason: true, body: z.strictObject({ version, reason }), reply: made },
  /** When registration is open. Null is this very moment: open it, or close it, now. */
  'sessions.changeWindow': {
    ...write,
    reason: true,
    body: z.strictObject({
      version,
      publishStartAt: z.nullable(instant),
      publishEndAt: z.nullable(instant),
      reason,
    }),
    reply: made,
  },
  /** Never below what is taken; 409 when somebody changed the session meanwhile. */
  'sessions.changeCapacity': {
    ...write,
    reason: true,
    body: z.strictObject({ version, seat: seats, reason }),
    reply: made,
  },
  /** The price of a published session needs two persons (S-16); what is ordered keeps its price. */
  'sessions.proposeFees': {
    ...write,
    reason: true,
    isFresh: true,
    body: z.strictObject({
      version,
      papers: z
        .array(z.strictObject({ sessionSubjectId: id, ...fees, lateCharges }))
        .check(z.minLength(1), z.maxLength(30)),
      reason,
    }),
    reply: z.object({ proposalId: id }),
  },
  /** Dry run of a move: whom it concerns, until when they may have everything back, and whose other exam is at that time. */
  'sessions.previewMove': {
    permission: 'sessions:write',
    params,
    body: z.strictObject(moving),
    reply: z.object({
      registrations: count,
      /** Registrations that wait for payment; their owners are told too. */
      unpaid: count,
      accounts: count,
      /** What goes back if everybody chooses it; 0 where there is no choice. */
      refundTotal: fen,
      chooseBy: z.nullable(instant),
      clashes: z.array(z.object({ applicationId: id, code: text(20), candidateName: text(130) })),
      version,
    }),
  },
  /** Everybody is told, letters are made again, and another day opens a refund in full for five working days (9.7). */
  'sessions.move': {
    ...write,
    reason: true,
    isFresh: true,
    body: z.strictObject({ version, ...moving, reason }),
    reply: made,
    isIdempotent: true,
  },
  'sessions.holds': {
    permission: 'sessions:read',
    params,
    body: listQuery(['heldUntil'], {}),
    reply: listReply(
      z.object({
        id,
        orderId: id,
        orderCode: text(20),
        applicationCode: text(20),
        candidateName: text(130),
        subjectCode: text(40),
        seats: count,
        heldUntil: z.nullable(instant),
      }),
    ),
  },
  /** Dry run: whom it concerns and what goes back, everything paid in full (P0). */
  'sessions.previewWithdrawal': {
    permission: 'sessions:write',
    params,
    reply: z.object({
      people: z.array(person),
      registrations: count,
      refundTotal: fenSum,
      unpaidOrders: count,
      version,
    }),
  },
  'sessions.proposeWithdrawal': {
    ...write,
    reason: true,
    isFresh: true,
    body: z.strictObject({ version, reason }),
    /** `proposalId`: null where nobody has a place, and it is withdrawn. */
    reply: z.object({ proposalId: z.nullable(id) }),
  },
});
