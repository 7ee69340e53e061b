import { preparedStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { discardPrepared, listPrepared, prepare } from './make.ts';

const handlers: StaffHandlers<typeof preparedStaffCalls> = {
  'prepared.list': async ({ params, staff }) => ({ list: await reading((tx) => listPrepared(tx, staff, params.id)) }),
  'prepared.make': ({ params, body, staff }) => prepare(staff, { sessionId: params.id, ...body }),
  'prepared.discard': ({ params, staff }) => inTransaction((tx) => discardPrepared(tx, staff, params.id)),
};

export const staffRoutes: StaffRoutes[] = [{ calls: preparedStaffCalls, handlers }];
