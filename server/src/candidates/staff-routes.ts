import { candidatesStaffCalls } from '@exam/contract/staff';
import { openRecords } from '#access';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { mergeSaved, readSaved, revealSaved, searchSaved } from './desk.ts';

const handlers: StaffHandlers<typeof candidatesStaffCalls> = {
  'candidates.search': ({ body, staff }) => reading((tx) => searchSaved(tx, staff, body)),
  'candidates.get': ({ params, staff }) =>
    inTransaction(async (tx) => {
      const saved = await readSaved(tx, params.id);
      await openRecords(tx, staff, { kind: 'candidate', ids: [params.id], purpose: 'candidates.get' });
      return saved;
    }),
  'candidates.reveal': ({ params, body, staff }) =>
    inTransaction((tx) => revealSaved(tx, staff, { ...params, ...body })),
  'candidates.merge': ({ params, body, staff }) => inTransaction((tx) => mergeSaved(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: candidatesStaffCalls, handlers }];
