import { orderCalls } from '@exam/contract/calls';
import type { GuardianWait, Order } from '@exam/contract/entities';
import { liveApplicationStates } from '@exam/contract/machines';
import type { Language } from '@exam/contract/messages';
import { refundOutlook } from '@exam/contract/rules';
import { accountContact } from '#people/accounts';
import { type Catalogue, catalogueNow } from '#offer/catalogue';
import { guardianWaits } from '#people/guardians';
import { readNow } from '#platform/clock';
import { reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Handlers, Routes } from '#platform/http';
import { refundsOfOrder, refundsOfOrders } from '#books/refunds';
import { refundTermsFor, type SessionForSale, sessionsForSale } from '#offer/sessions';
import { checkSeats } from './placing/check-seats.ts';
import { placeOrder } from './placing/place.ts';
import { presentListItem, presentOrder } from './present.ts';
import { findOrder, type ItemRow, type OrderView, searchOrders } from './queries.ts';

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
    await showOrder({ accountId: account.id, orderId: params.id, language }),
  'order.place': async ({ account, body }) => await placeOrder({ accountId: account.id, ...body }),
  'order.checkSeats': async ({ account, body }) =>
    await reading((tx) => checkSeats(tx, { accountId: account.id, applicationIds: body.applicationIds })),
};

export const routes: Routes[] = [{ calls, handlers }];

type Wanted = { accountId: string; orderId: string; language: Language };

/** An order in full as its owner sees it. @throws Refusal NOT_FOUND */
export async function showOrder(wanted: Wanted) {
  const catalogue = await catalogueNow();
  return await reading((tx) => presentOwn(tx, wanted, catalogue));
}

async function presentOwn(tx: Tx, { language, ...own }: Wanted, catalogue: Catalogue) {
  const view = await findOrder(tx, own);
  if (!view) refuse('NOT_FOUND');
  const refunds = await refundsOfOrders(tx, [view.order.id]);
  const { phone } = await accountContact(tx, own.accountId);
  const refund = refunds.get(view.order.id) ?? null;
  const sessions = await sessionsForSale(
    tx,
    view.items.flatMap((item) => item.session_id ?? []),
  );
  const now = await readNow(tx);
  const begun = new Set(sessions.flatMap(({ id, startsAt }) => (startsAt <= now ? id : [])));
  const order = presentOrder(
    { view, refund, now, language },
    {
      phoneNumber: phone ?? '',
      sessions: new Map(sessions.map((session) => [session.id, session])),
      waits: await waitsOf(
        tx,
        view.items.filter(({ session_id: id, status }) => isAhead(status) && !begun.has(id ?? '')),
      ),
      catalogue,
    },
  );
  return {
    ...order,
    refundOutlook: await outlookOf(tx, view, { sessions, now }),
    refunds: await refundsOfOrder(tx, view.order.id),
  };
}

/** What would come back of an order that is still to pay; a service after an exam has terms of its own. The papers of a booking are cancelled together. */
async function outlookOf(
  tx: Tx,
  { order, items }: OrderView,
  { sessions, now }: { sessions: readonly SessionForSale[]; now: string },
): Promise<Order['refundOutlook']> {
  const { category, status } = order;
  if (status !== 'PaymentPending' || category === 'PostTest') return null;
  const [first] = sessions.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  const sold = sessions.map((session) =>
    category === 'Booking' && first
      ? { ...first, id: session.id, origin: category, deadlineAt: order.payment_end_at }
      : { ...session, origin: 'Public' as const, deadlineAt: session.publishEndAt },
  );
  const terms = await refundTermsFor(tx, sold, now);
  return refundOutlook(
    items.map((item) => ({
      terms: terms.get(item.session_id ?? '') ?? null,
      paid: {
        localFee: item.local_fee_amount,
        boardFee: item.board_fee_amount,
        vat: item.vat,
        lateEntryCharge: item.late_entry_charge_amount,
        otherFee: item.other_fee_amount,
      },
    })),
  );
}

/** Whether a registration or request is still to come of: neither cancelled nor expired nor answered. */
const isAhead = (status: string | null) => [...liveApplicationStates, 'Processing'].some((each) => each === status);

/** Which lines wait for a guardian: registrations, and requests after an exam. */
async function waitsOf(tx: Tx, items: readonly ItemRow[]): Promise<Map<string, GuardianWait>> {
  return await guardianWaits(
    tx,
    items.map((item) => item.application_id),
  );
}
