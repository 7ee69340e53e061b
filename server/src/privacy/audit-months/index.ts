import { auditSegmentsStaffCalls } from '@exam/contract/staff';
import { reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { findSegments } from './queries.ts';

/** Sealed months of the audit: made when a month is over, dropped ten years later, their heads kept for ever. */
export { retention, sealMonths } from './sweep.ts';

const handlers: StaffHandlers<typeof auditSegmentsStaffCalls> = {
  'auditSegments.search': ({ body }) => reading((tx) => findSegments(tx, body)),
};

export const staffRoutes: StaffRoutes[] = [{ calls: auditSegmentsStaffCalls, handlers }];
