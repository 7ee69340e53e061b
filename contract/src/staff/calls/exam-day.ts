import * as z from 'zod/mini';
import { chinaDate, clockTime, count, id, instant, text } from '../../entities/index.ts';
import { attendanceStates } from '../../machines/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';
import { leaveChoices } from './registrations.ts';

const version = count;

const examDayItem = z.object({
  sessionId: id,
  productNameEn: text(200),
  productNameZh: text(200),
  examDate: chinaDate,
  startTime: clockTime,
  endTime: clockTime,
  cityNameEn: text(100),
  cityNameZh: text(100),
  venueNameEn: z.nullable(text(200)),
  venueNameZh: z.nullable(text(200)),
  status: z.enum(['Draft', 'Published', 'Withdrawn']),
  registered: count,
  present: count,
  late: count,
  absent: count,
  minors: count,
  arrangements: count,
});
export type ExamDayItem = z.output<typeof examDayItem>;

/** One candidate at the door: no money, and of the document the last two characters only (decision 0051). */
const rollEntry = z.object({
  id,
  code: text(20),
  candidateName: text(100),
  candidateNameZh: z.nullable(text(20)),
  idEnd: text(2),
  papers: z.array(z.object({ code: text(60), nameEn: text(200), nameZh: text(200), startTime: clockTime })),
  isMinor: z.boolean(),
  leaveChoice: z.enum(leaveChoices),
  /** Who may come for a minor, the guardian first, with the last two characters of their document; nobody for one who leaves alone. */
  pickups: z.array(z.object({ name: text(100), idEnd: text(2), mobile: text(40) })),
  /** Leaves alone by choice, but no guardian's consent to that is valid: the guardian comes. */
  isLeavingDoubted: z.boolean(),
  /** When who may come, the way of leaving or a consent to it was last changed after registration; null where nothing was. */
  leaveChangedAt: z.nullable(instant),
  registeredAt: z.nullable(instant),
  attendance: z.enum(attendanceStates),
  markedAt: z.nullable(instant),
  markedBy: z.nullable(text(80)),
  version,
  /** A minor whose guardian has to answer still, or has objected: there is no letter. */
  isWaitedFor: z.boolean(),
  hasArrangement: z.boolean(),
  /** What was granted; null for whoever may not read it. */
  conditions: z.nullable(text(2000)),
});
export type RollEntry = z.output<typeof rollEntry>;

/** The lists of an exam day. */
export const examDaySheets = ['attendance', 'door', 'leave', 'arrangements'] as const;

const params = z.object({ id });

/** The exam day: who comes, who came, who leaves with whom. */
export const examDayStaffCalls = defineStaffCalls({
  'examDay.search': {
    permission: 'examDay:read',
    body: listQuery(['examDate'], { search: text(100), from: chinaDate, until: chinaDate, cityId: id }),
    reply: listReply(examDayItem),
  },
  'examDay.get': {
    permission: 'examDay:read',
    params,
    reply: z.object({
      session: examDayItem,
      isDay: z.boolean(),
      /** When the list of minors leaving was last taken out as a file; null where it never was. */
      leaveListAt: z.nullable(instant),
      roll: z.array(rollEntry),
    }),
  },
  /** On the exam day and after it. Undo takes a mark back. */
  'examDay.mark': {
    permission: 'examDay:write',
    params: z.object({ id, applicationId: id }),
    body: z.strictObject({ mark: z.enum(['Present', 'Late', 'Absent', 'Undo']), version }),
    reply: rollEntry,
  },
  /** Everybody of the session who is not marked yet is absent. A dry run changes nothing. */
  'examDay.closeRoll': {
    permission: 'examDay:write',
    reason: true,
    params,
    body: z.strictObject({ isDryRun: z.boolean(), reason }),
    reply: z.object({ absent: count }),
  },
  /** Everything that is printed for the day, as one PDF in the reader's language. */
  'examDay.papers': {
    permission: 'examDay:export',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ reason }),
    reply: null,
    file: 'application/pdf',
  },
  'examDay.sheet': {
    permission: 'examDay:export',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ sheet: z.enum(examDaySheets), reason }),
    reply: null,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
});
