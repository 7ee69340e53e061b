import { letterStates, liveApplicationStates, seatedStates } from '@exam/contract/machines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

/** Every list of states of a registration that a view or an index of the database spells out, with its name. */
async function listsInDatabase(): Promise<{ name: string; states: string }[]> {
  const { rows } = await databasePool().query<{ name: string; text: string }>(
    `select viewname as name, definition as text from pg_views where schemaname = 'public'
     union all select indexname, indexdef from pg_indexes where schemaname = 'public'`,
  );
  return rows.flatMap(({ name, text }) =>
    [...text.matchAll(/ARRAY\[([^\]]*'Registered'[^\]]*)\]/g)].map(([, list = '']) => ({
      name,
      states: [...list.matchAll(/'(\w+)'/g)].map(([, state]) => state).join(' '),
    })),
  );
}

describe('the states of a registration in views and indexes of the database', () => {
  it('are the lists of the contract: seated, live, and those whose letter is to be had', async () => {
    const known = [seatedStates, liveApplicationStates, letterStates].map((states) => states.join(' '));
    const found = await listsInDatabase();

    expect(new Set(found.map(({ states }) => states)).size).toBe(known.length);
    expect(found.filter(({ states }) => !known.includes(states))).toEqual([]);
  });
});
