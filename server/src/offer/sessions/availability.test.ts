import { addMinutes, sessionAvailability, type SessionFacts } from '@exam/contract/rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reading } from '#platform/database';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;

beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

const now = '2026-11-21T08:00:00.000Z';

/** Moments around `now`, often exactly on it, where rules differ by a sign. */
const moment = fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 3 })).map((minutes) => addMinutes(now, minutes));

const facts: fc.Arbitrary<SessionFacts> = fc.record({
  status: fc.constantFrom('Draft', 'Published', 'Published', 'Published', 'Withdrawn'),
  venueActive: fc.oneof({ arbitrary: fc.constant(true), weight: 5 }, { arbitrary: fc.constant(false), weight: 1 }),
  now: fc.constant(now),
  examStartAt: moment,
  publishStartAt: moment,
  publishEndAt: moment,
  seat: fc.integer({ min: 0, max: 3 }),
  registered: fc.integer({ min: 0, max: 3 }),
});

it('decides availability in SQL exactly as the rule does [R-41]', async () => {
  // given
  const sessions = fc.sample(facts, 5000);
  const column = <Key extends keyof SessionFacts>(key: Key) => sessions.map((session) => session[key]);

  // when
  const { rows } = await reading((tx) =>
    sql<{ availability: string }>`
      select session_availability(s.status, s.venue, s.starts, s.publish_start, s.publish_end, s.free, ${now}::timestamptz) as availability
      from unnest(${column('status')}::text[], ${sessions.map(({ venueActive }) => (venueActive ? 'Active' : 'Inactive'))}::text[],
        ${column('examStartAt')}::timestamptz[], ${column('publishStartAt')}::timestamptz[], ${column('publishEndAt')}::timestamptz[],
        ${sessions.map(({ seat, registered }) => seat - registered)}::integer[])
        with ordinality as s (status, venue, starts, publish_start, publish_end, free, position)
      order by s.position`.execute(tx),
  );

  // then
  const decided = rows.map((row) => row.availability);
  expect(decided).toEqual(sessions.map((session) => sessionAvailability(session)));
  expect(new Set(decided).size).toBe(6);
});

it('takes a session without a venue for one whose venue is in use', async () => {
  // when
  const { rows } = await reading((tx) =>
    sql<{ availability: string }>`
      select session_availability('Published', null, ${addMinutes(now, 9)}, ${now}, ${addMinutes(now, 5)}, 1, ${now}) as availability`.execute(
      tx,
    ),
  );

  // then
  expect(rows).toEqual([{ availability: 'Available' }]);
});
