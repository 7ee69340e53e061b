import { accountsStaffCalls, claimsStaffCalls } from '@exam/contract/staff';
import { seek } from '#office/access';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { acceptClaim, readClaim, refuseClaim, searchClaims, takeClaimBack } from './contacts/staff-claims.ts';
import {
  endSessionsByStaff,
  lockAccountByStaff,
  readAccount,
  revealAccount,
  searchAccounts,
  unlockAccountByStaff,
} from './staff-acts.ts';
import { proposeNumber } from './contacts/move-number.ts';

const handlers: StaffHandlers<typeof accountsStaffCalls> = {
  'accounts.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'accounts.search',
      text: body.search,
      by: ['holderContacts'],
      find: (tx) => searchAccounts(tx, staff, body),
      foundIn: ({ list }) => list.map(({ id }) => ({ kind: 'account', id })),
    }),
  'accounts.get': ({ params, staff }) => reading((tx) => readAccount(tx, staff, params.id)),
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
  'claims.search': ({ body, staff }) => reading((tx) => searchClaims(tx, staff, body)),
  'claims.get': ({ params, staff }) => reading((tx) => readClaim(tx, staff, params.id)),
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
