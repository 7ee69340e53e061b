import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reading } from '#platform/database';
import { openTestDatabase } from '#platform/testing/database';
import { beginningWith, containing } from './like.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestDatabase();
});
afterAll(() => close());

it.each([
  ['50%', { begins: ['50% off'], contains: ['50% off', 'now 50% off'] }],
  ['a_b', { begins: [], contains: ['the a_b of it'] }],
  [String.raw`c\d`, { begins: [String.raw`c\d.txt`], contains: [String.raw`c\d.txt`] }],
  [' off ', { begins: [], contains: ['50% off', 'now 50% off', '500 off'] }],
])('%s in a search means its own characters, not any', async (text, { begins, contains }) => {
  const said = ['50% off', 'now 50% off', '500 off', 'the a_b of it', 'the axb of it', String.raw`c\d.txt`, 'cd.txt'];
  const found = async (pattern: string) => {
    const { rows } = await reading((tx) =>
      sql<{ word: string }>`
        select word from unnest(${said}::text[]) with ordinality as t(word, place) where word like ${pattern} order by place`.execute(
        tx,
      ),
    );
    return rows.map(({ word }) => word);
  };

  expect([await found(beginningWith(text)), await found(containing(text))]).toEqual([begins, contains]);
});
