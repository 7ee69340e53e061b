import { createHash } from 'node:crypto';
import type { StoredFile } from '@exam/contract/entities';
import { sql } from 'kysely';
import { randomId, randomToken } from '#platform/chance';
import { inTransaction, reading, type Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import type { FileReply } from '#platform/http';
import type { Upload } from '#platform/http/multipart';
import { isLimitReached, noteTake } from '#platform/limits';
import { seal, unseal } from '#platform/vault';
import { sweepLater } from './forget.ts';
import { inspectFile, mediaTypes } from './inspect.ts';
import { harmlessName } from './name.ts';
import { scanFile } from './scan.ts';
import { fileStore } from './storage.ts';
import { type FileOwner, type FileRow, nameOf, ownedBy, presentFile } from './store.ts';

/** What one owner may upload in a day (T19). */
const daily = { files: 50, bytes: 200 * 1024 * 1024 };

/** The bytes of a file that are kept, and what their row will say of them. */
export type KeptBytes = Pick<FileRow, 'id' | 'storage_key' | 'name_sealed' | 'kind' | 'size' | 'sha256'>;

/**
 * Keeps an uploaded file: found out by its content, scanned, sealed, under a random key. It lives 24 hours unless something uses it.
 * @throws Refusal FILE_FORMAT, FILE_EMPTY, FILE_TOO_LARGE, FILE_UNSAFE, FILE_QUOTA; BUSY (503) when there is no room, no scanner, or too many wait.
 */
export async function keepFile(owner: FileOwner, upload: Upload | null): Promise<StoredFile> {
  if (!upload) return refuse('FILE_FORMAT');
  const whose = Object.values(owner).join();
  await checkTries(whose);
  await reading((tx) => checkQuota(tx, owner, upload.content.length));
  const bytes = await keepBytes(whose, upload).catch((error: unknown) => countRefused(whose, error));
  return await inTransaction(async (tx) => {
    // Counted again under a lock: those that were on their way together saw the same number.
    await sql`select pg_advisory_xact_lock(hashtextextended(${whose}, 5))`.execute(tx);
    await checkQuota(tx, owner, bytes.size);
    return await enterFile(tx, owner, bytes);
  });
}

/**
 * The first half of keeping a file, outside any transaction. The bytes go in an hour unless the second half, `enterFile`, has committed by then.
 * @param whose waits behind those of the same name, and not before others.
 * @throws Refusal like `keepFile`, but for the quota.
 */
export async function keepBytes(whose: string, upload: Upload): Promise<KeptBytes> {
  const fileName = harmlessName(upload.fileName);
  const { kind, content } = await inspectFile(whose, upload.content, fileName);
  await scanFile(content);
  const id = randomId();
  const storageKey = randomToken(24);
  // Before the content, and the content before its row: of no bytes may nobody know, and a row without them would be a promise broken.
  await inTransaction((tx) => sweepLater(tx, storageKey));
  await fileStore().put(storageKey, sealedContent(id, content));
  return {
    id,
    storage_key: storageKey,
    name_sealed: seal(fileName, { table: 'file', row: id, column: 'name' }),
    kind,
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
  };
}

/** The second half of keeping a file: whose it is. */
export async function enterFile(tx: Tx, owner: FileOwner, bytes: KeptBytes): Promise<StoredFile> {
  const row = await tx
    .insertInto('file')
    .values({
      ...bytes,
      account_id: 'accountId' in owner ? owner.accountId : null,
      staff_id: 'staffId' in owner ? owner.staffId : null,
      created_at: sql<string>`app_now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentFile(row);
}

/** One's own file, to be saved. @throws Refusal NOT_FOUND */
export async function sendOwnFile(owner: FileOwner, id: string): Promise<FileReply> {
  const row = await reading((tx) =>
    tx.selectFrom('file').selectAll().where('id', '=', id).where(ownedBy(owner)).executeTakeFirst(),
  );
  return await sendFile(row ?? refuse('NOT_FOUND'));
}

/** A file of one of the things that staff may see: the caller has checked that they may. @throws Refusal NOT_FOUND */
export async function sendFileOf(objectIds: readonly (string | null)[], id: string): Promise<FileReply> {
  const known = objectIds.flatMap((each) => each ?? []);
  const row = await reading((tx) =>
    tx.selectFrom('file').selectAll().where('id', '=', id).where('object_id', 'in', known).executeTakeFirst(),
  );
  return await sendFile(row ?? refuse('NOT_FOUND'));
}

/** Always to be saved, never to be shown, whatever its type (T19). */
async function sendFile(row: FileRow): Promise<FileReply> {
  const content = await contentOf(row);
  return { content, mediaType: 'application/octet-stream', fileName: nameOf(row) };
}

/** A file of something, to go with a mail. @throws Refusal NOT_FOUND */
export async function attachmentOf(objectId: string, id: string) {
  const row = await reading((tx) =>
    tx.selectFrom('file').selectAll().where('id', '=', id).where('object_id', '=', objectId).executeTakeFirst(),
  );
  if (!row) return refuse('NOT_FOUND');
  return { fileName: nameOf(row), mediaType: mediaTypes[row.kind], content: await contentOf(row) };
}

async function contentOf(row: FileRow): Promise<Buffer> {
  const sealed = (await fileStore().get(row.storage_key)) ?? refuse('NOT_FOUND');
  return Buffer.from(unseal(sealed, placeOf(row.id)), 'base64');
}

/** What is refused costs as much to read as what is kept, and documents that are slow to read cost most. @throws Refusal FILE_QUOTA */
async function checkTries(whose: string): Promise<void> {
  for (const name of ['upload.refused', 'upload.seconds'] as const)
    if (await isLimitReached(name, whose)) refuse('FILE_QUOTA');
}

/** That the server is busy is nobody's fault and not counted. */
async function countRefused(whose: string, error: unknown): Promise<never> {
  if (error instanceof Refusal && error.code !== 'BUSY') await noteTake('upload.refused', whose);
  throw error;
}

async function checkQuota(tx: Tx, owner: FileOwner, size: number): Promise<void> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::integer as files, coalesce(sum(size), 0)::integer as bytes from file
    where created_at > app_now() - interval '1 day' and ${ownedBy(owner)}`.execute(tx);
  const [used] = rows;
  if (used && (used.files >= daily.files || used.bytes + size > daily.bytes)) refuse('FILE_QUOTA');
}

const placeOf = (row: string) => ({ table: 'file', row, column: 'content' });

function sealedContent(id: string, content: Buffer): Buffer {
  return seal(content.toString('base64'), placeOf(id));
}
