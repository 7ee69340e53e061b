import { auditStaffCalls } from '@exam/contract/staff';
import { reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { findEntries, findEntry } from './queries.ts';

const handlers: StaffHandlers<typeof auditStaffCalls> = {
  'audit.search': ({ body }) => reading((tx) => findEntries(tx, body)),
  'audit.entry': ({ params }) => reading((tx) => findEntry(tx, params.id)),
};

export const staffRoutes: StaffRoutes[] = [{ calls: auditStaffCalls, handlers }];
