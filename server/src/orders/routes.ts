import { orderCalls } from '@exam/contract/calls';
import type { Language } from '@exam/contract/messages';
import { accountContact } from '#accounts';
import { readNow } from '#platform/clock';
import { reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Handlers, Routes } from '#platform/http';
import { refundsOfOrder, refundsOfOrders } from '#refunds';
import { checkSeats } from './check-seats.ts';
import { placeOrder } from './place.ts';
import { presentListItem, presentOrder } from './present.ts';
import { findOrder, searchOrders } from './queries.ts';

// Giving up and deleting ask the payment channel first, so payments serves those two.
const { 'order.search': search, 'order.get': get, 'order.place': place, 'order.checkSeats': check } = orderCalls;
const calls = { 'order.search': search, 'order.get': get, 'order.place': place, 'order.checkSeats': check };

const handlers: Handlers<typeof calls> = {
  'order.search': async ({ account, body, language }) =>
    await reading(async (tx) => {
      const { views, recordCount } = await searchOrders(tx, { accountId: account.id, ...body });
      const refunds = await refundsOfOrders(
        tx,
        views.map((view) => view.order.id),
      );
      const now = await readNow(tx);
      const list = views.map((view) =>
        presentListItem({ view, refund: refunds.get(view.order.id) ?? null, now, language }),
      );
      const { pageSize, pageIndex } = body;
      return { list, pageSize, pageIndex, recordCount, pageCount: Math.ceil(recordCount / pageSize) };
    }),
  'order.get': async ({ account, params, language }) =>
    await reading((tx) => showOrder(tx, { accountId: account.id, orderId: params.id, language })),
  'order.place': async ({ account, body, headers }) => {
    const key = headers['idempotency-key'];
    return await placeOrder({ accountId: account.id, ...body, requestKey: typeof key === 'string' ? key : null });
  },
  'order.checkSeats': async ({ account, body }) =>
    await reading((tx) => checkSeats(tx, { accountId: account.id, applicationIds: body.applicationIds })),
};

export const routes: Routes[] = [{ calls, handlers }];

/** An order in full as its owner sees it. @throws Refusal NOT_FOUND */
export async function showOrder(
  tx: Tx,
  { language, ...own }: { accountId: string; orderId: string; language: Language },
) {
  const view = await findOrder(tx, own);
  if (!view) refuse('NOT_FOUND');
  const refunds = await refundsOfOrders(tx, [view.order.id]);
  const { phone } = await accountContact(tx, own.accountId);
  const refund = refunds.get(view.order.id) ?? null;
  const order = presentOrder({ view, refund, now: await readNow(tx), language }, phone ?? '');
  return { ...order, refunds: await refundsOfOrder(tx, view.order.id) };
}
