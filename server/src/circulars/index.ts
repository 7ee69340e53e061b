import { circularsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { listCirculars, sendCircular } from './send.ts';

const handlers: StaffHandlers<typeof circularsStaffCalls> = {
  'circulars.list': ({ params, staff }) => reading((tx) => listCirculars(tx, staff, params.id)),
  'circulars.send': ({ params, body, staff }) =>
    inTransaction((tx) => sendCircular(tx, staff, { sessionId: params.id, ...body })),
};

/** Circulars: a message of staff to everybody of a session, in both languages. */
export const staffRoutes: StaffRoutes[] = [{ calls: circularsStaffCalls, handlers }];
