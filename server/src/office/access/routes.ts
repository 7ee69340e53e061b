import { accessCalls } from '@exam/contract/calls';
import { minorsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { findApprovals } from './approvals.ts';
import { askForCase, askForStanding, endApproval } from './ask-approval.ts';
import { findOwnLooks } from './own-looks.ts';
import { giveReason } from './reasons.ts';

const handlers: Handlers<typeof accessCalls> = {
  'access.search': ({ account, body }) => reading((tx) => findOwnLooks(tx, account.id, body)),
};

export const routes: Routes[] = [{ calls: accessCalls, handlers }];

const staffHandlers: StaffHandlers<typeof minorsStaffCalls> = {
  'minors.ask': async ({ body, staff }) => ({ proposalId: await inTransaction((tx) => askForCase(tx, staff, body)) }),
  'minors.askStanding': async ({ body, staff }) => ({
    proposalId: await inTransaction((tx) => askForStanding(tx, staff, body.reason)),
  }),
  'minors.giveReason': ({ body, staff }) => inTransaction((tx) => giveReason(tx, staff, body)),
  'minors.approvals': ({ body }) => reading((tx) => findApprovals(tx, body)),
  'minors.endApproval': ({ params, body, staff }) =>
    inTransaction((tx) => endApproval(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: minorsStaffCalls, handlers: staffHandlers }];
