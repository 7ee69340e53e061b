import { todayStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { colleaguesFor, reassignItem, releaseItem, snoozeItem, takeItem, wakeItem } from './change.ts';
import { countItems, findItems } from './queries.ts';

const handlers: StaffHandlers<typeof todayStaffCalls> = {
  'today.search': ({ body, staff, language }) => reading((tx) => findItems(tx, staff, { ...body, language })),
  'today.counts': ({ staff }) => reading((tx) => countItems(tx, staff)),
  'today.take': ({ params, body, staff }) => inTransaction((tx) => takeItem(tx, staff, { ...params, ...body })),
  'today.release': ({ params, body, staff }) => inTransaction((tx) => releaseItem(tx, staff, { ...params, ...body })),
  'today.colleagues': ({ params, staff }) => reading((tx) => colleaguesFor(tx, staff, params.id)),
  'today.reassign': ({ params, body, staff }) => inTransaction((tx) => reassignItem(tx, staff, { ...params, ...body })),
  'today.snooze': ({ params, body, staff }) => inTransaction((tx) => snoozeItem(tx, staff, { ...params, ...body })),
  'today.wake': ({ params, body, staff }) => inTransaction((tx) => wakeItem(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: todayStaffCalls, handlers }];
