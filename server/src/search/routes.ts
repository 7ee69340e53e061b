import { searchStaffCalls } from '@exam/contract/staff';
import { reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { find } from './find.ts';

const handlers: StaffHandlers<typeof searchStaffCalls> = {
  'search.find': async ({ body, staff }) => ({ list: await reading((tx) => find(tx, staff, body.text)) }),
};

export const staffRoutes: StaffRoutes[] = [{ calls: searchStaffCalls, handlers }];
