import { calendarStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { confirmYear, readYear, removeDay, setDay } from './days.ts';

const handlers: StaffHandlers<typeof calendarStaffCalls> = {
  'calendar.year': ({ params }) => reading((tx) => readYear(tx, params.year)),
  'calendar.setDay': ({ body, staff }) => inTransaction((tx) => setDay(tx, staff, body)),
  'calendar.removeDay': ({ params, body, staff }) =>
    inTransaction((tx) => removeDay(tx, staff, { ...params, ...body })),
  'calendar.confirmYear': ({ params, body, staff }) =>
    inTransaction((tx) => confirmYear(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: calendarStaffCalls, handlers }];
