import { sessionMinimumsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { moveEverybody, proposeWithdrawal, runAnyway } from './decide.ts';
import { findMinimum, findMinimums } from './queries.ts';

const handlers: StaffHandlers<typeof sessionMinimumsStaffCalls> = {
  'sessionMinimums.search': ({ body, staff }) => reading((tx) => findMinimums(tx, staff, body)),
  'sessionMinimums.get': ({ params, staff }) => reading((tx) => findMinimum(tx, staff, params.id)),
  'sessionMinimums.runAnyway': ({ params, body, staff }) =>
    inTransaction((tx) => runAnyway(tx, staff, { ...params, ...body })),
  'sessionMinimums.move': async ({ params, body, staff }) => ({
    moved: await inTransaction((tx) => moveEverybody(tx, staff, { ...params, ...body })),
  }),
  'sessionMinimums.withdraw': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => proposeWithdrawal(tx, staff, { ...params, ...body })),
  }),
};

export const staffRoutes: StaffRoutes[] = [{ calls: sessionMinimumsStaffCalls, handlers }];
