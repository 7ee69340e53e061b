import { createReadStream } from 'node:fs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ClientBase } from 'pg';
import { migrationsFolder } from '#platform/database/migrate';
import { nobodysAccount, nobodysCandidate } from '#platform/nobody';
import { keyFingerprints } from '#platform/vault';
import { quoted, tablesIn } from './catalogue.ts';
import { BackupError, checkPart, type FileLine, filePath, type Manifest, readFileLine, sha256Of } from './manifest.ts';
import { saying, type Say } from './progress.ts';

/** @throws BackupError unless the backup was made by exactly the migrations of this version. */
export function checkVersion(manifest: Manifest): void {
  const own = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, sha256: sha256Of(readFileSync(join(migrationsFolder, name), 'utf8')) }));
  const isSame =
    own.length === manifest.migrations.length &&
    own.every(({ name, sha256 }, at) => {
      const theirs = manifest.migrations[at];
      return theirs?.name === name && theirs.sha256 === sha256;
    });
  if (isSame) return;
  const [theirs, ours] = [manifest.migrations.at(-1)?.name ?? 'no migration', own.at(-1)?.name ?? 'no migration'];
  throw new BackupError(
    `The backup was made by another version (its last migration is ${theirs}, this version's ${ours}). Restore it with that version, then start this one.`,
  );
}

/** @throws BackupError naming the keys that what is sealed in the backup needs and this installation lacks. */
export function checkKeys({ keys }: Manifest): void {
  const own = new Map(keyFingerprints().map(({ name, fingerprint }) => [name, fingerprint.toString('hex')]));
  const lacking = keys.filter(({ name, fingerprint }) => own.get(name) !== fingerprint).map(({ name }) => name);
  if (lacking.length === 0) return;
  throw new BackupError(
    `The keys of the backup are missing (${lacking.join(', ')}). Set its FIELD_KEYS, INDEX_KEY and CSRF_KEY, or put its secrets.json into DATA_DIR.`,
  );
}

/** Reads every byte of the backup once. @throws BackupError naming the first file that is missing or damaged. */
export async function checkFolder(folder: string, { tables, files }: Manifest, say: Say): Promise<void> {
  const progress = saying(say);
  for (const [at, table] of tables.entries()) {
    await checkPart(folder, table);
    progress(`Checked ${at + 1} of ${tables.length} tables`);
  }
  await checkPart(folder, files);
  let count = 0;
  for await (const { key, state, ...file } of fileLines(folder)) {
    if (state === 'kept') await checkPart(folder, { ...file, path: filePath(key) });
    count += 1;
    progress(`Checked ${count} of ${files.count} files`);
  }
}

/** The files of a backup, one by one. */
export async function* fileLines(folder: string): AsyncGenerator<FileLine> {
  for await (const line of createInterface({ input: createReadStream(join(folder, 'files.jsonl')) }))
    yield readFileLine(line);
}

/** Tables in which a database has a row before anybody used it, and which row. */
const made: Readonly<Record<string, string>> = {
  'public.account': `id = '${nobodysAccount}'`,
  'public.audit_head': 'sequence = 0',
  'public.candidate': `id = '${nobodysCandidate}'`,
  'public.clock_offset': 'true',
};

/** @throws BackupError unless the migrated database has no rows but those that migrations make. */
export async function checkEmpty(client: ClientBase): Promise<void> {
  const used: string[] = [];
  for (const table of await tablesIn(client)) {
    const condition = made[`${table.schema}.${table.name}`] ?? 'false';
    const { rows } = await client.query(`select from ${quoted(table)} where not (${condition}) limit 1`);
    if (rows.length > 0) used.push(table.name);
  }
  if (used.length === 0) return;
  const more = used.length > 5 ? ` and ${used.length - 5} more` : '';
  throw new BackupError(
    `The database is not empty (${used.slice(0, 5).join(', ')}${more}). Restore into an empty one: a new DATABASE_URL or DATA_DIR.`,
  );
}
