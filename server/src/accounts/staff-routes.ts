import { accountsStaffCalls, claimsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { acceptClaim, readClaim, refuseClaim, searchClaims, takeClaimBack } from './claims-desk.ts';
import {
  endSessionsByStaff,
  lockAccountByStaff,
  readAccount,
  revealAccount,
  searchAccounts,
  unlockAccountByStaff,
} from './desk.ts';
import { proposeNumber } from './move-number.ts';

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

const claims: StaffHandlers<typeof claimsStaffCalls> = {
  'claims.search': ({ body }) => reading((tx) => searchClaims(tx, body)),
  'claims.get': ({ params }) => reading((tx) => readClaim(tx, params.id)),
  'claims.accept': ({ params, body, staff }) => inTransaction((tx) => acceptClaim(tx, staff, { ...params, ...body })),
  'claims.refuse': ({ params, body, staff }) => inTransaction((tx) => refuseClaim(tx, staff, { ...params, ...body })),
  'claims.takeBack': ({ params, body, staff }) =>
    inTransaction((tx) => takeClaimBack(tx, staff, { ...params, ...body })),
  'claims.moveNumber': ({ params, body, staff }) =>
    inTransaction((tx) => proposeNumber(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [
  { calls: accountsStaffCalls, handlers },
  { calls: claimsStaffCalls, handlers: claims },
];
