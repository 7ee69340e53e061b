import { addSeconds, keptUntilAfterDate } from '@exam/contract/rules';
import { expect, it } from 'vitest';
import { inTransaction } from '#platform/database';
import { findMarks } from '#testing';
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
