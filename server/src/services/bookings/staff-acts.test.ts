import { describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { ask, askStaff, findMarks, givenStaff } from '#testing';
import {
  act,
  arrangement,
  type Booked,
  bookingOf,
  examDate,
  givenBooking,
  givenProduct,
  givenConfirmed,
  givenPerson,
  lastMoment,
  order,
  paper,
  request,
  standing,
  useDesk,
  work,
} from '#testing/bookings-desk';

const desk = useDesk();

const confirm = (booked: Booked, changes: object = {}) =>
  act(booked, 'confirm', { arrangement: arrangement(booked.product, changes) });
const openItems = async (bookingId: string) =>
  (
    await databasePool().query<{ kind: string }>(
      'select kind from work_item where object_id = $1 and closed_at is null',
      [bookingId],
    )
  ).rows.map(({ kind }) => kind);
const told = async (bookingId: string) =>
  (
    await databasePool().query<{ kind: string }>(
      `select kind from message where object_id = $1 and channel = 'sms' order by created_at, id`,
      [bookingId],
    )
  ).rows.map(({ kind }) => kind);

describe('the desk', () => {
  it('lets one of two who confirm at once win and tells the other [9.3#3 S-1 C38]', async () => {
    const booked = await givenBooking(desk);
    const colleague = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: 'all' });
    const body = { version: 1, arrangement: arrangement(booked.product) };
    const send = (browser: typeof colleague) =>
      askStaff(browser, 'bookings.confirm', { params: { id: booked.bookingId }, body });

    const answers = await Promise.all([send(booked.officer), send(colleague)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect(await bookingOf(booked)).toMatchObject({ version: 1, processStatus: 'Confirming' });
  });

  it('takes, drafts and confirms; the candidate reads submitted until then, the task goes, the person is told, the audit knows [9.3#2 9.3#3 R-61]', async () => {
    const booked = await givenBooking(desk);
    await act(booked, 'take');
    const drafted = await act(booked, 'saveDraft', {
      draft: { papers: [{ subject: 'MATH' }], note: 'Ask for a room' },
    });
    const seen = await bookingOf(booked);

    const confirmed = await confirm(booked);
    await work({ sweep: false });

    expect(drafted.body).toMatchObject({
      processStatus: 'Drafted',
      draft: { note: 'Ask for a room' },
      takenBy: 'Ding Yi',
    });
    expect(seen['bookingStatus']).toBe('Submitted');
    expect(JSON.stringify(seen['timeline'])).not.toContain('saveDraft');
    expect(confirmed.body).toMatchObject({ processStatus: 'Confirming', amount: 153_700, draft: null });
    expect(await openItems(booked.bookingId)).toEqual([]);
    expect(await told(booked.bookingId)).toEqual(['bookingSubmitted', 'bookingConfirmed']);
    const { rows } = await databasePool().query('select action from audit_entry where object_id = $1 order by at, id', [
      booked.bookingId,
    ]);
    expect(rows.map((row: { action: string }) => row.action).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'bookings.confirm',
      'bookings.draft',
      'bookings.take',
    ]);
  });

  it('takes the last moment of R-65 and not a second more, until the restriction is lifted [R-65 9.3#3 9.3#15 field:Booking.isCancelPayRestriction]', async () => {
    const booked = await givenBooking(desk);
    const at = (second: string) => ({ payEndDate: `2026-12-16T${second}.000Z` });

    const late = await confirm(booked, at('09:00:01'));
    const exact = await confirm(booked, at('09:00:00'));
    const extended = await act(booked, 'extend', { ...at('09:00:01'), reason: 'A holiday abroad.' });
    await act(booked, 'liftRestriction', { reason: 'The university agreed.' });
    const lifted = await bookingOf(booked);
    const longer = await act(booked, 'extend', { ...at('09:00:01'), reason: 'A holiday abroad.' });

    expect([late.body['code'], exact.status, extended.body['code'], longer.status]).toEqual([
      'PAY_END_TOO_LATE',
      200,
      'PAY_END_TOO_LATE',
      200,
    ]);
    expect(lifted).toMatchObject({ isCancelPayRestriction: true, isExpired: false });
  });

  it('needs a reason for another price than the helper proposes, and stores the VAT that was set [3.2 5.4 field:Booking.subjectInfos]', async () => {
    const booked = await givenBooking(desk);
    const dear = { papers: [paper(booked.product, { localFee: 160_000, vat: 9_601 })] };

    const proposed = await askStaff(booked.officer, 'bookings.proposePrice', {
      params: { id: booked.bookingId },
      body: { testDate: '2026-12-26', startTime: '09:00', endTime: '11:00' },
    });
    const refused = await confirm(booked, dear);
    const asked = await confirm(booked, { ...dear, priceReason: 'Two invigilators.' });
    const colleague = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: 'all' });
    const [open] = asked.body['openProposals'] as { id: string }[];
    const confirmed = await askStaff(colleague, 'approvals.approve', { params: { id: String(open?.id) }, body: {} });

    expect(proposed.body).toMatchObject({ localFee: 167_000, vat: 10_020, isWeekend: true });
    expect(refused.body).toMatchObject({ code: 'PRICE_REASON_REQUIRED' });
    expect(confirmed.status).toBe(204);
    expect(await bookingOf(booked)).toMatchObject({ amount: 169_601 });
    expect((await bookingOf(booked))['subjectInfos']).toMatchObject([{ vat: 9_601, total: 169_601 }]);
  });

  it('gives one venue, place and time to one booking only, also to two at once [C38]', async () => {
    const first = await givenBooking(desk);
    const second = await givenBooking(desk, first.product);
    const placed = (changes: object = {}) => ({
      papers: [paper(first.product, { venueId: first.product.venueId, place: 'Room 1', ...changes })],
    });

    const answers = await Promise.all([
      confirm(first, placed()),
      confirm(second, placed({ startTime: '10:30', endTime: '12:30' })),
    ]);
    const loser = answers[0]?.status === 200 ? second : first;
    const speltOtherwise = await confirm(loser, placed({ place: ' ｒｏｏｍ  1 ' }));
    const elsewhere = await confirm(loser, placed({ place: 'Room 2' }));

    expect(speltOtherwise.body).toMatchObject({ code: 'SLOT_TAKEN' });
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)?.body).toMatchObject({ code: 'SLOT_TAKEN' });
    expect(elsewhere.status).toBe(200);
  });

  it('refuses incomplete papers, places of another office and the past [9.3#3]', async () => {
    const booked = await givenBooking(desk);
    const other = await givenBooking(desk);
    const withPaper = (changes: object) => confirm(booked, { papers: [paper(booked.product, changes)] });

    const fields = [
      await withPaper({ subject: ' ' }),
      await withPaper({ subject: 'MATH1001 微积分', subjectEn: ' ' }),
      await withPaper({ testDate: '2026-02-30' }),
      await withPaper({ endTime: '09:00' }),
      await withPaper({ cityId: other.product.cityId }),
      await withPaper({ venueId: other.product.venueId }),
      await withPaper({ testDate: '2026-11-19' }),
    ].map(({ status, body }) => `${status} ${String(body['code'])} ${Object.keys(body['fields'] ?? {}).join()}`);

    expect(fields).toEqual([
      '412 ARRANGEMENT_INCOMPLETE papers.0.subject',
      '412 ARRANGEMENT_INCOMPLETE papers.0.subjectEn',
      '400 MALFORMED ',
      '412 ARRANGEMENT_INCOMPLETE papers.0.endTime',
      '412 ARRANGEMENT_INCOMPLETE papers.0.cityId',
      '412 ARRANGEMENT_INCOMPLETE papers.0.venueId',
      '412 ARRANGEMENT_INCOMPLETE papers.0.testDate',
    ]);
    expect(await standing(booked)).toBe('Initiated/null');
  });

  it('carries the English title of a course to English readers, from the arrangement to the order and the exam [field:Booking.subjectInfos]', async () => {
    const booked = await givenBooking(desk);
    const titles = { subject: 'MATH1001 微积分', subjectEn: 'MATH1001 Calculus' };
    await confirm(booked, { papers: [paper(booked.product, titles)] });
    const placed = await order(booked);
    const { body: items } = await ask(booked.browser, 'application.search', { body: { pageIndex: 1, pageSize: 10 } });
    const applicationId = String((items['list'] as { applicationId: string }[])[0]?.applicationId);
    const read = async (language: string) => {
      const headers = { 'accept-language': language };
      const booking = await ask(booked.browser, 'booking.get', { params: { id: booked.bookingId }, headers });
      const shown = await ask(booked.browser, 'order.get', { params: { id: String(placed.body['id']) }, headers });
      const exam = await ask(booked.browser, 'application.get', { params: { id: applicationId }, headers });
      return [booking.body, shown.body, exam.body].map((body) =>
        Object.values(titles).filter((title) => JSON.stringify(body).includes(`"${title}"`)),
      );
    };

    expect(await read('en')).toEqual([['MATH1001 Calculus'], Object.values(titles), Object.values(titles)]);
    expect(await read('zh')).toEqual([['MATH1001 微积分'], Object.values(titles), Object.values(titles)]);
  });

  it('refuses a date on which a child could not leave as chosen [R-31 9.3#3]', async () => {
    const booked = await givenBooking(desk);
    // Turns eleven on 2026-12-22: may leave alone on the day after, not on the day before.
    const candidateId = await givenPerson(booked.browser, '2015-12-22');
    const changes = { leaveAlone: true, expectTestDate: '2026-12-24' };
    const answer = await ask(booked.browser, 'booking.submit', { body: request(booked.product, candidateId, changes) });
    const child = { ...booked, bookingId: String(answer.body['bookingId']) };

    const early = await confirm(child, {
      papers: [paper(booked.product, { testDate: '2026-12-21' })],
      payEndDate: '2026-12-14T09:00:00.000Z',
    });
    const later = await confirm(child, { papers: [paper(booked.product, { testDate: examDate })] });

    expect([answer.status, early.status, later.status]).toEqual([200, 412, 200]);
    expect(early.body['fieldCodes'] ?? early.body['fields']).toMatchObject({ 'papers.0.testDate': expect.anything() });
  });

  it('answers a rejection: task, new version, both notices [9.3#5 9.3#6 R-63 call:POST /api/booking/reject]', async () => {
    const booked = await givenConfirmed(desk);
    const placed = await order(booked);

    const rejected = await ask(booked.browser, 'booking.reject', {
      body: { bookingId: booked.bookingId, reason: 'I have another exam that day.' },
    });
    const waiting = await openItems(booked.bookingId);
    const paid = await order(booked);
    const reissued = await act(booked, 'reissue', { arrangement: arrangement(booked.product) });

    const shown = await ask(booked.browser, 'order.get', { params: { id: String(placed.body['id']) } });
    expect(rejected.body).toMatchObject({
      pendingPaymentStatus: 'Rejected',
      rejectReason: 'I have another exam that day.',
    });
    expect([waiting, shown.body['status'], paid.body['code']]).toEqual([
      ['bookingRejected'],
      'PaymentExpired',
      'ILLEGAL_STATE',
    ]);
    expect(reissued.body).toMatchObject({ pendingPaymentStatus: 'Updated' });
    expect(await openItems(booked.bookingId)).toEqual([]);
    expect(await told(booked.bookingId)).toEqual([
      'bookingSubmitted',
      'bookingConfirmed',
      'bookingRejected',
      'bookingUpdated',
    ]);
  });

  it('withdraws with a reason that its owner reads, and ends the open order [9.3#12 R-64 field:Booking.withdrawReason]', async () => {
    const booked = await givenConfirmed(desk);
    const placed = await order(booked);

    await act(booked, 'withdraw', { reason: 'The university cancelled the exam.' });

    const shown = await ask(booked.browser, 'order.get', { params: { id: String(placed.body['id']) } });
    expect(await bookingOf(booked)).toMatchObject({
      bookingStatus: 'Withdrawn',
      withdrawReason: 'The university cancelled the exam.',
    });
    expect(shown.body['status']).toBe('PaymentExpired');
    expect(await told(booked.bookingId)).toContain('bookingWithdrawn');
  });

  it('keeps why somebody rejected or cancelled sealed, and in no other place [T31]', async () => {
    const reject = await givenConfirmed(desk);
    const cancel = await givenConfirmed(desk);
    const [rejected, cancelled] = ['骨折住院 BROKENLEG', '住院治疗 INHOSPITAL'];

    await ask(reject.browser, 'booking.reject', { body: { bookingId: reject.bookingId, reason: rejected } });
    await ask(cancel.browser, 'booking.cancel', { body: { bookingId: cancel.bookingId, reason: cancelled } });

    const places = (await findMarks(['BROKENLEG', 'INHOSPITAL'])).map(({ table, column }) => `${table}.${column}`);
    expect(places.toSorted()).toEqual(['booking.cancel_reason_sealed', 'booking.reject_reason_sealed']);
    expect(await bookingOf(reject)).toMatchObject({ rejectReason: rejected });
    expect(await bookingOf(cancel)).toMatchObject({ cancelReason: cancelled });
    const page = await askStaff(reject.officer, 'bookings.get', { params: { id: reject.bookingId } });
    expect(page.text).toContain(rejected);
  });

  it('asks every rejection and cancellation for a reason of five signs [2-rules 5]', async () => {
    const booked = await givenConfirmed(desk);
    const body = { bookingId: booked.bookingId, reason: ' no ' };

    const rejected = await ask(booked.browser, 'booking.reject', { body });
    const cancelled = await ask(booked.browser, 'booking.cancel', { body });

    expect([rejected.body['code'], cancelled.body['code']]).toEqual(['BOOKING_REASON', 'BOOKING_REASON']);
  });

  it('does not know the bookings of other offices, and masks people [T32 field:BookingRequest.officeId]', async () => {
    const booked = await givenConfirmed(desk);
    const foreigner = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: [] });
    const params = { id: booked.bookingId };

    const got = await askStaff(foreigner, 'bookings.get', { params });
    const withdrawn = await askStaff(foreigner, 'bookings.withdraw', {
      params,
      body: { version: 2, reason: 'Not ours at all.' },
    });
    const listed = await askStaff(foreigner, 'bookings.search', { body: {} });
    const own = await askStaff(booked.officer, 'bookings.search', {
      body: { bookingStatus: 'ToBeConfirmed', remainingDays: 60 },
    });
    const near = await askStaff(booked.officer, 'bookings.search', { body: { remainingDays: 3 } });

    expect([got.status, withdrawn.status]).toEqual([404, 404]);
    expect([listed, own, near].map(({ body }) => body['recordCount'])).toEqual([0, 1, 0]);
    expect((await askStaff(booked.officer, 'bookings.get', { params })).text).not.toMatch(/E\d{8}/);
  });

  it('are listed by their account and by the person, those of others not', async () => {
    const product = await givenProduct();
    const [booked, other] = [await givenBooking(desk, product), await givenBooking(desk, product)];
    const { rows } = await databasePool().query<{ accountId: string; candidateId: string }>(
      'select account_id as "accountId", candidate_id as "candidateId" from booking where id = $1',
      [booked.bookingId],
    );

    for (const of of [{ accountId: rows[0]?.accountId }, { candidateId: rows[0]?.candidateId }]) {
      const { text } = await askStaff(booked.officer, 'bookings.search', { body: of });
      expect(text).toContain(booked.bookingId);
      expect(text).not.toContain(other.bookingId);
    }
  });
});

describe('time', () => {
  it('lets a booking be ordered until a second before its pay end, not at it [R-66 9.3#7 error:sentence.Application_or_booking_expired]', async () => {
    const booked = await givenConfirmed(desk);
    const other = await givenConfirmed(desk);

    await desk.moveTo('2026-12-16T08:59:50.000Z');
    const inTime = await order(booked);
    await desk.moveTo(lastMoment);
    const late = await order(other);

    expect([inTime.status, late.body['code']]).toEqual([200, 'BOOKING_EXPIRED']);
    expect(await bookingOf(other)).toMatchObject({
      isExpired: true,
      canPay: false,
      canReject: true,
      remainingPaySeconds: 0,
    });
  });

  it('moves an open order with the pay end [9.3#15]', async () => {
    const booked = await givenConfirmed(desk, { payEndDate: '2026-12-10T09:00:00.000Z' });
    const placed = await order(booked);

    await act(booked, 'extend', { payEndDate: lastMoment, reason: 'The bank holiday.' });

    const shown = await ask(booked.browser, 'order.get', { params: { id: String(placed.body['id']) } });
    expect(shown.body).toMatchObject({ status: 'PaymentPending', paymentEndTime: lastMoment });
    expect(await told(booked.bookingId)).toContain('bookingExtended');
  });

  it('withdraws what is unpaid when the exam begins, not before [9.3#13]', async () => {
    const booked = await givenConfirmed(desk);
    await act(booked, 'liftRestriction', { reason: 'The university agreed.' });
    const placed = await order(booked);

    await desk.moveTo('2026-12-23T00:59:50.000Z');
    await work();
    const before = await standing(booked);
    await desk.moveTo('2026-12-23T01:00:00.000Z');
    await work();

    const shown = await ask(booked.browser, 'order.get', { params: { id: String(placed.body['id']) } });
    expect([before, await standing(booked)]).toEqual(['Confirming/null', 'WithdrawnBeforeArrangement/null']);
    expect(await bookingOf(booked)).toMatchObject({ withdrawReason: 'NotPaid' });
    expect(shown.body['status']).toBe('PaymentExpired');
  });

  it('gives up a request thirty days after its expected date [9.3#14]', async () => {
    const [booked, drafted] = [await givenBooking(desk), await givenBooking(desk)];
    await act(drafted, 'saveDraft', { draft: { papers: [] } });

    await desk.moveTo('2027-01-19T15:59:50.000Z');
    await work();
    const before = await standing(booked);
    await desk.moveTo('2027-01-19T16:00:00.000Z');
    await work();

    expect([before, await standing(booked)]).toEqual(['Initiated/null', 'WithdrawnBeforeArrangement/null']);
    expect(await bookingOf(booked)).toMatchObject({ withdrawReason: 'ExpectedDatePassed' });
    expect(await standing(drafted)).toBe('WithdrawnBeforeArrangement/null');
    expect(await openItems(booked.bookingId)).toEqual([]);
  });

  it('reminds once of an end of payment two days ahead [C39]', async () => {
    const booked = await givenConfirmed(desk);
    await work();
    const early = await told(booked.bookingId);

    await desk.moveTo('2026-12-14T09:00:01.000Z');
    await work();
    await work();

    expect(early).not.toContain('bookingExpiring');
    expect((await told(booked.bookingId)).filter((kind) => kind === 'bookingExpiring')).toEqual(['bookingExpiring']);
  });
});
