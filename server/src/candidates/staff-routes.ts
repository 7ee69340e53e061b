import { candidatesStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { mergeSaved, readSaved, revealSaved, searchSaved } from './desk.ts';

const handlers: StaffHandlers<typeof candidatesStaffCalls> = {
  'candidates.search': ({ body }) => reading((tx) => searchSaved(tx, body)),
  'candidates.get': ({ params }) => reading((tx) => readSaved(tx, params.id)),
  'candidates.reveal': ({ params, body, staff }) =>
    inTransaction((tx) => revealSaved(tx, staff, { ...params, ...body })),
  'candidates.merge': ({ params, body, staff }) => inTransaction((tx) => mergeSaved(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: candidatesStaffCalls, handlers }];
