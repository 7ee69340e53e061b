import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { sealOldTexts } from '#platform/vault/seal-old';
import { openTestPlatform } from '#testing/app';
import { unseal } from '#platform/vault';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

const query = async (text: string, values: unknown[] = []) =>
  (await databasePool().query<Record<string, unknown>>(text, values)).rows;

it('texts of an older version are sealed in their own column once, and nothing of them is left readable [T31 T34]', async () => {
  const ids = Array.from({ length: 450 }, () => randomId());
  // Stands for a table of the desk: only its id and the sealed column matter.
  await query('create table old_text (id uuid primary key, granted_sealed bytea)');
  await query('insert into old_text (id) select unnest($1::uuid[])', [ids]);
  await query(
    `insert into to_seal (table_name, column_name, object_id, value)
     select 'old_text', 'granted', id, 'A quiet room for ' || id from old_text`,
  );
  await query(
    `insert into to_seal (table_name, column_name, object_id, value) values ('old_text', 'granted', $1, 'gone')`,
    [randomId()],
  );

  const counts = [await sealOldTexts(), await sealOldTexts()];

  expect(counts).toEqual([451, 0]);
  expect(await query('select from to_seal')).toEqual([]);
  const sealed = await query('select id, granted_sealed from old_text');
  const opened = sealed.map(({ id, granted_sealed: value }) =>
    Buffer.isBuffer(value) ? unseal(value, { table: 'old_text', row: String(id), column: 'granted' }) : '',
  );
  expect(opened.toSorted()).toEqual(ids.map((id) => `A quiet room for ${id}`).toSorted());
});
