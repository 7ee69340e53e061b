import { accountsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import {
  endSessionsByStaff,
  lockAccountByStaff,
  readAccount,
  revealAccount,
  searchAccounts,
  unlockAccountByStaff,
} from './desk.ts';

const handlers: StaffHandlers<typeof accountsStaffCalls> = {
  'accounts.search': ({ body }) => reading((tx) => searchAccounts(tx, body)),
  'accounts.get': ({ params }) => reading((tx) => readAccount(tx, params.id)),
  'accounts.reveal': ({ params, body, staff }) =>
    inTransaction((tx) => revealAccount(tx, staff, { ...params, ...body })),
  'accounts.lock': ({ params, body, staff }) =>
    inTransaction((tx) => lockAccountByStaff(tx, staff, { ...params, ...body })),
  'accounts.unlock': ({ params, body, staff }) =>
    inTransaction((tx) => unlockAccountByStaff(tx, staff, { ...params, ...body })),
  'accounts.endSessions': ({ params, body, staff }) =>
    inTransaction((tx) => endSessionsByStaff(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: accountsStaffCalls, handlers }];
