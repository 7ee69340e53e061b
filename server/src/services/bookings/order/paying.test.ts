import { afterEach, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { noteProgress } from '#checkout/orders';
import { databasePool, inTransaction, reading } from '#platform/database';
import { ask, givenCartLine, givenExam, givenStaff } from '#testing';
import {
  act,
  arrangement,
  type Booked,
  bookingOf,
  examDate,
  givenBooking,
  givenConfirmed,
  lastMoment,
  order,
  paper,
  standing,
  startPaying,
  useDesk,
  work,
} from '#testing/bookings-desk';

const desk = useDesk();
afterEach(async () => {
  await desk.bank.fault('gateway', { mode: 'ok' });
  await desk.bank.fault('notify', { mode: 'ok' });
});

const problems = () => reading(readBooksProblems);
const papers = async (bookingId: string) =>
  (await databasePool().query<{ status: string }>('select status from application where booking_id = $1', [bookingId]))
    .rows;

/** The status of its order when the worker has run at a moment. */
async function orderAt(moment: string, { browser, bookingId }: Booked): Promise<unknown> {
  await desk.moveTo(moment);
  await work();
  const { rows } = await databasePool().query<{ id: string }>(
    `select distinct item.order_id as id from order_item item join application on application.id = item.application_id
     where application.booking_id = $1`,
    [bookingId],
  );
  return (await ask(browser, 'order.get', { params: { id: rows[0]?.id ?? '' } })).body['status'];
}

describe('paying a booking', () => {
  it('makes one application of each paper and registers them as one set with letters [9.2#1 9.2#2 9.3#7 9.3#10 R-70 call:GET /api/booking/{id}/application/search]', async () => {
    const booked = await givenConfirmed(desk);
    const two = [
      paper(booked.product),
      paper(booked.product, { subject: 'PHYS1002', startTime: '13:00', endTime: '15:00' }),
    ];
    await act(booked, 'update', { arrangement: arrangement(booked.product, { papers: two }) });

    const { orderId, tradeNo } = await startPaying(booked);
    const submitted = await papers(booked.bookingId);
    await desk.bank.settle(tradeNo, 'paid');

    const params = { id: booked.bookingId };
    const exams = await ask(booked.browser, 'booking.applications', { params });
    const listed = await ask(booked.browser, 'application.search', {
      body: { filters: [{ field: 'category', value: 'Booking' }] },
    });
    const shown = await ask(booked.browser, 'order.get', { params: { id: orderId } });
    expect(submitted.map(({ status }) => status)).toEqual(['Submitted', 'Submitted']);
    expect(await standing(booked)).toBe('Completed/null');
    expect(JSON.parse(exams.text)).toMatchObject([
      { subjectName: 'MATH1001 Calculus', examDate, applicationStatus: 'Registered' },
      { subjectName: 'PHYS1002', startTime: '13:00', applicationStatus: 'Registered' },
    ]);
    const { bookingId } = booked;
    expect(listed.body).toMatchObject({
      recordCount: 2,
      list: [
        { bookingId, papersInSet: 2 },
        { bookingId, papersInSet: 2 },
      ],
    });
    expect(
      (await ask(booked.browser, 'application.get', { params: { id: JSON.parse(exams.text)[0].applicationId } })).body,
    ).toMatchObject({ bookingId });
    expect(shown.body).toMatchObject({ category: 'Booking', status: 'PaymentSuccessful', payAmount: 307_400 });
    expect(await problems()).toEqual([]);
  });

  it('gives a letter of the booked paper from its day on, with its own name and venue [R-68 9.2#2]', async () => {
    const booked = await givenConfirmed(desk);
    const placed = [paper(booked.product, { venueId: booked.product.venueId, place: 'Room 3' })];
    await act(booked, 'update', { arrangement: arrangement(booked.product, { papers: placed }) });
    const { tradeNo } = await startPaying(booked);
    await desk.bank.settle(tradeNo, 'paid');
    const [exam] = JSON.parse(
      (await ask(booked.browser, 'booking.applications', { params: { id: booked.bookingId } })).text,
    );

    const early = await ask(booked.browser, 'application.letter', { params: { applicationId: exam.applicationId } });
    await desk.moveTo('2026-12-18T04:00:00.000Z');
    const letter = await ask(booked.browser, 'application.letter', { params: { applicationId: exam.applicationId } });
    const detail = await ask(booked.browser, 'application.get', { params: { id: exam.applicationId } });

    expect(early.status).toBe(412);
    expect([letter.status, letter.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(detail.body).toMatchObject({
      examInfo: { subjectName: 'MATH1001 Calculus', venue: { name: 'Chaoyang Test Centre Room 3' } },
    });
  });

  it('gives the open order again instead of a second one, also to ten at once [9.3#7]', async () => {
    const booked = await givenConfirmed(desk);

    const answers = await Promise.all(Array.from({ length: 10 }, () => order(booked)));

    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(await papers(booked.bookingId)).toHaveLength(1);
    expect(await bookingOf(booked)).toMatchObject({ haveValidOrder: true, orderId: answers[0]?.body['id'] });
  });

  it('asks for the stored price whatever the request says, and gives the order until the pay end [T10 R-45 call:POST /api/order/booking?id]', async () => {
    const booked = await givenConfirmed(desk);

    const cheap = await ask(booked.browser, 'order.placeForBooking', {
      query: { id: booked.bookingId },
      body: { amount: 1 },
    });
    const placed = await order(booked);
    const shown = await ask(booked.browser, 'order.get', { params: { id: String(placed.body['id']) } });

    expect(cheap.status).toBe(400);
    expect(placed.body).toMatchObject({ amount: 153_700, isNocharge: false });
    expect(shown.body).toMatchObject({ paymentEndTime: lastMoment, payAmount: 153_700 });
  });

  it('runs no clock before it is priced, then one to the earlier of its pay end and the last moment [C16 R-65 R-66]', async () => {
    const waiting = await givenBooking(desk);
    await desk.moveTo('2026-11-30T04:00:00.000Z');
    await work();
    const unpriced = await order(waiting);
    const stillOpen = await bookingOf(waiting);

    const early = '2026-12-10T09:00:00.000Z';
    const officer = await givenStaff(desk.server.consoleUrl);
    await act({ ...waiting, officer }, 'confirm', { arrangement: arrangement(waiting.product, { payEndDate: early }) });
    const placed = await order(waiting);
    const shown = await ask(waiting.browser, 'order.get', { params: { id: String(placed.body['id']) } });
    const before = await orderAt('2026-12-10T08:59:30.000Z', waiting);
    const after = await orderAt(early, waiting);

    expect([unpriced.status, stillOpen['bookingStatus']]).toEqual([412, 'Submitted']);
    expect(shown.body).toMatchObject({ paymentEndTime: early, status: 'PaymentPending' });
    expect([before, after]).toEqual(['PaymentPending', 'PaymentExpired']);
  });

  it('is not one of the five unpaid orders that a family may have [S-15]', async () => {
    const booked = await givenConfirmed(desk);
    await order(booked);
    const exam = await givenExam({ seats: 5 });

    const statuses: number[] = [];
    for (let placed = 0; placed < 5; placed++) {
      const line = await givenCartLine(booked.browser.accountId, exam);
      const body = { applicationIds: [line], totalPayAmount: 150_000 };
      statuses.push((await ask(booked.browser, 'order.place', { body })).status);
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  it('is Processing while the channel works on an accepted payment, and then neither rejected nor cancelled [9.3#8 R-62]', async () => {
    const booked = await givenConfirmed(desk);
    const { orderId } = await startPaying(booked);
    await accept(orderId);

    const reason = { bookingId: booked.bookingId, reason: 'The date does not suit.' };
    const rejected = await ask(booked.browser, 'booking.reject', { body: reason });
    const cancelled = await ask(booked.browser, 'booking.cancel', { body: reason });
    const updated = await act(booked, 'update', { arrangement: arrangement(booked.product) });

    expect(await standing(booked)).toBe('Processing/null');
    expect([rejected.status, cancelled.status, updated.status]).toEqual([412, 412, 412]);
    expect(await bookingOf(booked)).toMatchObject({ canPay: false, canReject: false, canCancel: false });
  });

  it('comes back where it stood when the accepted payment came to nothing, and can be paid again [9.3#9]', async () => {
    const booked = await givenConfirmed(desk);
    await act(booked, 'update', { arrangement: arrangement(booked.product) });
    const { orderId } = await startPaying(booked);
    await accept(orderId);
    const during = await standing(booked);

    await release(orderId);

    expect([during, await standing(booked)]).toEqual(['Processing/null', 'Confirming/Updated']);
    expect((await order(booked)).body['id']).toBe(orderId);
  });

  it('comes back as well when the accepted payment turns out to be of another sum [9.3#9 T15]', async () => {
    const booked = await givenConfirmed(desk);
    const { orderId, tradeNo } = await startPaying(booked);
    await accept(orderId);
    const during = await standing(booked);

    await desk.bank.settle(tradeNo, 'wrong-amount');

    expect([during, await standing(booked)]).toEqual(['Processing/null', 'Confirming/null']);
  });

  it('is completed from Processing too [9.3#10]', async () => {
    const booked = await givenConfirmed(desk);
    const { orderId, tradeNo } = await startPaying(booked);
    await accept(orderId);

    await desk.bank.settle(tradeNo, 'paid');

    expect(await standing(booked)).toBe('Completed/null');
    expect(await problems()).toEqual([]);
  });

  it('gives a second payment back in full and stays Completed [9.3#16 9.4#11 C21]', async () => {
    const booked = await givenConfirmed(desk);
    const { orderId, tradeNo } = await startPaying(booked);
    await desk.bank.settle(tradeNo, 'paid');

    await desk.bank.settle(tradeNo, 'twice');
    await work();

    expect(await standing(booked)).toBe('Completed/null');
    const { rows } = await databasePool().query('select cause, amount from refund where order_id = $1', [orderId]);
    expect(rows).toEqual([{ cause: 'doublePayment', amount: 153_700 }]);
    expect(await problems()).toEqual([]);
  });

  it('pays no arrangement but the last: money for an older one goes back [C38 S-3 9.3#4 9.2#3]', async () => {
    const booked = await givenConfirmed(desk);
    const { orderId, tradeNo } = await startPaying(booked);
    await desk.bank.settle(tradeNo, 'pending');
    const updated = await act(booked, 'update', { arrangement: arrangement(booked.product) });
    const stale = await ask(booked.browser, 'order.get', { params: { id: orderId } });
    const old = await papers(booked.bookingId);

    await desk.bank.settle(tradeNo, 'late');
    await work();
    const { rows } = await databasePool().query('select cause, amount from refund where order_id = $1', [orderId]);
    expect(rows).toEqual([{ cause: 'latePayment', amount: 153_700 }]);

    expect([updated.status, stale.body['status'], old]).toEqual([200, 'PaymentExpired', [{ status: 'Expired' }]]);
    expect(await standing(booked)).toBe('Confirming/Updated');
  });

  it('pays neither what was sent back to staff nor what is past its pay end: such money goes back [R-66 9.3#5 9.4#11]', async () => {
    const [rejected, expired] = [await givenConfirmed(desk), await givenConfirmed(desk)];
    const [one, other] = [await startPaying(rejected), await startPaying(expired)];
    for (const { tradeNo } of [one, other]) await desk.bank.settle(tradeNo, 'pending');
    await ask(rejected.browser, 'booking.reject', {
      body: { bookingId: rejected.bookingId, reason: 'The date does not suit.' },
    });
    await desk.moveTo(lastMoment);
    await work();

    for (const { tradeNo } of [one, other]) await desk.bank.settle(tradeNo, 'late');
    await work();

    const { rows } = await databasePool().query('select cause from refund where order_id = any($1::uuid[])', [
      [one.orderId, other.orderId],
    ]);
    expect(rows).toEqual([{ cause: 'latePayment' }, { cause: 'latePayment' }]);
    expect([await standing(rejected), await standing(expired)]).toEqual(['Confirming/Rejected', 'Confirming/null']);
  });

  it('can be given up and ordered anew [9.4#8 9.2#3]', async () => {
    const booked = await givenConfirmed(desk);
    const first = await order(booked);

    const given = await ask(booked.browser, 'order.giveUp', {
      params: { id: String(first.body['id']), status: 'PaymentExpired' },
    });
    const again = await ask(booked.browser, 'application.reorder', {
      query: { orderId: String(first.body['id']) },
      body: {},
    });
    const second = await order(booked);

    expect([given.status, again.status, second.status]).toEqual([200, 412, 200]);
    expect(second.body['id']).not.toBe(first.body['id']);
    expect(await standing(booked)).toBe('Confirming/null');
  });
});

/** The channel says that it has taken the payment and will say the result later. */
async function accept(orderId: string): Promise<void> {
  await progress(orderId, 'accept');
}

/** The channel says that nothing came of it. */
async function release(orderId: string): Promise<void> {
  await progress(orderId, 'close');
}

async function progress(orderId: string, event: 'accept' | 'close'): Promise<void> {
  const status = event === 'accept' ? 'Accepted' : 'Closed';
  await databasePool().query(
    `update payment_attempt set status = $2 where order_id = $1 and status in ('Started', 'Accepted')`,
    [orderId, status],
  );
  await inTransaction((tx) => noteProgress(tx, orderId));
}
