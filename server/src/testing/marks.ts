import { sql } from 'kysely';
import { type ColumnClass, columnClasses, type TableName, tableNames } from '#platform/columns/index';
import { reading, type Tx } from '#platform/database';
import { sealedColumns } from '#platform/vault/rotate-keys';
import { unseal } from '#platform/vault';

/** A column in which a mark was found, and whether the seal had to be opened to see it. */
export type FoundMark = { table: string; column: string; class: ColumnClass; isSealed: boolean };

/**
 * Looks for marks (ASCII) in every column of every table, in what is sealed there too, and in the job queue: the search by which it is
 * shown where a person's values are, and that they are gone.
 */
export async function findMarks(marks: readonly string[]): Promise<FoundMark[]> {
  return await reading(async (tx) => {
    const found: FoundMark[] = [];
    for (const table of tableNames) found.push(...(await findReadable(tx, table, marks)));
    found.push(...(await findSealed(tx, marks)), ...(await findInJobs(tx, marks)));
    return found;
  });
}

async function findReadable(tx: Tx, table: TableName, marks: readonly string[]): Promise<FoundMark[]> {
  const columns = Object.entries<ColumnClass>(columnClasses[table]);
  // Bytes are shown as the letters they hold.
  const hits = columns.map(([column]) => {
    const value = sql.ref(column);
    return sql`coalesce(bool_or(case when pg_typeof(${value}) = 'bytea'::regtype
      then encode(${value}::text::bytea, 'escape') else ${value}::text end like any(${patterns(marks)})), false) as ${value}`;
  });
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(hits)} from ${sql.table(table)}`.execute(tx);
  return columns
    .filter(([column]) => rows[0]?.[column] === true)
    .map(([column, of]) => ({ table, column, class: of, isSealed: false }));
}

const patterns = (marks: readonly string[]) => sql`${marks.map((mark) => `%${mark}%`)}::text[]`;

async function findSealed(tx: Tx, marks: readonly string[]): Promise<FoundMark[]> {
  const found: FoundMark[] = [];
  for (const { table, column, row, place } of await sealedColumns(tx)) {
    const { rows } = await sql<{ row: string; sealed: Buffer }>`
      select (${sql.raw(row)})::text as row, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where length(${sql.ref(column)}) > 0`.execute(tx);
    const isHere = rows.some(({ row: id, sealed }) => {
      const text = unseal(sealed, { ...place, row: id });
      return marks.some((mark) => text.includes(mark));
    });
    if (isHere) found.push({ table, column, class: classOf(table, column), isSealed: true });
  }
  return found;
}

async function findInJobs(tx: Tx, marks: readonly string[]): Promise<FoundMark[]> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs job where job::text like any(${patterns(marks)}) limit 1`.execute(tx);
  return rows.map(() => ({ table: 'graphile_worker', column: 'jobs', class: 'none', isSealed: false }));
}

function classOf(table: string, column: string): ColumnClass {
  const known = tableNames.find((name) => name === table);
  const classes: Readonly<Record<string, ColumnClass>> = known ? columnClasses[known] : {};
  return classes[column] ?? 'none';
}
