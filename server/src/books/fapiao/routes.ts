import { fapiaoCalls } from '@exam/contract/calls';
import { fapiaoStaffCalls } from '@exam/contract/staff';
import { seek } from '#office/access';
import { inTransaction, reading } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { issueFapiao, redIssueFapiao, refuseFapiao, revealEmail } from './staff-acts.ts';
import { findFapiao, sendPaper, showPage } from './queries.ts';
import { requestFapiao, showFapiao } from './request.ts';

const handlers: Handlers<typeof fapiaoCalls> = {
  'fapiao.get': ({ account, params }) => reading((tx) => showFapiao(tx, { accountId: account.id, orderId: params.id })),
  'fapiao.request': ({ account, params, body }) =>
    inTransaction((tx) => requestFapiao(tx, { accountId: account.id, orderId: params.id }, body)),
};

export const routes: Routes[] = [{ calls: fapiaoCalls, handlers }];

const staffHandlers: StaffHandlers<typeof fapiaoStaffCalls> = {
  'fapiao.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'fapiao.search',
      text: body.search,
      by: ['name'],
      find: (tx) => findFapiao(tx, staff, body),
      // A title is the payer's, who has no record of their own.
      foundIn: () => [],
    }),
  'fapiao.page': ({ params, staff }) => reading((tx) => showPage(tx, staff, params.id)),
  'fapiao.issue': async ({ params, body, staff }) => {
    await inTransaction((tx) => issueFapiao(tx, staff, { id: params.id, ...body }));
  },
  'fapiao.refuse': async ({ params, body, staff }) => {
    await inTransaction((tx) => refuseFapiao(tx, staff, { id: params.id, ...body }));
  },
  'fapiao.redIssue': async ({ params, body, staff }) => {
    await inTransaction((tx) => redIssueFapiao(tx, staff, { id: params.id, ...body }));
  },
  'fapiao.reveal': ({ params, body, staff }) =>
    inTransaction((tx) => revealEmail(tx, staff, { id: params.id, ...body })),
  'fapiao.paper': ({ params, staff }) => sendPaper(staff, params.id, params.fileId),
};

export const staffRoutes: StaffRoutes[] = [{ calls: fapiaoStaffCalls, handlers: staffHandlers }];
