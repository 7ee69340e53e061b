import { bookingStatuses } from '@exam/contract/entities';
import type { FormCode } from '@exam/contract/forms';
import { wire } from '@exam/contract/wire';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { loadKnownForms } from '#offer/catalogue';
import { databasePool, inTransaction } from '#platform/database';
import { createBrowser } from '#testing/app';
import { ask, askStaff, givenSignedIn, givenStaff } from '#testing';
import {
  act,
  arrangement,
  type BookedProduct,
  bookingOf,
  expected,
  givenBooking,
  givenConfirmed,
  givenPerson,
  givenProduct,
  lastMoment,
  paper,
  request,
  useDesk,
} from '#testing/bookings-desk';

const desk = useDesk();
let product: BookedProduct;
beforeAll(async () => {
  product = await givenProduct();
});

/** Makes a product ask for a form. */
async function givenForm({ productId }: BookedProduct, number: FormCode) {
  await inTransaction(loadKnownForms);
  await databasePool().query(
    `update product set form_template_id = (select id from form_template where number = $2 order by version desc limit 1) where id = $1`,
    [productId, number],
  );
}

async function submit(changes: object = {}, of: BookedProduct = product, dob?: string) {
  const browser = await givenSignedIn(desk.server.url);
  const candidateId = await givenPerson(browser, dob);
  return await ask(browser, 'booking.submit', { body: request(of, candidateId, changes) });
}

describe('asking for a booking', () => {
  it('leaves a task for staff, an acknowledgement and the evidence of consent [9.3#1 call:POST /api/booking field:Booking.bookingId field:Booking.bookingStatus field:Booking.processStatus field:Booking.expectTestDate field:Booking.expectExamMonth field:Booking.haveValidOrder field:BookingRequest.expectTestDate]', async () => {
    const { bookingId, ...booked } = await givenBooking(desk);

    const shown = await bookingOf({ ...booked, bookingId });
    const rows = async (text: string) => (await databasePool().query(text, [bookingId])).rows;
    expect(shown).toMatchObject({
      processStatus: 'Initiated',
      pendingPaymentStatus: null,
      bookingStatus: 'Submitted',
      expectTestDate: expected,
      expectExamMonth: '2026-12',
      amount: null,
      haveValidOrder: false,
      canPay: false,
      canReject: false,
      canCancel: true,
    });
    expect(shown['code']).toMatch(/^B261120[0-9A-Z]{5}$/);
    expect(await rows('select kind from work_item where object_id = $1 and closed_at is null')).toEqual([
      { kind: 'bookingToPrice' },
    ]);
    expect(await rows('select distinct kind from message where object_id = $1')).toEqual([
      { kind: 'bookingSubmitted' },
    ]);
    expect(await rows('select statement_id from consent where booking_id = $1')).toHaveLength(4);
  });

  it('of a child is shown with product, office, form, guardian and pickup person, until the day asked for is past [R-30 field:BookingRequest.registrationForm field:BookingRequest.applicationGuardian field:BookingRequest.applicationPickupPerson field:Booking.productEn field:Booking.productCn field:Booking.officeEn field:Booking.officeCn field:Booking.templateNumber field:Booking.candidate field:Booking.guardian field:Booking.pickUpPerson field:Booking.registrationForm field:Booking.isExpectedExpired]', async () => {
    const asked = await givenProduct();
    await givenForm(asked, 'rt1009');
    const browser = await givenSignedIn(desk.server.url);
    const grandmother = { name: '李秀英', idType: 'IDCard', idNo: '11010519491231002X', mobile: '13900139000' };
    const answers = { courseCodes: ['MA101'], specialArrangement: { yes: false } };
    const { body, text } = await ask(browser, 'booking.submit', {
      body: request(asked, await givenPerson(browser, '2016-05-04'), {
        leaveAlone: false,
        registrationForm: JSON.stringify(answers),
        applicationGuardian: {
          name: '王建国',
          idType: 'Passport',
          idNo: 'G12345678',
          mobile: '13800138000',
          type: 'Father',
        },
        applicationPickupPerson: grandmother,
      }),
    });
    expect(text).toContain('bookingId');
    const own = { browser, bookingId: String(body['bookingId']) };
    const shown = await bookingOf(own);

    expect(shown).toMatchObject({
      productEn: 'University exam',
      productCn: '大学考试',
      officeEn: 'Beijing',
      officeCn: '北京',
      templateNumber: 'rt1009',
      candidate: { lastName: 'WANG', idNo: expect.stringMatching(/\*/) },
      guardian: { name: expect.stringContaining('王') },
      [wire.fields.pickupPersonOfBooking]: { name: expect.stringContaining('李') },
      payEndDate: null,
      isExpectedExpired: false,
    });
    const form = shown['registrationForm'] as { templateVersion: number; json: string };
    expect([form.templateVersion, JSON.parse(form.json)]).toEqual([1, answers]);
    await desk.moveTo('2026-12-22T04:00:00.000Z');
    const later = await givenSignedIn(desk.server.url);
    await databasePool().query('update booking set account_id = $2 where id = $1', [own.bookingId, later.accountId]);
    expect(await bookingOf({ ...own, browser: later })).toMatchObject({ isExpectedExpired: true });
  });

  it('keeps the person sealed and shows them masked [T6 R-26]', async () => {
    const booked = await givenBooking(desk);
    const { rows } = await databasePool().query<{ row: string }>(
      'select booking::text as row from booking where id = $1',
      [booked.bookingId],
    );
    const shown = JSON.stringify(await bookingOf(booked));

    expect(rows[0]?.row).not.toMatch(/E\d{8}/);
    expect(shown).not.toMatch(/E\d{8}/);
  });

  it('is refused when the product changed since its notice was read, and when it is another form [R-57 9.3#1 field:BookingRequest.registrationTemplateId field:BookingRequest.productLastModifiedOn]', async () => {
    const changed = await submit({ productLastModifiedOn: '2026-10-31T00:00:00.000Z' });
    const other = await submit({ registrationTemplateId: product.officeId });

    expect([changed.body['code'], other.body['code']]).toEqual(['PRODUCT_CHANGED', 'PRODUCT_CHANGED']);
  });

  it('is refused for a date that is too near, too far, closed or none [R-67 9.3#1 field:BookingRequest.productId]', async () => {
    const strict = await givenProduct({ isSurchargeAllowed: false });
    const codes = [
      (await submit({ expectTestDate: '2026-12-17' })).body['code'],
      (await submit({ expectTestDate: '2027-02-21' })).body['code'],
      (await submit({ expectTestDate: '2026-12-19' }, strict)).body['code'],
      (await submit({ expectTestDate: '2026-02-30' })).body['code'],
    ];

    expect(codes.slice(0, 3)).toEqual(['SERVICE_DATE_CLOSED', 'SERVICE_DATE_CLOSED', 'SERVICE_DATE_CLOSED']);
    expect(codes[3]).toBe('FIELDS');
  });

  it('is refused when its month or window contradicts the date asked for [R-67 form:rt1001.expectedMonth form:rt1005.windowFrom form:rt1005.windowTo]', async () => {
    const contact = { universityContact: 'Dr Ada Byron', contactEmail: 'exams@uni.example' };
    const confirmed = { approvalObtained: true, feeUnderstood: true };
    const school = { schoolContact: 'Ms Hopper', contactEmail: 'a@school.example', registeredAs: ['SameName'] };
    const [university, entrance] = [await givenProduct(), await givenProduct()];
    await givenForm(university, 'rt1001');
    await givenForm(entrance, 'rt1005');
    const fieldsOf = async (of: BookedProduct, answers: object) =>
      (await submit({ registrationForm: JSON.stringify(answers) }, of)).body['fieldCodes'];
    const inMonth = (expectedMonth: string) => fieldsOf(university, { ...contact, ...confirmed, expectedMonth });
    const within = (windowFrom: string, windowTo: string) => fieldsOf(entrance, { ...school, windowFrom, windowTo });

    for (const month of ['2020-03', '2027-03'])
      expect(await inMonth(month)).toEqual({ 'registrationForm.expectedMonth': 'MONTH_OF_EXAM' });
    expect(await within('2020-05-01', '2020-05-31')).toEqual({
      'registrationForm.windowFrom': 'WINDOW_OF_EXAM',
      'registrationForm.windowTo': 'WINDOW_OF_EXAM',
    });
    expect([await inMonth(expected.slice(0, 7)), await within(expected, expected)]).toEqual([undefined, undefined]);
  });

  it('gives the last place of a day to one of two at once [R-67 ASVS-2.3.4]', async () => {
    const scarce = await givenProduct({ places: 1 });

    const answers = await Promise.all([submit({}, scarce), submit({}, scarce), submit({}, scarce)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    expect(answers.find(({ status }) => status === 412)?.body).toMatchObject({ code: 'SERVICE_DATE_FULL' });
  });

  it('needs consents, the confirmation and every step [9.3#1 R-34 ASVS-2.3.1]', async () => {
    const unticked = await submit({ consents: [] });
    const unconfirmed = await submit({ isInformationConfirmed: false });
    const skipped = await submit({ applicationSteps: [] });

    expect([unticked, unconfirmed, skipped].map(({ body }) => body['code'])).toEqual([
      'CONSENT_INCOMPLETE',
      'INFORMATION_NOT_CONFIRMED',
      'STEPS_INCOMPLETE',
    ]);
  });

  it('lets a child of ten not leave alone, and asks how a minor leaves [R-30 R-31]', async () => {
    const alone = await submit({ leaveAlone: true }, product, '2016-05-04');
    const silent = await submit({ leaveAlone: null }, product, '2012-05-04');
    const collected = await submit({ leaveAlone: false }, product, '2016-05-04');

    expect([alone.body['code'], silent.body['code'], collected.status]).toEqual([
      'FIELDS',
      'LEAVE_CHOICE_REQUIRED',
      200,
    ]);
  });

  it('for a candidate of another account answers as for one that nobody has, whatever else is wrong [T8 field:BookingRequest.applicationCandidate]', async () => {
    const foreign = await givenPerson(await givenSignedIn(desk.server.url));
    const browser = await givenSignedIn(desk.server.url);
    const about = (candidateId: string, changes: object = {}) =>
      ask(browser, 'booking.submit', { body: request(product, candidateId, changes) });

    const answers = [
      await about(foreign),
      await about(randomId()),
      await about(foreign, { expectTestDate: '2020-01-01' }),
      await about(randomId(), { productLastModifiedOn: '2026-10-31T00:00:00.000Z' }),
    ];

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      Array.from({ length: 4 }, () => [404, 'NOT_FOUND']),
    );
  });

  it('is nobody’s but the account’s own, read or changed [T8 T32]', async () => {
    const booked = await givenConfirmed(desk);
    const stranger = await givenSignedIn(desk.server.url);
    const body = { bookingId: booked.bookingId, reason: 'This is not mine.' };

    const answers = [
      await ask(stranger, 'booking.get', { params: { id: booked.bookingId } }),
      await ask(stranger, 'booking.applications', { params: { id: booked.bookingId } }),
      await ask(stranger, 'booking.reject', { body }),
      await ask(stranger, 'booking.cancel', { body }),
      await ask(stranger, 'order.placeForBooking', { query: { id: booked.bookingId }, body: {} }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await ask(createBrowser(desk.server.url), 'booking.search', { body: {} })).status).toBe(401);
  });
});

describe('the service dates', () => {
  it('are public and tell today in China [R-67 call:GET /api/product/{id}/office/{officeId}/booking-service-date field:BookingServiceDates.chinaNowDate]', async () => {
    const { status, body } = await ask(createBrowser(desk.server.url), 'product.bookingServiceDates', {
      params: { id: product.productId, officeId: product.officeId },
    });

    expect([status, body['chinaNowDate'], body['earliestDate'], body['latestDate']]).toEqual([
      200,
      '2026-11-20',
      '2026-12-18',
      '2027-02-20',
    ]);
  });

  it('follow what an office lays down, for its own days only [R-67 field:BookingServiceDates.date field:BookingServiceDates.status]', async () => {
    const params = { id: product.productId, officeId: product.officeId };
    const officer = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: [product.officeId] });
    const foreigner = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: [] });
    const range = {
      officeId: product.officeId,
      from: '2027-01-11',
      to: '2027-01-12',
      isOpen: false,
      note: 'Stocktaking',
    };
    const statusOn = async (date: string) => {
      const { text } = await ask(createBrowser(desk.server.url), 'product.bookingServiceDates', { params });
      const { dates } = JSON.parse(text) as { dates: { date: string; status: string }[] };
      return dates.find((each) => each.date === date)?.status;
    };

    const refused = await askStaff(foreigner, 'bookings.addServiceRange', { body: range });
    const added = await askStaff(officer, 'bookings.addServiceRange', { body: range });
    const closed = [await statusOn('2027-01-11'), await statusOn('2027-01-13')];
    const listed = await askStaff(officer, 'bookings.serviceRanges', { body: {} });
    const removed = await askStaff(officer, 'bookings.removeServiceRange', {
      params: { id: String(added.body['id']) },
      body: {},
    });

    expect([refused.status, added.status, removed.status]).toEqual([404, 200, 204]);
    expect(closed).toEqual(['Closed', 'Available']);
    expect(listed.body['list']).toMatchObject([{ from: '2027-01-11', note: 'Stocktaking' }]);
    expect(await statusOn('2027-01-11')).toBe('Available');
  });
});

describe('my bookings', () => {
  it('are found by each of eight values and All [R-61 call:POST /api/booking/search enum:BookingFilter.*]', async () => {
    const booked = await givenConfirmed(desk);
    const { browser } = booked;
    const body = (value: string) => ({ filters: [{ field: 'bookingStatus', value }] });
    const found: string[] = [];
    for (const [status, pending] of [
      ['Drafted', null],
      ['Confirming', null],
      ['Confirming', 'Rejected'],
      ['Confirming', 'Updated'],
      ['Processing', null],
      ['Completed', null],
      ['WithdrawnBeforeArrangement', null],
      ['CancelledBeforeArrangement', null],
    ]) {
      await databasePool().query('update booking set status = $2, pending = $3 where id = $1', [
        booked.bookingId,
        status,
        pending,
      ]);
      for (const value of bookingStatuses)
        if (Number((await ask(browser, 'booking.search', { body: body(value) })).body['recordCount']) === 1)
          found.push(value);
    }

    expect(found).toEqual([...bookingStatuses]);
    expect((await ask(browser, 'booking.search', { body: body('All') })).body).toMatchObject({ recordCount: 1 });
    expect((await ask(browser, 'booking.search', { body: body('Paid') })).status).toBe(400);
    for (const field of ['productId', 'expectExamMonth']) {
      const by = (value: string) => ask(browser, 'booking.search', { body: { filters: [{ field, value }] } });
      expect((await by('All')).body).toMatchObject({ recordCount: 1 });
      expect((await by('Bogus')).body).toMatchObject({ code: 'MALFORMED' });
    }
  });

  it('show the time left, the versions and what changed between them [R-66 R-71 call:GET /api/booking/{id} field:Booking.amount field:Booking.pendingPaymentStatus field:Booking.isExpired field:Booking.payEndDate]', async () => {
    const booked = await givenConfirmed(desk);
    const later = [paper(booked.product, { startTime: '14:00', endTime: '16:00' })];
    await act(booked, 'update', { arrangement: arrangement(booked.product, { papers: later, note: 'Room changed' }) });

    const shown = await bookingOf(booked);

    expect(shown).toMatchObject({
      version: 2,
      amount: 153_700,
      payEndDate: lastMoment,
      pendingPaymentStatus: 'Updated',
      canPay: true,
      isExpired: false,
    });
    expect(Number(shown['remainingPaySeconds'])).toBeGreaterThan(26 * 86_400 - 20_000);
    expect(shown['versions']).toMatchObject([
      {
        version: 2,
        note: 'Room changed',
        changes: [{ field: 'startTime', before: '09:00', after: '14:00' }, { field: 'endTime' }],
      },
      { version: 1, changes: [] },
    ]);
    expect(shown['process']).toMatchObject([
      { step: 'consent', state: 'done' },
      { step: 'submit', state: 'done' },
      { step: 'timetable', state: 'done' },
      { step: 'pay', state: 'current', due: '2026-12-16' },
      { step: 'letter', state: 'upcoming' },
    ]);
  });
});
