import { examDayStaffCalls } from '@exam/contract/staff';
import { openRecords } from '#office/access';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { closeRoll, markAttendance } from './mark.ts';
import { readLeaveListAt, readRoll } from './roll.ts';
import { findExamDay, findExamDays } from './sessions.ts';
import { papersOf } from './papers.ts';
import { sheetOf } from './sheet.ts';

const handlers: StaffHandlers<typeof examDayStaffCalls> = {
  'examDay.search': ({ body, staff }) => reading((tx) => findExamDays(tx, staff, body)),
  'examDay.get': ({ params, staff }) =>
    inTransaction(async (tx) => {
      const { isDay, hasBegun: _, ...session } = await findExamDay(tx, staff, params.id);
      const roll = await readRoll(tx, params.id);
      const leaveListAt = await readLeaveListAt(tx, params.id);
      await openRecords(tx, staff, { kind: 'application', ids: roll.map(({ id }) => id), purpose: 'examDay.get' });
      return { session, isDay, leaveListAt, roll };
    }),
  'examDay.mark': ({ params: { id, applicationId }, body, staff }) =>
    inTransaction((tx) => markAttendance(tx, staff, { sessionId: id, applicationId, ...body })),
  'examDay.closeRoll': ({ params, body, staff }) =>
    inTransaction((tx) => closeRoll(tx, staff, { sessionId: params.id, ...body })),
  'examDay.papers': ({ params, body, staff, language }) => papersOf(staff, { sessionId: params.id, ...body }, language),
  'examDay.sheet': ({ params, body, staff, language }) => sheetOf(staff, { sessionId: params.id, ...body }, language),
};

export const staffRoutes: StaffRoutes[] = [{ calls: examDayStaffCalls, handlers }];
