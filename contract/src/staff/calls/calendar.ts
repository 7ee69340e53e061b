import * as z from 'zod/mini';
import { chinaDate, text, written } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';

const kind = z.enum(['Holiday', 'MakeupWorkday']);
const name = written(1, 80);
const year = z.string().check(z.regex(/^20\d{2}$/));

const day = z.object({
  date: chinaDate,
  kind,
  nameEn: text(80),
  nameZh: text(80),
  source: z.enum(['Official', 'Provisional']),
});
export type CalendarDay = z.output<typeof day>;

const newDay = {
  date: chinaDate,
  kind,
  nameEn: name,
  nameZh: name,
  source: z.enum(['Official', 'Provisional']),
};

const write = { permission: 'calendar:write', reason: true } as const;

/** The working-day calendar as editable data (3-domain 5.2): deadlines told already are kept as instants and do not move. */
export const calendarStaffCalls = defineStaffCalls({
  'calendar.year': {
    permission: 'calendar:read',
    params: z.object({ year }),
    reply: z.object({
      days: z.array(day),
      /** Every holiday of it is entered, and every day was announced by the State Council. */
      isOfficial: z.boolean(),
      /** Somebody should have entered or confirmed it by now. */
      isOverdue: z.boolean(),
    }),
  },
  'calendar.setDay': {
    ...write,
    body: z.strictObject({ ...newDay, reason }),
    reply: day,
  },
  /** The whole table of a year: days that are not in it are ordinary again. */
  'calendar.setYear': {
    ...write,
    params: z.object({ year }),
    body: z.strictObject({ days: z.array(z.strictObject(newDay)).check(z.maxLength(120)), reason }),
    reply: null,
  },
  'calendar.removeDay': {
    ...write,
    params: z.object({ date: chinaDate }),
    body: z.strictObject({ reason }),
    reply: null,
  },
  /** The days of a year are what was announced: from now on official. */
  'calendar.confirmYear': { ...write, params: z.object({ year }), body: z.strictObject({ reason }), reply: null },
});
