import { ordersStaffCalls } from '@exam/contract/staff';
import { seek, soldTo } from '#office/access';
import { askAboutOrder, proposePaid } from '#checkout/payments';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { attachException } from './attach.ts';
import { findException, findExceptions } from './exception-queries.ts';
import { closeException } from './exception-rows.ts';
import { queryException, refundException } from './exceptions.ts';
import { findOrder } from './order-page.ts';
import { expireNow, extendOrder } from './orders.ts';
import { findOrders, findPayments } from './queries.ts';

const handlers: StaffHandlers<typeof ordersStaffCalls> = {
  'orders.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'orders.search',
      text: body.search,
      by: ['name'],
      find: (tx) => findOrders(tx, staff, body),
      foundIn: ({ about }) => about.flatMap(soldTo),
    }),
  'orders.get': ({ params, staff }) => reading((tx) => findOrder(tx, staff, params.id)),
  'orders.queryChannel': async ({ params, staff }) => {
    await reading((tx) => findOrder(tx, staff, params.id));
    await askAboutOrder(params.id);
    return await reading((tx) => findOrder(tx, staff, params.id));
  },
  'orders.proposePaid': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => proposePaid(tx, staff, { orderId: params.id, ...body })),
  }),
  'paymentExceptions.search': ({ body, staff }) => reading((tx) => findExceptions(tx, staff, body)),
  'orders.extend': async ({ params, body, staff }) => {
    await inTransaction((tx) => extendOrder(tx, staff, { id: params.id, ...body }));
  },
  'orders.expireNow': async ({ params, body, staff }) => expireNow(staff, { id: params.id, ...body }),
  'payments.search': ({ body, staff }) => reading((tx) => findPayments(tx, staff, body)),
  'paymentExceptions.get': ({ params, staff }) => reading((tx) => findException(tx, staff, params.id)),
  'paymentExceptions.queryChannel': async ({ params, staff }) => ({ answers: await queryException(staff, params.id) }),
  'paymentExceptions.refund': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => refundException(tx, staff, { id: params.id, ...body })),
  }),
  'paymentExceptions.attach': async ({ params, body, staff }) => ({
    proposalId: await attachException(staff, { id: params.id, ...body }),
  }),
  'paymentExceptions.close': async ({ params, body, staff }) => {
    await inTransaction((tx) => closeException(tx, staff, { id: params.id, ...body }));
  },
};

export const staffRoutes: StaffRoutes[] = [{ calls: ordersStaffCalls, handlers }];
