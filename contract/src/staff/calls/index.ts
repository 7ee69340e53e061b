import type { StaffEndpointName } from '../endpoints.ts';
import type { StaffCall } from './call.ts';
import { staffStaffCalls } from './staff.ts';

export { defineStaffCalls, reason, type StaffCall } from './call.ts';
export { listQuery, listReply } from './list.ts';
export type { StaffMe, StaffUser } from './staff.ts';
export { staffStaffCalls };

/** Every call of the console by its endpoint name. A missing one does not compile. */
export const staffCalls = {
  ...staffStaffCalls,
} satisfies Record<StaffEndpointName, StaffCall>;

export type StaffCalls = typeof staffCalls;
