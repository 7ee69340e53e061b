import { letterStates, liveApplicationStates, seatedStates } from '@exam/contract/machines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

/** Every list of states of a registration that a view of the database spells out, with the view. */
async function listsInViews(): Promise<{ view: string; states: string }[]> {
  const { rows } = await databasePool().query<{ view: string; text: string }>(
    `select viewname as view, definition as text from pg_views where schemaname = 'public'`,
  );
  return rows.flatMap(({ view, text }) =>
    [...text.matchAll(/ARRAY\[([^\]]*'Registered'[^\]]*)\]/g)].map(([, list = '']) => ({
      view,
      states: [...list.matchAll(/'(\w+)'/g)].map(([, state]) => state).join(' '),
    })),
  );
}

describe('the states of a registration in the views of the database', () => {
  it('are the lists of the contract: seated, live, and those whose letter is to be had', async () => {
    const known = [seatedStates, liveApplicationStates, letterStates].map((states) => states.join(' '));
    const found = await listsInViews();

    expect(new Set(found.map(({ states }) => states)).size).toBe(known.length);
    expect(found.filter(({ states }) => !known.includes(states))).toEqual([]);
  });
});
