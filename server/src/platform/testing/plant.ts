import { randomCode, randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import { sql } from 'kysely';

type Column = { name: string; type: string };

const fillers: Readonly<Record<string, () => unknown>> = {
  uuid: randomId,
  text: () => randomCode(12),
  bytea: () => Buffer.alloc(0),
  date: () => '2026-11-21',
  'timestamp with time zone': () => '2026-11-01T00:00:00.000Z',
  integer: () => 0,
  boolean: () => false,
  jsonb: () => '{}',
  ARRAY: () => [],
};

/**
 * Plants a row by itself, for a test of what comes across it: what a column must have and `values` leaves out is filled in, and nothing that it refers
 * to has to be there.
 */
export async function plant(table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = known.get(table) ?? (await neededColumns(table));
  known.set(table, columns);
  const filled = Object.fromEntries(columns.map(({ name, type }) => [name, fillers[type]?.()]));
  const row = { ...filled, ...values };
  await inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(tx);
  });
}

const known = new Map<string, Column[]>();

async function neededColumns(table: string): Promise<Column[]> {
  const { rows } = await databasePool().query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
    [table],
  );
  return rows;
}
