import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reading } from '#platform/database';
import { openTestDatabase } from '#platform/testing/database';
import { plainName, plainNameIn } from './person-name.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestDatabase();
});
afterAll(() => close());

it.each([
  ["O'Brien-Lee Ann", 'OBRIENLEEANN'],
  ['zheng-li  wenliang', 'ZHENGLIWENLIANG'],
  ['李·明', '李明'],
  ['D’ARC J.', 'DARCJ'],
])('%s is compared as %s, by the server and by the database', async (name, plain) => {
  const { rows } = await reading((tx) =>
    sql<{ name: string }>`select ${plainNameIn(sql`${name}::text`)} as name`.execute(tx),
  );

  expect([plainName(name), rows[0]?.name]).toEqual([plain, plain]);
});
