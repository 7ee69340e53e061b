import { ordersStaffCalls } from '@exam/contract/staff';
import { proposePaid, queryOrder } from '#payments';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { attachException, closeException } from './exceptions.ts';
import { findExceptions, findOrder, findOrders } from './queries.ts';

const handlers: StaffHandlers<typeof ordersStaffCalls> = {
  'orders.search': ({ body, staff }) => reading((tx) => findOrders(tx, staff, body)),
  'orders.get': ({ params, staff }) => reading((tx) => findOrder(tx, staff, params.id)),
  'orders.queryChannel': async ({ params, staff }) => {
    await reading((tx) => findOrder(tx, staff, params.id));
    await queryOrder(params.id);
    return await reading((tx) => findOrder(tx, staff, params.id));
  },
  'orders.proposePaid': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => proposePaid(tx, staff, { orderId: params.id, ...body })),
  }),
  'paymentExceptions.search': ({ body, staff }) => reading((tx) => findExceptions(tx, staff, body)),
  'paymentExceptions.attach': async ({ params, body, staff }) => {
    await inTransaction((tx) => attachException(tx, staff, { id: params.id, ...body }));
  },
  'paymentExceptions.close': async ({ params, body, staff }) => {
    await inTransaction((tx) => closeException(tx, staff, { id: params.id, ...body }));
  },
};

export const staffRoutes: StaffRoutes[] = [{ calls: ordersStaffCalls, handlers }];
