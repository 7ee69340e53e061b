import { listsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { exportList } from './export.ts';
import { deleteView, listViews, saveView } from './views.ts';

const handlers: StaffHandlers<typeof listsStaffCalls> = {
  'savedViews.list': ({ params, staff }) => reading((tx) => listViews(tx, staff, params.list)),
  'savedViews.save': ({ body, staff }) => inTransaction((tx) => saveView(tx, staff, body)),
  'savedViews.delete': ({ params, staff }) => inTransaction((tx) => deleteView(tx, staff, params.id)),
  'lists.export': (call) => exportList(call),
};

export const staffRoutes: StaffRoutes[] = [{ calls: listsStaffCalls, handlers }];
