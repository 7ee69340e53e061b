import { forgetBuyers, forgetFapiao } from '#books/fapiao';
import { forgetNotesOfRefunds, forgetRefunds, refundIdsOf } from '#books/refunds';
import {
  carryForward,
  countLapsed,
  endWaiting,
  forgetAccountOfOrders,
  forgetOrders,
  orderClocks,
  thingsOrdered,
} from '#checkout/orders';
import { forgetAttempts, forgetPayers, forgetPayments } from '#checkout/payments';
import { forgetAccountOfSeats } from '#offer/sessions';
import { forgetProposals, forgetWords } from '#office/approvals';
import type { Sweep } from '#office/holds';
import { forgetNotes } from '#office/notes';
import { forgetItems } from '#office/work-items';
import type { Tx } from '#platform/database';
import { forgetActors, forgetHistory, forgetReasons } from '#platform/history';
import { forgetAccountOfRegistrations, forgetUnpaid } from '#registering/applications';
import { forgetAccountOfBookings } from '#services/bookings';
import { forgetAccountOfRequests, forgetRequests } from '#services/cancellations';
import { forgetAccountOfPostTests, forgetRefundsOfPostTests } from '#services/post-test';
import { forgetReminders } from '#services/reminders';

type Ids = readonly string[];

/** What orders take along when their time is over, rows that point before rows that are pointed at (S-18). */
export const ordersRetention: readonly Sweep[] = [
  { class: 'orderPerson', due: orderClocks.orderPerson, forget: forgetPeople },
  { class: 'order', due: orderClocks.order, forget: forgetWhole },
  { class: 'lapsedOrder', due: orderClocks.lapsedOrder, forget: forgetLapsed },
];

/**
 * Forgets whom orders, and what hangs on them, tell of: whose they are, in words, by who acted, and in what the channel told of who paid. What
 * happened, when, and of how much stays.
 */
async function forgetPeople(tx: Tx, ids: Ids): Promise<void> {
  const { registrations, postTests, bookings } = await thingsOrdered(tx, ids);
  const refunds = await refundIdsOf(tx, ids);
  await forgetAccountOfRegistrations(tx, registrations);
  await forgetAccountOfPostTests(tx, postTests);
  await forgetAccountOfBookings(tx, bookings);
  await forgetAccountOfSeats(tx, ids);
  const requests = await forgetAccountOfRequests(tx, ids);
  const invoices = await forgetBuyers(tx, ids);
  await forgetNotes(tx, ids);
  const papers = [...ids, ...refunds, ...invoices, ...requests];
  await forgetReasons(tx, papers);
  await forgetWords(tx, papers);
  await forgetActors(tx, [...papers, ...registrations, ...postTests, ...bookings]);
  await forgetNotesOfRefunds(tx, refunds);
  await forgetPayers(tx, ids);
  await forgetAccountOfOrders(tx, ids);
}

/** Everything that tells of the orders; registrations, bookings and seats stay as the statistics they have become. */
async function forgetWhole(tx: Tx, ids: Ids): Promise<void> {
  await carryForward(tx, ids);
  const refunds = await refundIdsOf(tx, ids);
  const requests = await forgetRequests(tx, { orderIds: ids, refundIds: refunds });
  await forgetRefundsOfPostTests(tx, refunds);
  await forgetRefunds(tx, refunds);
  const invoices = await forgetFapiao(tx, ids);
  const payments = await forgetPayments(tx, ids);
  await forgetOrders(tx, ids);
  await forgetWhatIsSaid(tx, [...ids, ...payments, ...refunds, ...invoices, ...requests]);
}

/**
 * Forgets orders that nobody paid: their registrations, which were never paid, name nobody and belong to no account from then on. How many there
 * were, and of how much, stays. Those a backup brings back while they still waited for their money end first.
 */
async function forgetLapsed(tx: Tx, ids: Ids): Promise<void> {
  await endWaiting(tx, ids);
  await countLapsed(tx, ids);
  const { postTests } = await thingsOrdered(tx, ids, { byThemAlone: true });
  await forgetUnpaid(tx, ids);
  await forgetAccountOfSeats(tx, ids);
  // What was deleted before could be found by the order alone.
  await forgetAccountOfPostTests(tx, postTests, { areForgotten: true });
  const attempts = await forgetAttempts(tx, ids);
  await forgetOrders(tx, ids);
  await forgetWhatIsSaid(tx, [...ids, ...attempts]);
}

/** What was written, told, decided and worked on about things that go. */
async function forgetWhatIsSaid(tx: Tx, ids: Ids): Promise<void> {
  const all = [...ids, ...(await forgetProposals(tx, ids))];
  await forgetHistory(tx, all);
  await forgetItems(tx, all);
  await forgetNotes(tx, all);
  await forgetReminders(tx, all);
}
