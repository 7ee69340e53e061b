import { calendarStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { confirmYear, readYear, removeDay, setDay, setYear } from './days.ts';

const handlers: StaffHandlers<typeof calendarStaffCalls> = {
  'calendar.year': ({ params }) => reading((tx) => readYear(tx, params.year)),
  'calendar.setDay': ({ body, staff }) => inTransaction((tx) => setDay(tx, staff, body)),
  'calendar.setYear': async ({ params, body, staff }) => {
    await inTransaction((tx) => setYear(tx, staff, { ...params, ...body }));
    return null;
  },
  'calendar.removeDay': ({ params, body, staff }) =>
    inTransaction((tx) => removeDay(tx, staff, { ...params, ...body })),
  'calendar.confirmYear': ({ params, body, staff }) =>
    inTransaction((tx) => confirmYear(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: calendarStaffCalls, handlers }];
