import type { StaffEndpointName } from '../endpoints.ts';
import type { StaffCall } from './call.ts';
import { staffStaffCalls } from './staff.ts';
import { approvalsStaffCalls } from './approvals.ts';
import { auditStaffCalls } from './audit.ts';
import { minimumsStaffCalls } from './minimums.ts';
import { notesStaffCalls } from './notes.ts';
import { todayStaffCalls } from './today.ts';

export { defineStaffCalls, reason, type StaffCall } from './call.ts';
export { listQuery, listReply } from './list.ts';
export type { StaffMe, StaffUser } from './staff.ts';
export { staffStaffCalls };
export { approvalsStaffCalls, auditStaffCalls, minimumsStaffCalls, notesStaffCalls, todayStaffCalls };

/** Every call of the console by its endpoint name. A missing one does not compile. */
export const staffCalls = {
  ...staffStaffCalls,
  ...approvalsStaffCalls,
  ...auditStaffCalls,
  ...minimumsStaffCalls,
  ...notesStaffCalls,
  ...todayStaffCalls,
} satisfies Record<StaffEndpointName, StaffCall>;

export type StaffCalls = typeof staffCalls;
