import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { everyColumn, NamingDialect } from '#platform/database/columns';
import { createPool } from '#platform/database/connection';
import type { Database } from '#platform/tables/index';
import { columnNames } from '#platform/tables/names';

// Compiled only: nothing connects.
const pool = createPool('postgresql://nobody@127.0.0.1:1/nowhere', {});
const queries = new Kysely<Database>({ dialect: new NamingDialect({ pool }) });
afterAll(() => queries.destroy());

const city = (alias: string) => columnNames.city.map((column) => `"${alias}"."${column}"`).join(', ');

describe('all columns of a table', () => {
  it.each([
    ['of the one that is read', queries.selectFrom('city').selectAll(), `select ${city('city')} from "city"`],
    ['under another name', queries.selectFrom('city as c').selectAll(), `select ${city('c')} from "city" as "c"`],
    [
      'of one of several',
      queries.selectFrom('office').innerJoin('city as c', 'c.office_id', 'office.id').selectAll('c'),
      `select ${city('c')} from "office" inner join "city" as "c" on "c"."office_id" = "office"."id"`,
    ],
    [
      'of what is read inside',
      queries.selectFrom('office').select((eb) => eb.exists(eb.selectFrom('city').selectAll()).as('is')),
      `select exists (select ${city('city')} from "city") as "is" from "office"`,
    ],
    [
      'of what was changed',
      queries.updateTable('city').set({ sort: 1 }).returningAll(),
      `update "city" set "sort" = $1 returning ${city('city')}`,
    ],
    [
      'of what went',
      queries.deleteFrom('city').using('office').whereRef('office.id', '=', 'city.office_id').returningAll('city'),
      `delete from "city" using "office" where "office"."id" = "city"."office_id" returning ${city('city')}`,
    ],
    ['by hand', sql`select ${everyColumn('city', 'c')} from city c`, `select ${city('c')} from city c`],
    [
      'beside a count, which is of rows',
      queries.selectFrom('city').select(({ fn }) => fn.countAll().as('count')),
      'select count(*) as "count" from "city"',
    ],
  ])('are named: %s [F11]', (_, query, text) => {
    expect(query.compile(queries).sql).toBe(text);
  });

  it('are refused where nobody can tell whose they are', () => {
    const some = queries.selectFrom(queries.selectFrom('city').select('id').as('some'));

    expect(() => some.selectAll('some').compile()).toThrow('some is no table: name its columns.');
    expect(() => queries.selectFrom(['city', 'office']).selectAll().compile()).toThrow('Whose columns are meant?');
  });
});

const tables = Object.keys(columnNames).join('|');

/** Stars in SQL by hand that stand for the columns of a table or view; those of a part of the statement itself are what it says. */
function starsIn(text: string): string[] {
  const ofTables = [...text.matchAll(/\b(\w+)\.\*(?=[\s,`])/g)].filter(
    ([, alias]) =>
      new RegExp(`^(${tables})$`).test(alias ?? '') ||
      new RegExp(`\\b(from|join|update|into)\\s+(${tables})\\s+(as\\s+)?${alias}\\b`).test(text),
  );
  const bare = text.matchAll(new RegExp(`\\breturning\\s+\\*|\\bselect\\s+\\*\\s+from\\s+(${tables})\\b`, 'g'));
  return [...ofTables, ...bare].map(([found]) => found);
}

describe('the statements of the server', () => {
  const root = join(import.meta.dirname, '../..');
  const own = globSync('**/*.ts', { cwd: root }).filter((path) => !/\.(test|testing)\.ts$|(^|\/)testing\//.test(path));

  it('name the columns that they read [F11]', () => {
    const found = own.flatMap((path) =>
      starsIn(readFileSync(join(root, path), 'utf8')).map((star) => `${path}: ${star}`),
    );

    expect(own.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it.each([
    'select * from city',
    'update city set sort = 1\n returning *',
    'select c.*, 1 from city c',
    'select city.*\n',
  ])('would be found: %s', (text) => {
    expect(starsIn(text)).toHaveLength(1);
  });
});
