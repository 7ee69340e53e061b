import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rowsOf } from '#testing';

/**
 * The tables in whose files marks are found (ASCII), or in those of their indexes and long values, read as the bytes that lie on the disk: what
 * the database gave back and has not written over is among them. What it holds in memory is written first. Its cluster has to be one of this machine.
 */
export async function tablesOnDisk(marks: readonly string[]): Promise<string[]> {
  await rowsOf('checkpoint');
  const [place] = await rowsOf(
    `select current_setting('data_directory') as folder, oid::text from pg_database where datname = current_database()`,
  );
  const folder = join(String(place?.['folder']), 'base', String(place?.['oid']));
  const nodes = new Set<string>();
  for (const name of await readdir(folder)) {
    // One that is no longer anybody's goes while it is looked at.
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    if (marks.some((mark) => bytes.includes(mark))) nodes.add(name.replace(/[._].*$/, ''));
  }
  const found = await rowsOf(
    `select distinct coalesce(owner.relname, indexed.relname, part.relname) as name
     from pg_class part left join pg_index on pg_index.indexrelid = part.oid
       left join pg_class indexed on indexed.oid = pg_index.indrelid
       left join pg_class owner on owner.reltoastrelid = coalesce(indexed.oid, part.oid)
     where pg_relation_filenode(part.oid)::text = any($1) order by 1`,
    [[...nodes]],
  );
  return found.map(({ name }) => String(name));
}
