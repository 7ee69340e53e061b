import { candidatesStaffCalls } from '@exam/contract/staff';
import { openRecords, seek } from '#office/access';
import { inTransaction } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { mergeSaved, readSaved, revealSaved, searchSaved } from './staff-acts.ts';

const handlers: StaffHandlers<typeof candidatesStaffCalls> = {
  'candidates.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'candidates.search',
      text: body.search,
      by: ['idNo', 'name'],
      find: (tx) => searchSaved(tx, staff, body),
      foundIn: ({ list }) => list.map(({ id }) => ({ kind: 'candidate', id })),
    }),
  'candidates.get': ({ params, staff }) =>
    inTransaction(async (tx) => {
      const saved = await readSaved(tx, staff, params.id);
      await openRecords(tx, staff, { kind: 'candidate', ids: [params.id], purpose: 'candidates.get' });
      return saved;
    }),
  'candidates.reveal': ({ params, body, staff }) =>
    inTransaction((tx) => revealSaved(tx, staff, { ...params, ...body })),
  'candidates.merge': ({ params, body, staff }) => inTransaction((tx) => mergeSaved(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: candidatesStaffCalls, handlers }];
