import { describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { ask } from '#testing';
import { act, type Booked, givenConfirmed, standing, useDesk } from '#testing/bookings-desk';

const desk = useDesk();

const reason = 'The date does not suit.';
const onBoard = async ({ bookingId }: Booked) =>
  (
    await databasePool().query<{ kind: string }>(
      'select kind from work_item where object_id = $1 and closed_at is null',
      [bookingId],
    )
  ).rows.map(({ kind }) => kind);

/** A booking whose arrangement the candidate has sent back to staff. */
async function givenRejected(): Promise<Booked> {
  const booked = await givenConfirmed(desk);
  await ask(booked.browser, 'booking.reject', { body: { bookingId: booked.bookingId, reason } });
  return booked;
}

describe('an arrangement that was sent back', () => {
  it('is on the board until the candidate cancels, or staff withdraw, the booking [9.3#5 9.3#11 9.3#12]', async () => {
    const [cancelled, withdrawn] = [await givenRejected(), await givenRejected()];
    const before = [await onBoard(cancelled), await onBoard(withdrawn)];

    await ask(cancelled.browser, 'booking.cancel', { body: { bookingId: cancelled.bookingId, reason } });
    await act(withdrawn, 'withdraw', { reason });

    expect(before).toEqual([['bookingRejected'], ['bookingRejected']]);
    expect(await standing(cancelled)).toBe('CancelledBeforeArrangement/null');
    expect(await standing(withdrawn)).toBe('WithdrawnBeforeArrangement/null');
    expect([await onBoard(cancelled), await onBoard(withdrawn)]).toEqual([[], []]);
  });
});
