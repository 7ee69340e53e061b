import { approvalsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { decide, takeBack } from './decide.ts';
import { findProposal, findProposals } from './queries.ts';

const handlers: StaffHandlers<typeof approvalsStaffCalls> = {
  'approvals.search': ({ body, staff, language }) => reading((tx) => findProposals(tx, staff, { ...body, language })),
  'approvals.get': ({ params, staff, language }) => reading((tx) => findProposal(tx, staff, { ...params, language })),
  'approvals.approve': ({ params, body, staff }) =>
    inTransaction((tx) => decide(tx, { proposalId: params.id, staff, isApproved: true, reason: body.reason ?? null })),
  'approvals.reject': ({ params, body, staff }) =>
    inTransaction((tx) => decide(tx, { proposalId: params.id, staff, isApproved: false, reason: body.reason })),
  'approvals.takeBack': ({ params, body, staff }) =>
    inTransaction((tx) => takeBack(tx, { proposalId: params.id, staff, reason: body.reason })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: approvalsStaffCalls, handlers }];
