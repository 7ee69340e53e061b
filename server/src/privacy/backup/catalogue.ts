import type { ClientBase } from 'pg';

/** A table, with the columns that a copy holds: those that the database computes are left out. */
export type TableShape = { schema: string; name: string; columns: string[] };

/** The last value of a sequence. */
export type SequenceState = { schema: string; name: string; value: string; isCalled: boolean };

/** Ours, and the job queue's. */
const schemas = `('public', 'graphile_worker')`;

/** What each migration of the job queue was, and is the same in every database of the version: it is made, not copied. */
const madeByMigrations = `('graphile_worker.migrations', 'public.migration', 'public.migration_lock')`;

/** Every table that holds rows to be kept, by name. */
export async function tablesIn(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ${schemas} and n.nspname || '.' || c.relname not in ${madeByMigrations}
     order by 1, 2`,
  );
  return rows;
}

/** Every sequence, and its last value. */
export async function sequencesIn(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ schema: string; name: string; value: string | null; start: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as value, start_value::text as start
     from pg_sequences where schemaname in ${schemas} order by 1, 2`,
  );
  return rows.map(({ schema, name, value, start }) => ({
    schema,
    name,
    value: value ?? start,
    isCalled: value !== null,
  }));
}

/** The migrations that ran, each with the hash of its text; and the last one of the job queue. */
export async function schemaIn(
  client: ClientBase,
): Promise<{ migrations: { name: string; sha256: string }[]; jobs: number }> {
  const ours = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration order by name');
  const queue = await client.query<{ id: number }>('select max(id)::integer as id from graphile_worker.migrations');
  return { migrations: ours.rows, jobs: queue.rows[0]?.id ?? 0 };
}

/** A name as SQL writes it. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `"${schema}"."${name}"`;
}

/** The columns of a copy as SQL lists them. */
export function columnList({ columns }: TableShape): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
