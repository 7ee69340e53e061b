import { reportsStaffCalls } from '@exam/contract/staff';
import { reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { fillReport } from './fill.ts';
import { noShowsReport } from './no-shows.ts';
import { refundsReport, revenueReport } from './money.ts';

const handlers: StaffHandlers<typeof reportsStaffCalls> = {
  'reports.fill': ({ body, staff }) => reading((tx) => fillReport(tx, staff, body)),
  'reports.noShows': ({ body, staff }) => reading((tx) => noShowsReport(tx, staff, body)),
  'reports.revenue': ({ body, staff }) => reading((tx) => revenueReport(tx, staff, body)),
  'reports.refunds': ({ body, staff }) => reading((tx) => refundsReport(tx, staff, body)),
};

export const staffRoutes: StaffRoutes[] = [{ calls: reportsStaffCalls, handlers }];
