import { tasks } from '#testing/app';
import { databasePool } from '#platform/database';
import {
  ask,
  askStaff,
  expectExactly,
  givenSignedIn,
  givenStaff,
  givenVenue,
  type SignedIn,
  type SignedInStaff,
} from '#testing';
import { addToCart, payOrder, placeOrder } from './world.testing.ts';
import * as bookings from '#testing/bookings-desk';
import * as cancelling from '#testing/cancellations-desk';
import * as postTest from '#testing/post-test-desk';
import { startPaying } from '#testing/shopping';
import {
  type Act,
  count,
  givenOrdered,
  givenPaid,
  people,
  settled,
  type Row,
  several,
  soon,
  times,
  valueOf,
} from './crowd-stage.testing.ts';

const paymentsOf = (orderId: string) => count('payment where order_id = $1', [orderId]);

/** The worker's own question about a trade. */
const poll =
  (tradeNo: string): Act =>
  async () => {
    await tasks['payments.poll']?.({ tradeNo });
    return { status: 200, body: {} };
  };

/** What one payment, one booking, one cancellation and one request come to. */
export const paying: readonly Row[] = [
  {
    act: 'notification, poll, question and return page of one payment',
    scene: async (stage) => {
      const sale = await givenOrdered(stage);
      const tradeNo = await startPaying(sale);
      const settle: Act = async () => {
        await stage.bank.settle(tradeNo, 'paid');
        return { status: 200, body: {} };
      };
      const body = { orderId: sale.orderId };
      return {
        acts: [
          settle,
          ...times(12, () => ask(sale.browser, 'payment.query', { body })),
          ...times(12, () => ask(sale.browser, 'payment.returned', { body })),
          ...times(7, poll(tradeNo)),
        ],
        allowed: ['200', '204'],
        check: async () => {
          expectExactly(await paymentsOf(sale.orderId)).toBe(1);
          expectExactly(await count(`exam_order where id = $1 and status = 'PaymentSuccessful'`, [sale.orderId])).toBe(
            1,
          );
        },
      };
    },
  },
  {
    act: 'one order that is started to be paid again and again',
    scene: async (stage) => {
      const sale = await givenOrdered(stage);
      const body = { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' };
      return {
        acts: times(people, () => ask(sale.browser, 'payment.start', { body })),
        allowed: ['200', '412 PAYMENT_IN_PROGRESS', '412 ORDER_NOT_PAYABLE'],
        check: async () =>
          expectExactly(
            await count(`payment_attempt where order_id = $1 and status in ('Started', 'Accepted')`, [sale.orderId]),
          ).toBe(1),
      };
    },
  },
  {
    act: 'one booking submitted again and again',
    scene: async (stage) => {
      const product = await bookings.givenProduct();
      const browser = await givenSignedIn(stage.url);
      const body = bookings.request(product, await bookings.givenPerson(browser));
      const headers = { 'idempotency-key': 'one-press-of-the-button' };
      return {
        acts: times(people, () => ask(browser, 'booking.submit', { body, headers })),
        allowed: ['200', '409 IDEMPOTENCY_CONFLICT'],
        check: async () => expectExactly(await count('booking where account_id = $1', [browser.accountId])).toBe(1),
      };
    },
  },
  {
    act: 'the last two places of a day asked for by eight',
    scene: async (stage) => {
      const product = await bookings.givenProduct({ places: 2 });
      const asking = await several(8, async () => {
        const browser = await givenSignedIn(stage.url);
        return { browser, body: bookings.request(product, await bookings.givenPerson(browser)) };
      });
      return {
        acts: asking.map(({ browser, body }) => soon(() => ask(browser, 'booking.submit', { body }))),
        allowed: ['200', '412 SERVICE_DATE_FULL'],
        check: (heard) => expectExactly(heard.filter((each) => each === '200')).toHaveLength(2),
      };
    },
  },
  {
    act: 'bookings confirmed for one place of one venue',
    scene: async (stage) => {
      const product = await bookings.givenProduct();
      const booked = await several(8, () => bookings.givenBooking(stage, product));
      const papers = [bookings.paper(product, { venueId: product.venueId, place: '12' })];
      const confirm = (one: bookings.Booked) => () =>
        bookings.act(one, 'confirm', { arrangement: bookings.arrangement(product, { papers }) });
      return {
        acts: booked.flatMap((one) => times(4, confirm(one))),
        allowed: ['200', '409 VERSION_CONFLICT', '412 ILLEGAL_STATE', '412 SLOT_TAKEN', '412 FIELDS'],
        check: (heard) => expectExactly(heard.filter((each) => each === '200')).toHaveLength(1),
      };
    },
  },
  {
    act: 'a booking that is paid, given up and changed by staff',
    scene: async (stage) => {
      const booked = await bookings.givenConfirmed(stage);
      const { browser, bookingId } = booked;
      return {
        acts: [
          ...times(12, () => bookings.order(booked)),
          ...times(8, () => ask(browser, 'booking.cancel', { body: { bookingId, reason: 'We cannot come.' } })),
          ...times(8, () => bookings.act(booked, 'withdraw', { reason: 'The room is gone.' })),
          ...times(4, () => bookings.act(booked, 'extend', { payEndDate: bookings.lastMoment, reason: 'They asked.' })),
        ],
        allowed: ['200', '204', '404 NOT_FOUND', '409 VERSION_CONFLICT', '412 ILLEGAL_STATE', '412 FIELDS'],
      };
    },
  },
  {
    act: 'another date agreed to, declined, taken back and proposed anew',
    scene: async (stage) => {
      const booked = await bookings.givenConfirmed(stage);
      const { tradeNo } = await bookings.startPaying(booked);
      await stage.bank.settle(tradeNo, 'paid');
      await settled();
      const proposed = await bookings.proposeDate(booked, '2026-12-28');
      expectExactly(proposed.status, proposed.text).toBe(200);
      const { dateProposal } = await bookings.bookingOf(booked);
      const { id } = dateProposal as { id: string };
      return {
        acts: [
          ...times(8, () => bookings.answerDate(booked, id, true)),
          ...times(8, () => bookings.answerDate(booked, id, false)),
          ...times(8, () => bookings.act(booked, 'takeBackDate')),
          ...times(8, () => bookings.proposeDate(booked, '2026-12-30')),
        ],
        // While one is open no exam may be named.
        allowed: ['200', '204', '409 VERSION_CONFLICT', '412 ILLEGAL_STATE', '412 FIELDS'],
        check: async () => {
          const answer = await valueOf('select answer as value from booking_date_proposal where id = $1', [id]);
          const day = await valueOf(
            'select distinct exam_date::text as value from exam_session where booking_id = $1',
            [booked.bookingId],
          );
          expectExactly(`${answer} ${day}`).toMatch(/^(Agreed 2026-12-28|(Declined|TakenBack) 2026-12-23)$/);
        },
      };
    },
  },
  {
    act: 'a cancellation asked for, decided and taken back',
    scene: async (stage) => {
      const paid = await givenPaid(stage);
      const approver = await givenStaff(stage.consoleUrl, { roles: ['financeApprover', 'examOfficer'] });
      const one = { ...paid, sessionId: paid.exam.sessionId, productId: paid.exam.productId };
      const requestId = () =>
        valueOf('select request_id as value from cancellation_item where application_id = $1 order by is_open desc', [
          one.applicationId,
        ]);
      const decide = (what: 'approve' | 'reject') => async () =>
        askStaff(approver, `cancellations.${what}`, {
          params: { id: await requestId() },
          body: { version: 1, ...(what === 'reject' ? { reason: 'The papers do not show it.' } : {}) },
        });
      const takeBack = () =>
        ask(one.browser, 'application.takeBackCancellation', { params: { id: one.applicationId } });
      return {
        acts: [
          ...times(14, () => cancelling.request(one)),
          ...times(6, decide('approve')),
          ...times(6, decide('reject')),
          ...times(6, takeBack),
        ],
        allowed: [
          '200',
          '204',
          '404 NOT_FOUND',
          '409 VERSION_CONFLICT',
          '412 ILLEGAL_STATE',
          '412 CANCELLATION_NOT_POSSIBLE',
        ],
        check: async () => expectExactly((await stage.bank.trade(paid.tradeNo))?.refunds.length).toBeLessThanOrEqual(1),
      };
    },
  },
  {
    act: 'one refund approved by everybody',
    scene: async (stage) => {
      const paid = await givenPaid(stage);
      const one = { ...paid, sessionId: paid.exam.sessionId, productId: paid.exam.productId };
      await cancelling.request(one);
      const id = await valueOf('select request_id as value from cancellation_item where application_id = $1', [
        one.applicationId,
      ]);
      const approvers = await several(4, () => givenStaff(stage.consoleUrl, { roles: ['financeApprover'] }));
      const approve = (staff: SignedInStaff) => () =>
        askStaff(staff, 'cancellations.approve', { params: { id }, body: { version: 1 } });
      return {
        acts: approvers.flatMap((staff) => times(people / 4, approve(staff))),
        allowed: ['200', '204', '409 VERSION_CONFLICT', '412 ILLEGAL_STATE'],
        check: async (heard) => {
          expectExactly(heard.filter((each) => each.startsWith('2'))).toHaveLength(1);
          const trade = await stage.bank.trade(paid.tradeNo);
          expectExactly(trade?.refunds).toHaveLength(1);
        },
      };
    },
  },
  {
    act: 'one post-test request confirmed again and again',
    scene: async (stage) => {
      const asked = await postTest.givenDraft(stage);
      return {
        acts: times(people, () => postTest.confirm(asked)),
        allowed: ['200', '412 ILLEGAL_STATE', '404 NOT_FOUND'],
        check: async () =>
          expectExactly(await count('order_item where post_test_id = $1 or registration_id = $1', [asked.id])).toBe(1),
      };
    },
  },
  {
    act: 'letters of one order',
    scene: async (stage) => {
      const browser = await givenSignedIn(stage.url);
      const line = await addToCart(browser);
      await givenVenue(line.exam.sessionId);
      await payOrder(browser, stage.bank, await placeOrder(browser, line));
      await databasePool().query(
        `update exam_session set exam_date = exam_date - 56, starts_at = starts_at - interval '56 days',
           ends_at = ends_at - interval '56 days', publish_end_at = app_now() where id = $1`,
        [line.exam.sessionId],
      );
      await settled();
      return { acts: lettersOf(browser, line.applicationId), allowed: ['200'] };
    },
  },
];

function lettersOf(browser: SignedIn, applicationId: string): Act[] {
  return times(people, () => ask(browser, 'application.letter', { params: { applicationId } }));
}
