import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { createClient } from '#platform/database/connection';
import { type FileStore, fileStore } from '#office/files';
import { indexHalfName } from '#platform/vault/open-index';
import { makeDirectory } from '#platform/directories';
import { columnList, quoted, schemaIn, sequencesIn, tablesIn, type TableShape } from './catalogue.ts';
import { copyOut } from './copy-stream.ts';
import { writeJournal } from './journal.ts';
import { BackupError, type FileLine, filePath, type Manifest, type Part, sha256Of, writeManifest } from './manifest.ts';
import { saying, type Say } from './progress.ts';

/** What a backup came to. `missing`: keys of files that the store had lost. */
export type Made = { tables: number; rows: number; files: number; missing: string[] };

/**
 * Copies a database that may be in use into an empty folder: every table as it was in one moment, the files of the store, the names of the
 * keys that open them; each with its hash. Memory stays bounded whatever the size. The manifest is written last: a folder without it is none.
 * The journal of erasures is brought up to it.
 * @param url of the database, which is open too; the settings name the store of files.
 * @throws BackupError in one line when the folder is in use, or the database has tables of another version.
 */
export async function makeBackup(url: string, folder: string, say: Say): Promise<Made> {
  await prepareFolder(folder);
  const client = createClient(url, { options: '-c timezone=UTC -c statement_timeout=0' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const taken = await takeTables(client, folder, say);
    await client.query('commit');
    const { files, missing } = await takeFiles(client, folder, say);
    await writeManifest(folder, { ...taken, files });
    await writeJournal({ isUrgent: true });
    const rows = taken.tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: taken.tables.length, rows, files: files.count, missing };
  } finally {
    await client.end();
  }
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    makeDirectory(folder);
    await chmod(folder, 0o700);
  } catch {
    throw new BackupError(`${folder} cannot be written to.`);
  }
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty. A backup goes into a folder of its own.`);
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  await mkdir(join(folder, 'files'), { mode: 0o700 });
}

async function takeTables(client: ClientBase, folder: string, say: Say): Promise<Omit<Manifest, 'files'>> {
  const { migrations, jobs } = await schemaIn(client);
  const { rows: now } = await client.query<{ at: Date }>('select app_now() as at');
  const keys = await client.query<{ name: string; fingerprint: Buffer }>(
    'select name, fingerprint from known_key where name <> $1 order by name',
    [indexHalfName],
  );
  const shapes = await tablesIn(client);
  const progress = saying(say);
  const tables: Manifest['tables'] = [];
  for (const shape of shapes) {
    tables.push(await takeTable(client, folder, shape));
    progress(`${tables.length} of ${shapes.length} tables`);
  }
  const sequences = await sequencesIn(client);
  await keepLines(
    folder,
    'file-keys',
    copyOut(client, `copy (select storage_key from file order by 1) to stdout`).bytes,
  );
  return {
    format: 1,
    madeAt: now[0]?.at.toISOString() ?? '',
    migrations,
    jobs,
    keys: keys.rows.map(({ name, fingerprint }) => ({ name, fingerprint: fingerprint.toString('hex') })),
    tables,
    sequences,
  };
}

async function takeTable(client: ClientBase, folder: string, shape: TableShape): Promise<Manifest['tables'][number]> {
  const path = join('tables', `${shape.schema}.${shape.name}.copy.gz`);
  const { bytes, rows } = copyOut(client, `copy ${quoted(shape)} (${columnList(shape)}) to stdout`);
  const hash = createHash('sha256');
  let length = 0;
  await pipeline(
    bytes,
    createGzip({ level: 3 }),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        length += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(join(folder, path), { mode: 0o600, flush: true }),
  );
  return { ...shape, rows: rows(), path, bytes: length, sha256: hash.digest('hex') };
}

async function keepLines(folder: string, name: string, bytes: Readable): Promise<void> {
  await pipeline(bytes, createWriteStream(join(folder, name), { mode: 0o600 }));
}

/** The bytes as the store has them: sealed, and of no use without the rows that hold their keys. */
async function takeFiles(
  client: ClientBase,
  folder: string,
  say: Say,
): Promise<{ files: Part & { count: number }; missing: string[] }> {
  const store = fileStore();
  const progress = saying(say);
  const list = await open(join(folder, 'files.jsonl'), 'w', 0o600);
  const hash = createHash('sha256');
  const missing: string[] = [];
  let count = 0;
  let bytes = 0;
  try {
    for await (const key of createInterface({ input: createReadStream(join(folder, 'file-keys')) })) {
      const line = await takeFile(client, { store, folder, key });
      if (line.state === 'missing') missing.push(key);
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      bytes += Buffer.byteLength(text);
      await list.write(text);
      count += 1;
      progress(`${count} files`);
    }
    await list.sync();
    await rm(join(folder, 'file-keys'));
  } finally {
    await list.close();
  }
  return { files: { count, path: 'files.jsonl', bytes, sha256: hash.digest('hex') }, missing };
}

async function takeFile(
  client: ClientBase,
  { store, folder, key }: { store: FileStore; folder: string; key: string },
): Promise<FileLine> {
  const content = await store.get(key);
  if (content === null) {
    // Outside the snapshot by now: a file that was forgotten meanwhile has no row any more.
    const { rowCount } = await client.query('select from file where storage_key = $1', [key]);
    return { key, bytes: 0, sha256: '', state: rowCount === 0 ? 'gone' : 'missing' };
  }
  const path = join(folder, filePath(key));
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return { key, bytes: content.length, sha256: sha256Of(content), state: 'kept' };
}
