import { refundsStaffCalls } from '@exam/contract/staff';
import { seek, soldTo } from '#office/access';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { proposeByHand, retryRefund } from './by-hand.ts';
import { findRefund, findRefunds, sendProof } from './staff-queries.ts';

const handlers: StaffHandlers<typeof refundsStaffCalls> = {
  'refunds.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'refunds.search',
      text: body.search,
      by: ['name'],
      find: (tx) => findRefunds(tx, staff, body),
      foundIn: ({ list }) => list.flatMap(({ applicationId }) => soldTo(applicationId)),
    }),
  'refunds.get': ({ params, staff }) => reading((tx) => findRefund(tx, staff, params.id)),
  'refunds.retry': async ({ params, body, staff }) => {
    await inTransaction((tx) => retryRefund(tx, staff, { refundId: params.id, ...body }));
  },
  'refunds.proof': ({ params, staff }) => sendProof(staff, params.id, params.fileId),
  'refunds.proposeByHand': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => proposeByHand(tx, staff, { refundId: params.id, ...body })),
  }),
};

export const staffRoutes: StaffRoutes[] = [{ calls: refundsStaffCalls, handlers }];
