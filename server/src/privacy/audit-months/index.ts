import { auditMonthsStaffCalls } from '@exam/contract/staff';
import { reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { findAuditMonths } from './queries.ts';

/** Sealed months of the audit: made when a month is over, dropped ten years later, their heads kept for ever. */
export { retention, sealMonths } from './sweep.ts';

const handlers: StaffHandlers<typeof auditMonthsStaffCalls> = {
  'auditMonths.search': ({ body }) => reading((tx) => findAuditMonths(tx, body)),
};

export const staffRoutes: StaffRoutes[] = [{ calls: auditMonthsStaffCalls, handlers }];
