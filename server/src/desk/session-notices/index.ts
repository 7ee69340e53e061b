import { sessionNoticesStaffCalls } from '@exam/contract/staff';
import * as z from 'zod/mini';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import type { Tasks } from '#platform/worker';
import { countCircular, listCirculars, sendCircular, tellCircular } from './send.ts';

const handlers: StaffHandlers<typeof sessionNoticesStaffCalls> = {
  'sessionNotices.list': ({ params, staff }) => reading((tx) => listCirculars(tx, staff, params.id)),
  'sessionNotices.send': ({ params: { id: sessionId }, body: { isDryRun, applicationIds, ...words }, staff }) =>
    isDryRun
      ? reading((tx) => countCircular(tx, staff, { sessionId, applicationIds, ...words }))
      : inTransaction((tx) => sendCircular(tx, staff, { sessionId, applicationIds, ...words })),
};

/** Circulars: a message of staff to everybody of a session or to some of them, in both languages. */
export const staffRoutes: StaffRoutes[] = [{ calls: sessionNoticesStaffCalls, handlers }];

const telling = z.object({ circularId: z.uuid(), accountId: z.uuid() });

export const tasks: Tasks = { 'circulars.tell': async (payload) => tellCircular(telling.parse(payload)) };
