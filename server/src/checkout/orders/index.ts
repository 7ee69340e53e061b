import type { AboutReaders } from '#office/work-items';
import * as z from 'zod/mini';
import { inTransaction } from '#platform/database';
import type { Tasks } from '#platform/worker';
import { tellPlaced } from './notify.ts';
import { aboutOrders } from './about.ts';

/** Orders: from the cart to a paid, expired or given-up order. Payments asks the channel and then calls these. */
export { completeOrder, type Money, settleOrder } from './complete.ts';
export { moveOrderEnd, openBookingOrder, placeBookingOrder } from './placing/book.ts';
export { expireOrder, extendOrder, hideExpiredOrder, noteProgress } from './expire.ts';
export { countUnpaidOrders } from './placing/unpaid-orders.ts';
export { type OrderFollower, type OrderFollowers, useFollowers } from './followers.ts';
export { orderBelongs } from './placing/hold-scope.ts';
export { carryForward, countLapsed, endWaiting, forgetAccountOfOrders, forgetOrders, thingsOrdered } from './forget.ts';
export { closedAt, hasOrders, orderClocks } from './retention.ts';
export { placeOrder, type PlacedOrder } from './placing/place.ts';
export { lockAccountOrders } from './placing/limits.ts';
export { placeServiceOrder } from './placing/place-services.ts';
export { ordersToPay, type OrderToPay } from './queries.ts';
export { routes, showOrder } from './routes.ts';
export { orderPaymentsSummary } from './state.ts';
export { extendByStaff } from './extend.ts';
export { followWay } from './transfer.ts';
export { findOwnOrder, lockOrder, type OrderRow, requestsOfOrder } from './store.ts';
export { tellReturned } from './notify.ts';

const ofOrder = z.object({ orderId: z.uuid() });

export const abouts: AboutReaders = { order: aboutOrders };

export const tasks: Tasks = {
  'orders.tellPlaced': async (payload) => inTransaction((tx) => tellPlaced(tx, ofOrder.parse(payload))),
};
