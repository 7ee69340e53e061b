import { describe, expect, it } from 'vitest';
import { keepFile, sendOwnFile, useFiles } from '#office/files';
import { databasePool, inTransaction } from '#platform/database';
import { askStaff, givenStaff, type SignedInStaff } from '#testing';
import { act, bookingOf, givenBooking, givenConfirmed, useDesk } from '#testing/bookings-desk';

const desk = useDesk();

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');
const uploaded = async ({ staff }: SignedInStaff) =>
  (await keepFile({ staffId: staff.id }, { content: pdf, fileName: 'timetable.pdf' })).id;

describe('the timetable of a booking', () => {
  it('is laid down by staff and read by its candidate [R-71 call:POST /api/staff/bookings/{id}/timetable]', async () => {
    const booked = await givenConfirmed(desk);
    const fileId = await uploaded(booked.officer);

    const answer = await act(booked, 'attachTimetable', { fileId });

    expect(answer.body['timetable']).toMatchObject({ id: fileId, fileName: 'timetable.pdf' });
    expect(await bookingOf(booked)).toMatchObject({ timetable: { id: fileId, fileName: 'timetable.pdf' } });
    const { rows } = await databasePool().query('select account_id from booking where id = $1', [booked.bookingId]);
    const owner: string = rows[0]?.account_id;
    expect((await sendOwnFile({ accountId: owner }, fileId)).content).toEqual(pdf);
    const saved = await askStaff(booked.officer, 'bookings.file', {
      params: { id: booked.bookingId, fileId },
      body: {},
    });
    expect(saved.text).toContain('%PDF-1.7');
  });

  it('is refused with a colleague’s file, at another office, and to who looked at an older version [T32 S-1]', async () => {
    const booked = await givenConfirmed(desk);
    const stranger = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: 'all' });
    const elsewhere = (await givenBooking(desk)).officer;
    const own = await uploaded(booked.officer);

    const ofColleague = await act(booked, 'attachTimetable', { fileId: await uploaded(stranger) });
    const params = { id: booked.bookingId };
    const atOther = await askStaff(elsewhere, 'bookings.attachTimetable', {
      params,
      body: { version: 1, fileId: own },
    });
    const stale = await askStaff(booked.officer, 'bookings.attachTimetable', {
      params,
      body: { version: 1, fileId: own },
    });

    expect([ofColleague.status, atOther.status, stale.status]).toEqual([404, 404, 409]);
    expect(await bookingOf(booked)).toMatchObject({ timetable: null });
  });
});

describe('a file that the candidate sent', () => {
  it('is saved for a reason only, which the audit keeps; the timetable needs none [T32 call:POST /api/staff/bookings/{id}/files/{fileId}]', async () => {
    const booked = await givenConfirmed(desk);
    const { accountId } = booked.browser;
    const { id: fileId } = await keepFile({ accountId }, { content: pdf, fileName: 'passport.pdf' });
    const objectId = booked.bookingId;
    await inTransaction((tx) => useFiles(tx, { accountId, ids: [fileId], usedBy: 'form', objectId }));
    const save = (body: object) =>
      askStaff(booked.officer, 'bookings.file', { params: { id: objectId, fileId }, body });

    const silent = await save({});
    const short = await save({ reason: 'why' });
    const saved = await save({ reason: 'The university asks for the passport.' });

    expect([silent.body['code'], short.status, saved.status]).toEqual(['BOOKING_REASON', 412, 200]);
    const { rows } = await databasePool().query(
      `select reason from audit_entry where object_id = $1 and action = 'bookings.document'`,
      [objectId],
    );
    expect(rows).toEqual([{ reason: 'The university asks for the passport.' }]);
  });
});

describe('an arrangement’s places', () => {
  it('are the cities of the booking’s own office, and nobody else’s to read', async () => {
    const booked = await givenBooking(desk);
    const elsewhere = (await givenBooking(desk)).officer;
    const params = { id: booked.bookingId };

    const own = await askStaff(booked.officer, 'bookings.places', { params });
    const other = await askStaff(elsewhere, 'bookings.places', { params });

    expect(own.body['cities']).toMatchObject([{ id: booked.product.cityId }]);
    expect(other.status).toBe(404);
  });

  it('and the choices of the desk are those of the reader’s offices', async () => {
    const booked = await givenBooking(desk);

    const { body } = await askStaff(booked.officer, 'bookings.choices');

    expect(body).toMatchObject({
      products: [{ id: booked.product.productId, officeIds: [booked.product.officeId] }],
      offices: [{ id: booked.product.officeId }],
    });
  });
});

describe('a booking at the desk', () => {
  it('says until when staff must act and how much working time that leaves [R-54]', async () => {
    const booked = await givenBooking(desk);

    const { body } = await askStaff(booked.officer, 'bookings.get', { params: { id: booked.bookingId } });
    const listed = await askStaff(booked.officer, 'bookings.search', { body: {} });

    expect(body['dueAt']).toMatch(/^2026-11-2/);
    expect(body['workingSecondsLeft']).toBeGreaterThan(0);
    expect(listed.body['list']).toMatchObject([{ dueAt: body['dueAt'] }]);
    expect(body['consents']).toHaveLength(4);
  });
});

describe('the calendar of an office’s service dates', () => {
  it('shows what a range closed, and is another office’s 404 [R-67 T32]', async () => {
    const booked = await givenBooking(desk);
    const { officeId, productId } = booked.product;
    const elsewhere = (await givenBooking(desk)).officer;
    const range = { officeId, productId, from: '2026-12-21', to: '2026-12-21', isOpen: false };
    await askStaff(booked.officer, 'bookings.addServiceRange', { body: range });

    const { body } = await askStaff(booked.officer, 'bookings.serviceCalendar', { body: { officeId, productId } });
    const other = await askStaff(elsewhere, 'bookings.serviceCalendar', { body: { officeId, productId } });

    expect(body['dates']).toContainEqual({ date: '2026-12-21', status: 'Closed', isSurcharge: false });
    expect(body['dates']).toContainEqual({ date: '2026-12-22', status: 'Available', isSurcharge: false });
    expect(other.status).toBe(404);
  });
});
