import { describe, expect, it } from 'vitest';
import { staffRoutes as placeRoutes } from '#offer/places';
import { tasks as workTasks } from '#office/work-items';
import { randomCode } from '#platform/chance';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, askStaff, expectExactly, givenStaff } from '#testing';
import {
  act,
  arrangement,
  type Booked,
  bookingOf,
  examDate,
  givenBooking,
  givenConfirmed,
  paper,
  proposeDate,
  startPaying,
  useDesk,
  work,
} from '#testing/bookings-desk';

const desk = useDesk({ staffRoutes: placeRoutes });

const query = async (text: string, values: unknown[]) => (await databasePool().query(text, values)).rows;

type Paid = Booked & { sessionId: string; applicationId: string };

/** A paid booking of one exam, of which staff have not said where. */
async function givenPaid(booked?: Booked): Promise<Paid> {
  const confirmed = booked ?? (await givenConfirmed(desk));
  const { tradeNo } = await startPaying(confirmed);
  await desk.bank.settle(tradeNo, 'paid');
  await work();
  const [row] = await query('select id, session_id from application where booking_id = $1', [confirmed.bookingId]);
  return { ...confirmed, sessionId: String(row?.['session_id']), applicationId: String(row?.['id']) };
}

/** How the family was told that the place has changed: the channels, once for each time. */
const toldElsewhere = async ({ applicationId }: Paid) =>
  (
    await query(`select channel from message where object_id = $1 and kind = 'venueChanged' order by channel`, [
      applicationId,
    ])
  ).map(({ channel }) => String(channel));

const nameVenue = (paid: Paid, venueId = paid.product.venueId, place = 'Room 3') =>
  act(paid, 'nameVenues', { papers: [{ sessionId: paid.sessionId, venueId, place }] });

const planned = async ({ applicationId }: Paid) =>
  (
    await query(`select from graphile_worker.jobs where task_identifier = 'letters.plan' and key = $1`, [
      `letter:${applicationId}`,
    ])
  ).length;

/** What is on the board about it a fortnight before the exam. */
async function waiting({ bookingId }: Paid) {
  await desk.moveTo('2026-12-10T04:00:00.000Z');
  await workTasks['workItems.sweep']?.({});
  return await query(`select kind, object_kind, label from work_item where object_id = $1 and closed_at is null`, [
    bookingId,
  ]);
}

describe('the venue of a paid booking', () => {
  it('is named by staff: on Today until then, for the family at once, and the letter follows [R-68 R-72]', async () => {
    const paid = await givenPaid();
    const before = await waiting(paid);
    // Later than what was done before, and while everybody is signed in.
    await desk.moveTo('2026-11-20T04:20:00.000Z');
    const [letterBefore] = await query('select letter_version from application where id = $1', [paid.applicationId]);

    const { status, text, body } = await nameVenue(paid);
    const [session] = await query(
      'select venue_id, letter_version from exam_session join application on session_id = exam_session.id where exam_session.id = $1',
      [paid.sessionId],
    );

    expect(status, text).toBe(200);
    const { code } = await bookingOf(paid);
    expect(before).toEqual([{ kind: 'venueMissing', object_kind: 'booking', label: `${String(code)} ${examDate}` }]);
    expect(session).toEqual({
      venue_id: paid.product.venueId,
      letter_version: Number(letterBefore?.['letter_version']) + 1,
    });
    expect(await planned(paid)).toBe(1);
    expect(body['movableExams']).toMatchObject([{ venueId: paid.product.venueId, place: 'Room 3' }]);
    const page = await bookingOf(paid);
    expect(page['subjectInfos']).toMatchObject([
      { testDate: examDate, venue: { name: expect.stringContaining('Room 3') } },
    ]);
    const events = page['timeline'] as { event: string }[];
    expect(events.at(-1)?.event).toBe('nameVenues');
    expect(await waiting(paid)).toEqual([]);
  });

  it('is named with its room wherever the exam is: on its page, its order, in the calendar and at the desk [R-68 C38]', async () => {
    const paid = await givenPaid();
    const { orderId } = await bookingOf(paid);
    await nameVenue(paid, paid.product.venueId, ' Room 4 ');

    const page = await ask(paid.browser, 'application.get', { params: { id: paid.applicationId } });
    const order = await ask(paid.browser, 'order.get', { params: { id: String(orderId) } });
    const calendar = await ask(paid.browser, 'application.calendarFile', { params: { id: paid.applicationId } });
    const [place] = await query('select venue_name_en from session_place where session_id = $1', [paid.sessionId]);

    expect(page.body['examInfo']).toMatchObject({ venue: { name: expect.stringMatching(/\S Room 4$/) } });
    expect(order.body['orderItems']).toMatchObject([{ venue: { name: expect.stringMatching(/\S Room 4$/) } }]);
    expect(calendar.text).toContain('Room 4');
    expect(place?.['venue_name_en']).toMatch(/\S Room 4$/);
  });

  it('may be another one later, of which the family is told, until the exam begins [R-68 C39]', async () => {
    const paid = await givenPaid();
    await nameVenue(paid);
    await nameVenue(paid, undefined, 'room-3');
    const before = await toldElsewhere(paid);

    const changed = await nameVenue(paid, paid.product.venueId, 'Room 4');
    await desk.moveTo(`${examDate}T02:00:00.000Z`);
    const officer = await givenStaff(desk.server.consoleUrl, {
      roles: ['examOfficer'],
      offices: [paid.product.officeId],
    });
    const late = await nameVenue({ ...paid, officer });

    expect(changed.body['movableExams']).toMatchObject([{ place: 'Room 4' }]);
    // Where there was none before, letter and reminder tell the place; a place that was told is not left as the last word.
    expect([before, await toldElsewhere(paid)]).toEqual([[], ['sms']]);
    expect(late.body['code']).toBe('ILLEGAL_STATE');
  });

  it('is one of the city of the exam, and of no other booking at that time [C38]', async () => {
    const [paid, elsewhere] = [await givenPaid(), await givenPaid()];
    const asked = await givenBooking(desk, paid.product);
    await act(asked, 'confirm', { arrangement: arrangement(paid.product) });
    const neighbour = await givenPaid(asked);
    await nameVenue(neighbour);

    const answers = [await nameVenue(paid, elsewhere.product.venueId), await nameVenue(paid)];
    const foreign = await nameVenue({ ...paid, sessionId: neighbour.sessionId });
    const inNextRoom = await nameVenue(paid, paid.product.venueId, 'Room 4');

    await nameVenue(neighbour, undefined, 'Room 6, Desk 5');
    const written = [];
    for (const place of ['Room 6 Desk 5', 'Desk 05, room6', 'Ｒｏｏｍ　６、Desk\u200B5', 'Room 65', 'Room 5, Desk 6'])
      written.push((await nameVenue(paid, undefined, place)).status);

    expect(written).toEqual([412, 412, 412, 200, 200]);
    expect(answers.map(({ body }) => body['fieldCodes'])).toEqual([
      { 'papers.0.venueId': 'ARRANGEMENT_PLACE' },
      { 'papers.0.venueId': 'SLOT_TAKEN' },
    ]);
    expect([foreign.body['code'], inNextRoom.status]).toEqual(['ILLEGAL_STATE', 200]);
  });

  it('is not named while the family is asked about another date, for the answer would undo it', async () => {
    const paid = await givenPaid();
    await proposeDate(paid, '2026-12-28');

    expect((await nameVenue(paid)).body['code']).toBe('ILLEGAL_STATE');
  });

  it('named by two at once is that of one of them, and the other is told [S-1]', async () => {
    const paid = await givenPaid();

    // Both saw the booking before either wrote.
    const { body: seen } = await askStaff(paid.officer, 'bookings.get', { params: { id: paid.bookingId } });
    const { sessionId, product } = paid;
    const nameRoom = (place: string) =>
      act(paid, 'nameVenues', { version: seen['version'], papers: [{ sessionId, venueId: product.venueId, place }] });

    const answers = await Promise.all(['Room 1', 'Room 2'].map(nameRoom));

    const codes = answers.map(({ status, body }) => (status === 200 ? 'named' : String(body['code']))).toSorted();
    expectExactly(codes).toEqual(['VERSION_CONFLICT', 'named']);
  });

  it('is for staff of its office alone [T8]', async () => {
    const [paid, stranger] = [await givenPaid(), await givenConfirmed(desk)];
    const papers = [{ sessionId: paid.sessionId, venueId: paid.product.venueId }];

    const { body } = await askStaff(stranger.officer, 'bookings.nameVenues', {
      params: { id: paid.bookingId },
      body: { version: 1, papers },
    });

    expect(body['code']).toBe('NOT_FOUND');
  });
});

/** The arrangement of a booking with its paper at the venue of its product. */
const atVenue = ({ product }: Booked) => ({
  arrangement: arrangement(product, { papers: [paper(product, { venueId: product.venueId })] }),
});

/** What an officer hears who puts the venue, or the city, of a booking out of use. */
async function closing({ officer, product: { venueId, cityId, officeId } }: Booked, place: 'venue' | 'city') {
  const body = { version: 1, code: randomCode(8), nameEn: 'Beijing', nameZh: '北京', status: 'Inactive' };
  const address = { addressEn: '1 River Road', addressZh: '滨河路 1 号', rooms: [] };
  const answer =
    place === 'city'
      ? await askStaff(officer, 'places.saveCity', { body: { ...body, id: cityId, officeId } })
      : await askStaff(officer, 'places.saveVenue', { body: { ...body, ...address, id: venueId, cityId } });
  return answer.body['code'] ?? answer.status;
}

/** How many exams an officer sees to come at the venue of a booking. */
const toCome = async ({ officer, product: { venueId } }: Booked) =>
  (await askStaff(officer, 'places.venue', { params: { id: venueId } })).body['sessionsToCome'];

/** A booking that is to be paid, with its paper at the venue of its product. */
async function givenAtVenue(): Promise<Booked> {
  const booked = await givenBooking(desk);
  await act(booked, 'confirm', atVenue(booked));
  return booked;
}

describe('the venue and the city of a booking that is to be paid', () => {
  it('stay in use until it is arranged elsewhere, or has ended [R-89 C38]', async () => {
    const booked = await givenAtVenue();
    const { bookingId } = booked;
    const heard = [await closing(booked, 'venue'), await closing(booked, 'city')];
    await query(`update booking set status = 'Processing' where id = $1`, [bookingId]);
    heard.push(await closing(booked, 'venue'), await closing(booked, 'city'));
    await query(`update booking set status = 'Confirming' where id = $1`, [bookingId]);

    await act(booked, 'update', { arrangement: arrangement(booked.product) });
    const elsewhere = [await closing(booked, 'venue'), await closing(booked, 'city')];
    await ask(booked.browser, 'booking.cancel', { body: { bookingId, reason: 'We shall be abroad.' } });

    expect(heard).toEqual(['VENUE_IN_USE', 'CITY_IN_USE', 'VENUE_IN_USE', 'CITY_IN_USE']);
    expect(elsewhere).toEqual([200, 'CITY_IN_USE']);
    expect(await closing(booked, 'city')).toBe(200);
  });

  it('stay in use while its order may be paid, and not for an order that has been given up [R-89]', async () => {
    const booked = await givenAtVenue();
    const { bookingId } = booked;
    const { body } = await ask(booked.browser, 'order.placeForBooking', { query: { id: bookingId } });
    const ordered = [await closing(booked, 'venue'), await closing(booked, 'city')];

    await ask(booked.browser, 'order.giveUp', { params: { id: String(body['id']), status: 'PaymentExpired' } });
    await ask(booked.browser, 'booking.cancel', { body: { bookingId, reason: 'We shall be abroad.' } });

    expect(ordered).toEqual(['VENUE_IN_USE', 'CITY_IN_USE']);
    expect([await closing(booked, 'venue'), await closing(booked, 'city')]).toEqual([200, 200]);
  });

  it('stay in use once it is paid, and it is one exam to come at its venue before and after [R-89]', async () => {
    const booked = await givenAtVenue();
    const before = await toCome(booked);

    const paid = await givenPaid(booked);

    expect([await closing(paid, 'venue'), await closing(paid, 'city')]).toEqual(['VENUE_IN_USE', 'CITY_IN_USE']);
    expect([before, await toCome(paid)]).toEqual([1, 1]);
  });

  it('may go out of use once its exam is over [R-89]', async () => {
    const booked = await givenAtVenue();
    await query(
      `update booking_paper set starts_at = app_now() - interval '2 hours', ends_at = app_now() where venue_id = $1`,
      [booked.product.venueId],
    );

    expect([await closing(booked, 'venue'), await closing(booked, 'city')]).toEqual([200, 200]);
  });

  it.each(['venue', 'city'] as const)('are not named while the %s is put out of use [R-89 S-1]', async (place) => {
    const booked = await givenBooking(desk);
    const { venueId, cityId } = booked.product;
    const officer = await databasePool().connect();
    await officer.query('begin');
    await officer.query(`update ${place} set status = 'Inactive' where id = any($1)`, [[venueId, cityId]]);

    const confirming = act(booked, 'confirm', atVenue(booked));
    try {
      await expect.poll(locksAwaited).toBe(1);
    } finally {
      await officer.query('commit');
      officer.release();
    }

    expect((await confirming).body).toMatchObject({
      code: 'ARRANGEMENT_INCOMPLETE',
      fieldCodes: { [`papers.0.${place}Id`]: 'ARRANGEMENT_PLACE' },
    });
  });
});
