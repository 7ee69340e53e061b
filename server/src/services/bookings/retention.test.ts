import { addSeconds, keptUntilAfterDate } from '@exam/contract/rules';
import { expect, it } from 'vitest';
import { inTransaction } from '#platform/database';
import { findMarks, rowsOf } from '#testing';
import { examDate, givenConfirmed, useDesk } from '#testing/bookings-desk';
import { retention } from './retention.ts';

const desk = useDesk();

/** Forgets what a class has due at an instant, as the nightly run does. */
async function forget(of: string, border: string): Promise<void> {
  for (const sweep of retention.filter((each) => each.class === of))
    await inTransaction(async (tx) => {
      const { rows } = await sweep.due({ border, now: addSeconds(`${border}T00:00:00.000Z`, 0) }).execute(tx);
      await sweep.forget(
        tx,
        rows.map(({ id }) => id),
      );
    });
}

it('what was granted for a special arrangement goes half a year after the exam, the rest of the desk’s words with the booking [S-18]', async () => {
  const words = { arrangementGranted: 'GRANTEDMARK a quiet room', note: 'NOTEMARK bring the letter' };
  await givenConfirmed(desk, words);
  const found = async (mark: string) => (await findMarks([mark])).map(({ table, column }) => `${table}.${column}`);

  await forget('specialArrangement', '2026-12-22');
  const before = await found('GRANTEDMARK');
  await forget('specialArrangement', examDate);
  const after = [await found('GRANTEDMARK'), await found('NOTEMARK')];
  await forget('examRecord', examDate);

  expect(before).toContain('booking_arrangement.arrangement_granted_sealed');
  expect(after[0]).toEqual([]);
  expect(after[1]).toContain('booking_arrangement.note');
  expect(await found('NOTEMARK')).toEqual([]);
  expect(keptUntilAfterDate('specialArrangement', examDate) < keptUntilAfterDate('examRecord', examDate)).toBe(true);
});

it('the Chinese name that the booking was made with goes with it, and not with the saved candidate alone [S-18]', async () => {
  const { bookingId } = await givenConfirmed(desk);
  const kept = async () => await rowsOf('select name_zh_sealed from booking where id = $1', [bookingId]);
  const isFound = async () =>
    (await findMarks(['王小明'])).some(({ table, column }) => `${table}.${column}` === 'booking.name_zh_sealed');

  const before = [await isFound(), (await kept())[0]?.['name_zh_sealed'] !== null];
  await forget('examRecord', examDate);

  expect(before).toEqual([true, true]);
  expect([await isFound(), await kept()]).toEqual([false, [{ name_zh_sealed: null }]]);
});
