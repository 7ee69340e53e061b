import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnClasses, columnsOf, tableNames, views } from '#platform/columns/index';
import { belongsTo, linksOf, parentsOf, subjects, tablesOfPeople } from '#platform/columns/subjects';
import { databasePool, reading } from '#platform/database';
import { columnNames } from '#platform/tables/names';
import { findReadableSecrets } from '#testing';
import { openWorld, givenHousehold, type Household, type World } from './world.testing.ts';

let world: World;
let home: Household;
let other: Household;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
  other = await givenHousehold(world);
});
afterAll(() => world.close());

type Row = { table: string; column: string; type: string; isUnused: boolean };
const catalogue = async (kind: 'BASE TABLE' | 'VIEW') =>
  (
    await databasePool().query<Row>(
      `select table_name as table, column_name as column, udt_name as type,
         coalesce(col_description(format('%I', table_name)::regclass, ordinal_position) = 'unused', false) as "isUnused"
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = $1 order by 1, 2`,
      [kind],
    )
  ).rows;

/** Hashes that are kept as text: argon2id strings; and answers sealed as text in a JSON column. */
const sealedOtherwise = ['account.password_hash', 'staff_account.password_hash', 'idempotency_key.answer'];
/** Texts of an older version are here until the next start has sealed them: nobody is served before. */
const waitsForSeal = ['to_seal.value'];

describe('the classes of columns', () => {
  it('are those of the migrated database: none is missing, none is of a column that is gone [ASVS-14.1.1]', async () => {
    const real = (await catalogue('BASE TABLE')).map(({ table, column }) => `${table}.${column}`);
    const classed = tableNames.flatMap((table) => Object.keys(columnClasses[table]).map((name) => `${table}.${name}`));

    expect(classed.toSorted()).toEqual(real.toSorted());
    expect([...new Set((await catalogue('VIEW')).map(({ table }) => table))]).toEqual([...views]);
  });

  it('of which this version reads those that are in use, and names them [F11]', async () => {
    const inUse = [...(await catalogue('BASE TABLE')), ...(await catalogue('VIEW'))].filter(
      ({ isUnused }) => !isUnused,
    );
    const real = inUse.map(({ table, column }) => `${table}.${column}`);
    const named = Object.entries(columnNames).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));

    expect(named.toSorted()).toEqual(real.toSorted());
  });

  it('of what people are called and what is said of them, and what is sealed or hashed, keep no statistics, nor do indexes made of them [PIPL-47 T31]', async () => {
    const personal = columnsOf('personal', 'sensitive', 'secret').map(({ table, column }) => `${table}.${column}`);
    const { rows: kept } = await databasePool().query<{ name: string }>(
      `select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
       where relkind = 'r' and relname || '.' || attname = any($1) and attstattarget is distinct from 0
       union
       select part.relname from pg_index join pg_class part on part.oid = indexrelid
       join pg_attribute own on own.attrelid = indexrelid and indkey[own.attnum - 1] = 0 and own.attstattarget is distinct from 0
       join pg_depend on objid = indexrelid and refobjid = indrelid
       join pg_attribute base on base.attrelid = indrelid and base.attnum = refobjsubid
       where indrelid::regclass || '.' || base.attname = any($1)`,
      [personal],
    );
    await databasePool().query('analyze');
    const { rows: told } = await databasePool().query<{ name: string }>(
      `select tablename || '.' || attname as name from pg_stats where tablename || '.' || attname = any($1)`,
      [personal],
    );

    expect(kept.map(({ name }) => name)).toEqual([]);
    expect(told).toEqual([]);
  });

  it('leave nothing sensitive or secret readable: it is kept as bytes, sealed or hashed [T31]', async () => {
    const typeOf = new Map((await catalogue('BASE TABLE')).map((row) => [`${row.table}.${row.column}`, row.type]));

    const readable = columnsOf('sensitive', 'secret')
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !typeOf.get(name)?.endsWith('bytea'));

    expect(readable.toSorted()).toEqual([...sealedOtherwise, ...waitsForSeal].toSorted());
  });

  it('call everything sealed sensitive or secret, but the half of a key, which is of nobody [ASVS-14.1.1]', async () => {
    const sealed = (await catalogue('BASE TABLE')).filter(({ column }) => column.endsWith('_sealed'));
    const kept = columnsOf('sensitive', 'secret').map(({ table, column }) => `${table}.${column}`);

    expect(sealed.map(({ table, column }) => `${table}.${column}`).filter((name) => !kept.includes(name))).toEqual([
      'index_half.half_sealed',
    ]);
  });

  it('hold for what a household filled: every sealed value opens in its place, every hash has 32 bytes [T31 T34]', async () => {
    const { readable, filled } = await findReadableSecrets();

    expect(readable).toEqual([]);
    expect(filled).toBeGreaterThan(20);
  });
});

/** A link of the audit chain, and the session made for a booking, say nothing of whom. */
const notFollowedByPurpose = ['audit_link', 'exam_session'];

describe('whose a row is', () => {
  it('is said of every table that names or says something of people [S-18 ASVS-14.1.1]', () => {
    const ofNobody = columnsOf('personal', 'sensitive', 'secret')
      .filter(({ table }) => subjects[table] === 'nobody')
      .map(({ table, column }) => `${table}.${column}`);

    expect(ofNobody).toEqual([]);
  });

  it('follows every reference to somebody’s row that the database knows [S-18]', async () => {
    const { rows } = await databasePool().query<{ table: string; column: string; parent: string }>(
      `select r.relname as table, a.attname as column, p.relname as parent from pg_constraint c
       join pg_class r on r.oid = c.conrelid join pg_class p on p.oid = c.confrelid
       join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.contype = 'f'`,
    );
    const ofPeople = rows.filter(({ parent }) => tablesOfPeople.some((table) => table === parent));

    const notFollowed = ofPeople.filter(({ table }) => !tablesOfPeople.some((name) => name === table));

    expect(ofPeople.length).toBeGreaterThan(30);
    expect(notFollowed.map(({ table }) => table)).toEqual(notFollowedByPurpose);
  });

  it('names tables and columns that exist, each of them leading to an account [S-18]', async () => {
    const real = (await catalogue('BASE TABLE')).map(({ table, column }) => `${table}.${column}`);
    const named = tablesOfPeople.flatMap((table) =>
      Object.entries(linksOf(table)).flatMap(([column, link]) => [
        `${table}.${column}`,
        ...parentsOf(link).map(({ of, by }) => `${of}.${by}`),
      ]),
    );

    expect(named.filter((name) => !real.includes(name))).toEqual([]);
    const stranger = randomUUID();
    const counts = await reading(async (tx) => {
      const found: number[] = [];
      for (const table of tablesOfPeople) {
        const { rows } = await sql`select from ${sql.table(table)} where ${belongsTo(table, stranger)}`.execute(tx);
        found.push(rows.length);
      }
      return found;
    });
    expect(counts.filter((count) => count > 0)).toEqual([]);
  });

  it('finds what a household has, and no row that another has too [S-18 T8]', async () => {
    const owned = (accountId: string) =>
      reading(async (tx) => {
        const found = new Map<string, string[]>();
        for (const table of tablesOfPeople) {
          const { rows } = await sql<{ row: string }>`
            select ctid::text as row from ${sql.table(table)} where ${belongsTo(table, accountId)}`.execute(tx);
          if (rows.length > 0)
            found.set(
              table,
              rows.map(({ row }) => row),
            );
        }
        return found;
      });

    const mine = await owned(home.browser.accountId);
    const theirs = await owned(other.browser.accountId);

    expect([...mine.keys()]).toEqual(
      expect.arrayContaining([
        'account',
        'application_person',
        'candidate_guardian',
        'consent',
        'exam_order',
        'history',
      ]),
    );
    expect([...mine.keys()]).toEqual(
      expect.arrayContaining(['message', 'payment', 'payment_event', 'seat_allocation']),
    );
    const shared = [...mine].flatMap(([table, rows]) =>
      rows.filter((row) => theirs.get(table)?.includes(row)).map((row) => `${table} ${row}`),
    );
    expect(shared).toEqual([]);
  });
});
