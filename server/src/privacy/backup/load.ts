import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { isReplaced } from '#platform/outbox';
import { columnList, quoted, schemaIn, tablesIn } from './catalogue.ts';
import { copyIn } from './copy-stream.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { saying, type Say } from './progress.ts';

type Constraint = { table: string; name: string; definition: string };

/**
 * Fills a migrated, empty database with the tables of a backup, in the transaction that is open. References are taken off and put back, which
 * checks every one of them; triggers rest meanwhile, so that what was written once is not acted on again. It needs no more rights than the
 * owner of the tables has.
 * @throws BackupError when a table of the backup is not one of this version, or has another number of rows.
 */
export async function loadTables(client: ClientBase, folder: string, manifest: Manifest, say: Say): Promise<void> {
  await checkShapes(client, manifest);
  const references = await referencesIn(client);
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint "${name}"`);
  const progress = saying(say);
  for (const [at, table] of manifest.tables.entries()) {
    await loadTable(client, folder, table);
    progress(`Loaded ${at + 1} of ${manifest.tables.length} tables`);
  }
  for (const { table, name, definition } of references)
    await client
      .query(`alter table ${table} add constraint "${name}" ${definition}`)
      .catch((error: unknown) => refuseWithoutValues(error, `${table}, ${name}`));
  for (const { value, isCalled, ...sequence } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(sequence), value, isCalled]);
  // Whoever worked on a job when the backup was made does not any more: the try that was never ended does not count.
  await client.query(`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null,
      attempts = case when ${isReplaced} then attempts else greatest(attempts - 1, 0) end
    where locked_at is not null`);
  await client.query(
    'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
  );
}

async function checkShapes(client: ClientBase, manifest: Manifest): Promise<void> {
  const own = new Map((await tablesIn(client)).map((table) => [quoted(table), columnList(table)]));
  const { jobs } = await schemaIn(client);
  const isSame =
    jobs === manifest.jobs &&
    own.size === manifest.tables.length &&
    manifest.tables.every((table) => own.get(quoted(table)) === columnList(table));
  if (!isSame) throw new BackupError('The tables of the backup are not those of this version.');
}

async function referencesIn(client: ClientBase): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where contype = 'f' and n.nspname in ('public', 'graphile_worker') order by 1, 2`,
  );
  return rows;
}

async function loadTable(client: ClientBase, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const name = quoted(table);
  await client.query(`alter table ${name} disable trigger user`);
  // The rows that migrations made are in the backup as they became. What may never be removed may be here alone.
  const { rows: rights } = await client.query<{ isFree: boolean }>(
    `select has_table_privilege($1, 'delete') as "isFree"`,
    [name],
  );
  const isFree = rights[0]?.isFree ?? false;
  if (!isFree) await client.query(`grant delete on ${name} to current_user`);
  await client.query(`delete from ${name}`);
  if (!isFree) await client.query(`revoke delete on ${name} from current_user`);
  let rows = 0;
  const statement = `copy ${name} (${columnList(table)}) from stdin`;
  await pipeline(createReadStream(join(folder, table.path)), createGunzip(), async (source: AsyncIterable<Buffer>) => {
    rows = await copyIn(client, statement, source);
  }).catch((error: unknown) => refuseWithoutValues(error, table.path));
  if (rows !== table.rows)
    throw new BackupError(`The backup is damaged: ${table.path} has ${rows} rows instead of ${table.rows}.`);
  await client.query(`alter table ${name} enable trigger user`);
}

/** PostgreSQL quotes the values it refuses: a person's have no place on a terminal (T31). @throws BackupError */
function refuseWithoutValues(error: unknown, what: string): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  throw new BackupError(`The backup cannot be loaded: the database refuses ${what} (${code}).`, { cause: error });
}
