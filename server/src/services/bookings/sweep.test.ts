import { describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { ask, givenStaff } from '#testing';
import { act, arrangement, type Booked, givenConfirmed, useDesk, work } from '#testing/bookings-desk';

const desk = useDesk();

/** Less than two days before the arrangements of these tests have to be paid. */
const nearEnd = '2026-12-14T09:00:01.000Z';
const reminders = async ({ bookingId }: Booked) =>
  (
    await databasePool().query(
      `select from message where object_id = $1 and kind = 'bookingExpiring' and channel = 'sms'`,
      [bookingId],
    )
  ).rows.length;

describe('the reminder of an end of payment', () => {
  it('comes once more for a changed arrangement [C39 9.3#4]', async () => {
    const booked = await givenConfirmed(desk);
    await desk.moveTo(nearEnd);
    await work();
    const first = await reminders(booked);

    const officer = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: 'all' });
    const updated = await act({ ...booked, officer }, 'update', { arrangement: arrangement(booked.product) });
    await work();
    await work();

    expect([first, updated.status, await reminders(booked)]).toEqual([1, 200, 2]);
  });

  it('does not come while the arrangement is with staff again, nor where more time was given [C39 R-63 R-65]', async () => {
    const [rejected, lifted, waiting] = [
      await givenConfirmed(desk),
      await givenConfirmed(desk),
      await givenConfirmed(desk),
    ];
    const reason = 'The date does not suit.';
    await ask(rejected.browser, 'booking.reject', { body: { bookingId: rejected.bookingId, reason } });
    await act(lifted, 'liftRestriction', { reason: 'The university agreed.' });

    await desk.moveTo(nearEnd);
    await work();

    expect([await reminders(rejected), await reminders(lifted), await reminders(waiting)]).toEqual([0, 0, 1]);
  });
});
