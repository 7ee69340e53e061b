import * as z from 'zod/mini';
import { chinaDate, count, id, instant, text } from '../../entities/index.ts';
import { lookActs, lookFields, mostReasonRecords, recordKinds } from '../../rules/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const recordKind = z.enum(recordKinds);
const params = z.object({ id });

const approval = z.object({
  id,
  staffName: text(80),
  /** Null: every record of a minor. */
  record: z.nullable(z.object({ kind: recordKind, id, code: z.nullable(text(20)) })),
  reason: text(500),
  givenAt: instant,
  givenBy: text(80),
  expiresAt: instant,
  endedAt: z.nullable(instant),
  endReason: z.nullable(text(500)),
  isValid: z.boolean(),
});
export type MinorApprovalItem = z.output<typeof approval>;

const reportRow = z.object({
  section: text(60),
  item: text(200),
  count,
});
export type MinorsReportRow = z.output<typeof reportRow>;

/** A past year, and when its report was filed; nothing recorded yet leaves the list empty. */
const filedYear = z.object({
  year: z.string(),
  /** The last China date on which it is in time. */
  dueOn: chinaDate,
  isOverdue: z.boolean(),
  filings: z.array(z.object({ id, filedOn: chinaDate, recordedBy: text(80), recordedAt: instant })),
});
export type MinorsReportFiledYear = z.output<typeof filedYear>;

/** The year of a report; this one, so far, or an earlier one. */
const year = z.string().check(z.regex(/^20\d{2}$/));

/** Who may open records of minors (3-domain 6.3). */
export const minorsStaffCalls = defineStaffCalls({
  /** Asks a colleague for the case of one child: every record of theirs, for a week. */
  'minors.ask': {
    permission: null,
    reason: true,
    body: z.strictObject({ recordKind, recordId: id, reason }),
    reply: z.object({ proposalId: id }),
  },
  /** Asks a privacy officer for a standing approval of one's own, for a year. */
  'minors.askStanding': {
    permission: null,
    reason: true,
    body: z.strictObject({ reason }),
    reply: z.object({ proposalId: id }),
  },
  /**
   * Says why one opens records of minors under a standing approval (412 MINOR_REASON_NEEDED names them): for every record of these children, until
   * the end of the China day. Their families read it.
   */
  'minors.giveReason': {
    permission: null,
    reason: true,
    body: z.strictObject({
      recordKind,
      recordIds: z.array(id).check(z.minLength(1), z.maxLength(mostReasonRecords)),
      reason,
    }),
    reply: null,
  },
  'minors.approvals': {
    permission: 'privacy:read',
    body: listQuery(['givenAt', 'expiresAt'], { isValid: z.boolean(), isStanding: z.boolean() }),
    reply: listReply(approval),
  },
  /** Takes an approval back before its time. */
  'minors.endApproval': {
    permission: 'minors:grant',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ reason }),
    reply: null,
  },
});

/** The yearly report of accesses to minors' data, filed each January (3-domain 6.3). */
export const minorsReportStaffCalls = defineStaffCalls({
  'minors.report': {
    permission: 'privacy:read',
    params: z.object({ year }),
    reply: z.object({ year, asOf: instant, rows: z.array(reportRow), filed: z.array(filedYear) }),
  },
  /** The same as CSV, for the filing in January. */
  'minors.exportReport': {
    permission: 'privacy:export',
    isFresh: true,
    reason: true,
    params: z.object({ year }),
    body: z.strictObject({ reason }),
    reply: null,
    file: 'text/csv',
  },
  /** Notes on which day the report of a past year was filed; a second note corrects the first, and both are kept. */
  'minors.recordFiling': {
    permission: 'privacy:export',
    isFresh: true,
    params: z.object({ year }),
    body: z.strictObject({ filedOn: chinaDate }),
    reply: null,
  },
});

/** Whose looks an incident is about: those of a staff account in a time, or one export by its entry in the audit. */
const source = {
  staffId: z.optional(id),
  entryId: z.optional(id),
  /** China dates, both included. */
  from: z.optional(chinaDate),
  to: z.optional(chinaDate),
};

const seenPerson = z.object({
  /** A record by which the person is found; null where it is held no more. */
  record: z.nullable(z.object({ kind: recordKind, id, code: z.nullable(text(20)), name: text(130) })),
  accountId: z.nullable(id),
  isMinor: z.boolean(),
  fields: z.array(z.enum(lookFields)),
  acts: z.array(z.enum(lookActs)),
  /** By which calls, or by which acts of the audit. */
  purposes: z.array(text(60)),
  looks: count,
  firstAt: instant,
  lastAt: instant,
});
export type SeenPersonItem = z.output<typeof seenPerson>;

const incident = z.object({
  id,
  staffName: z.nullable(text(80)),
  entryId: z.nullable(id),
  since: instant,
  until: instant,
  reason: text(500),
  people: count,
  minors: count,
  notedAt: instant,
  notedBy: text(80),
});
export type IncidentItem = z.output<typeof incident>;

/** After a breach: exactly whose fields were seen, and since when (PIPL 57). */
export const incidentsStaffCalls = defineStaffCalls({
  'incidents.choices': {
    permission: 'privacy:read',
    reply: z.object({ staff: z.array(z.object({ id, name: text(80), email: text(254) })) }),
  },
  'incidents.seen': {
    permission: 'privacy:read',
    body: listQuery(['firstAt', 'lastAt'], { ...source }),
    reply: z.extend(listReply(seenPerson), { minorCount: count }),
  },
  'incidents.export': {
    permission: 'privacy:export',
    isFresh: true,
    reason: true,
    body: z.strictObject({ ...source, reason }),
    reply: null,
    file: 'text/csv',
  },
  /** Keeps an incident with its numbers, for the yearly report. */
  'incidents.note': {
    permission: 'privacy:write',
    reason: true,
    body: z.strictObject({ ...source, reason }),
    reply: z.object({ id }),
  },
  /**
   * Every call of an account of portal or console, of a network address, or of one request's id, as the network log has it: what an incident,
   * or an authority that asks by law, needs. The only way to an address.
   */
  'networkLog.export': {
    permission: 'privacy:export',
    isFresh: true,
    reason: true,
    body: z.strictObject({ of: text(60), from: z.optional(chinaDate), to: z.optional(chinaDate), reason }),
    reply: null,
    file: 'text/csv',
  },
  'incidents.search': {
    permission: 'privacy:read',
    body: listQuery(['notedAt'], {}),
    reply: listReply(incident),
  },
});
