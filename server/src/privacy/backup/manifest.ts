import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Advice } from '#platform/errors';

/** A backup, a restore or a journal that cannot be used; one line for a person. */
export class BackupError extends Advice {
  override readonly name = 'BackupError';
}

const part = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });
const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The migrations that had run, and the version of the job queue's tables. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  jobs: z.number(),
  /** The keys without which what is sealed does not open: names and fingerprints, never the keys. */
  keys: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      ...part.shape,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** The list of the files of the store: one JSON line each. */
  files: z.object({ count: z.number(), ...part.shape }),
});

/** What a backup holds, written last: a folder without it is not a backup. */
export type Manifest = z.output<typeof manifest>;

/** A file of the backup: where, how long, and the hash of its bytes. */
export type Part = z.output<typeof part>;

const fileLine = z.object({
  key: z.string().check(z.regex(/^[\w.-]+$/)),
  bytes: z.number(),
  sha256: z.string(),
  /** `gone`: forgotten while the backup ran. `missing`: the store had lost it. */
  state: z.enum(['kept', 'gone', 'missing']),
});

/** One stored file, as a backup lists it. */
export type FileLine = z.output<typeof fileLine>;

/** One line of the list of files. */
export function readFileLine(line: string): FileLine {
  return fileLine.parse(JSON.parse(line));
}

/** Where the bytes of a file lie within a backup. */
export function filePath(key: string): string {
  return join('files', key.slice(0, 2), key);
}

/** Writes the manifest and its hash: from now on the folder is a backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const text = `${JSON.stringify(content, null, 1)}\n`;
  await writeDurably(join(folder, 'manifest.sha256'), `${sha256Of(text)}\n`);
  await writeDurably(join(folder, 'manifest.json'), text);
}

/**
 * Reads what a backup says of itself.
 * @throws BackupError when the folder is no backup, an unfinished one, one of another format, or its manifest was changed.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  const hash = await readFile(join(folder, 'manifest.sha256'), 'utf8').catch(() => null);
  if (text === null || hash === null)
    throw new BackupError(`${folder} holds no complete backup: its manifest is missing.`);
  if (hash.trim() !== sha256Of(text)) throw new BackupError(`${join(folder, 'manifest.json')} is damaged.`);
  const read = manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new BackupError(`${folder} is a backup of another format than this version reads.`);
  return read.data;
}

/** Reads a file of the backup to its end. @throws BackupError when it is missing, shorter, longer or has another byte anywhere. */
export async function checkPart(folder: string, { path, bytes, sha256 }: Part): Promise<void> {
  const full = join(folder, path);
  const found = await stat(full).catch(() => null);
  if (found === null) throw new BackupError(`The backup is incomplete: ${path} is missing.`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(full)) hash.update(chunk);
  if (found.size !== bytes || hash.digest('hex') !== sha256) throw new BackupError(`The backup is damaged: ${path}.`);
}

export function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A file that appears whole or not at all, and is on the disk when this returns. */
async function writeDurably(path: string, content: string | Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}
