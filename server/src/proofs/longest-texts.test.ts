import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { loggedBytes, loggedSince } from '#platform/testing/logged';
import { tasks } from '#testing/app';
import { furnish } from './furnished.testing.ts';
import { walk } from './growth-walk.testing.ts';
import { type Household, openWorld, type World } from './world.testing.ts';

let world: World;
let home: Household;
beforeAll(async () => {
  world = await openWorld();
  home = await furnish(world);
  for (const statement of longest) await databasePool().query(statement);
});
afterAll(() => world.close());

/** As long as the catalogue's forms take them (contract/src/staff/calls/catalogue.ts), of signs that take the most room. */
const widen = (table: string, columns: Record<string, number>) =>
  `update ${table} set ${Object.entries(columns)
    .map(([column, length]) => `${column} = rpad(${column}, ${length}, 'W')`)
    .join(', ')}`;

/** Another nineteen rows like each of `from`, with what is changed in them; an id that depends on the number of the copy. */
const idOf = (column: string) =>
  `overlay(overlay(md5(${column}::text || number) placing '4' from 13) placing '8' from 17)::uuid`;
const copies = (table: string, changed: string, from: string) => `
  insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${changed}))).*
  from (${from}) one cross join generate_series(2, 20) number`;

const firstPapers = 'select distinct on (application_id) * from application_paper order by application_id, sort';

/** Names and codes at their longest, sets of twenty papers and requests of twenty components. */
const longest: readonly string[] = [
  copies(
    'subject',
    `'id', ${idOf('one.id')}, 'code', left(one.id::text, 8) || number`,
    `select * from subject where id in (select subject_id from (${firstPapers}) paper)`,
  ),
  copies(
    'session_subject',
    `'id', ${idOf('one.id')}, 'subject_id', ${idOf('one.subject_id')}`,
    `select * from session_subject where id in (select session_subject_id from (${firstPapers}) paper)`,
  ),
  copies(
    'application_paper',
    `'session_subject_id', ${idOf('one.session_subject_id')}, 'subject_id', ${idOf('one.subject_id')}, 'sort', number`,
    firstPapers,
  ),
  copies(
    'post_test_item',
    `'position', number + 20, 'code', 'X' || number, 'component_id', null`,
    'select distinct on (post_test_id) * from post_test_item order by post_test_id, position',
  ),
  widen('product', { name_en: 200, name_zh: 200 }),
  widen('subject', { name_en: 200, name_zh: 200, code: 30 }),
  widen('post_test_service', { name_en: 200, name_zh: 200 }),
  widen('post_test_item', { name_en: 200, name_zh: 200, code: 30 }),
];

describe('names and codes at their longest, twenty of each together', () => {
  it('are in no answer longer than the contract says [S-12]', async () => {
    const from = loggedBytes();
    const meter = {
      of: async (work: () => Promise<unknown>) => {
        await work();
        return { blocks: 0, byTable: {}, scanned: {} };
      },
      close: async () => undefined,
    };
    await walk({ app: world, meter, home }, tasks);

    expect(loggedSince(from)).not.toMatch(/ZodError|answer too long/);
  });
});
