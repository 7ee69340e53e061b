import * as z from 'zod/mini';
import { fen, id, order, orderListItem, paged, pagedQuery, placedOrder, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

const applicationIds = z.array(id).check(z.minLength(1), z.maxLength(50));

export const orderCalls = defineCalls({
  'order.search': {
    who: 'candidate',
    body: pagedQuery(['createdAt', 'paymentEndTime'], ['status', 'category', 'code']),
    reply: paged(orderListItem),
  },
  'order.get': { who: 'candidate', params: z.object({ id }), reply: order },
  'order.delete': { who: 'candidate', params: z.object({ id }), body: z.nullish(z.strictObject({})), reply: null },
  /** The total is what the person saw; a difference is refused with the new breakdown (5.5). It never sets a price. */
  'order.place': {
    who: 'candidate',
    body: z.strictObject({ applicationIds, totalPayAmount: fen }),
    reply: placedOrder,
    isIdempotent: true,
  },
  'order.giveUp': {
    who: 'candidate',
    params: z.object({ id, status: text(40) }),
    body: z.nullish(z.strictObject({})),
    reply: order,
  },
  'order.checkSeats': {
    who: 'candidate',
    body: z.strictObject({ applicationIds }),
    reply: z.object({
      isValid: z.boolean(),
      insufficient: z.array(z.object({ applicationId: id, sessionId: id, freeSeats: z.int() })),
    }),
  },
  /** An order of what a booking's current arrangement costs, to pay until its payEndDate (9.3#7). The open one when there is one. */
  'order.placeForBooking': {
    who: 'candidate',
    query: z.object({ id }),
    body: z.nullish(z.strictObject({})),
    reply: placedOrder,
    isIdempotent: true,
  },
});
