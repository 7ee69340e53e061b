import { mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { randomToken } from '#platform/chance';
import { makeDirectory } from '#platform/directories';
import { refuseForNow } from '#platform/errors';
import { logWarning } from '#platform/log';
import { callOut, type Incoming, NetworkError } from '#platform/network';
import { settings } from '#platform/settings';

/** Where the bytes of files lie. Keys are random and made by us; nothing is served by its key. */
export type FileStore = {
  put(key: string, content: Buffer): Promise<void>;
  /** Null when there is nothing under this key. */
  get(key: string): Promise<Buffer | null>;
  /** Nothing happens when there is nothing. */
  remove(key: string): Promise<void>;
  /**
   * Removes what a process that was killed while it put something has left of it: what was begun an hour ago, by the store's own clock.
   * @throws the first error, when it has tried all.
   */
  removeHalves(): Promise<void>;
};

/** An upload, or a day of the journal of erasures on which a million rows went. */
const mostBytes = 96 * 1024 * 1024;

type S3 = { url: string; region: string; accessKey: string; secretKey: string };

/** The store of the current settings. */
export function fileStore(): FileStore {
  const { files, dataDir } = settings();
  return files.s3 ? createS3Store(files.s3) : createFolderStore(join(dataDir, 'files'));
}

/** A folder of this machine; a file appears whole or not at all. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      // Two processes may write the same key: the journal of erasures.
      const temporary = `${path}.${randomToken(8)}.part`;
      try {
        makeDirectory(dirname(path));
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        if (isFull(error)) return refuseForNow('BUSY', 60);
        throw error;
      }
    },
    get: (key) => readFile(pathOf(key)).catch(nullWhenAbsent),
    remove: (key) => rm(pathOf(key), { force: true }),
    removeHalves: async () => {
      const now = await clockOf(folder);
      if (now === null) return;
      const failures: unknown[] = [];
      for (const half of await halvesIn(folder, failures)) {
        try {
          const { mtimeMs } = await stat(half);
          if (now - mtimeMs > halfAgeMs) await unlink(half);
        } catch (error) {
          // It may have become whole meanwhile.
          if (!isAbsent(error)) failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Nobody writes that long at one file, in milliseconds. */
const halfAgeMs = 3_600_000;

/** The time of a folder's file system, in milliseconds since 1970; null when there is no folder. */
async function clockOf(folder: string): Promise<number | null> {
  const probe = await mkdtemp(join(folder, '.now-')).catch(nullWhenAbsent);
  if (probe === null) return null;
  const { mtimeMs } = await stat(probe);
  await rmdir(probe);
  return mtimeMs;
}

/** The files of our own making that are not whole, on the shelves of our own: nothing else that lies in the folder. */
async function halvesIn(folder: string, failures: unknown[]): Promise<string[]> {
  const shelves = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && /^[\w-]{2}$/.test(entry.name),
  );
  const halves: string[] = [];
  for (const { name: shelf } of shelves) {
    const entries = await readdir(join(folder, shelf), { withFileTypes: true }).catch((error: unknown) => {
      failures.push(error);
      return [];
    });
    for (const entry of entries)
      if (entry.isFile() && /^[\w.-]+\.[\w-]+\.part$/.test(entry.name)) halves.push(join(folder, shelf, entry.name));
  }
  return halves;
}

/** The pauses before the second and the third try. Repeating is harmless: a key means one content. */
const pauses = [200, 800];
/** After how long no other try is begun: a person waits for it. */
const patienceMilliseconds = 12_000;

/**
 * An S3-compatible store: `url` names the bucket. What passes by itself is tried again: no answer, a store that is too busy, a clock of ours that is wrong.
 * @throws Refusal BUSY (503) when the store does not do it all the same; of a `put` it may still have arrived.
 */
export function createS3Store({ url, region, accessKey, secretKey }: S3): FileStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 0,
  });
  const sendOnce = async ({ method, key, content }: Wanted, datetime: string | null) => {
    const body = content ? { body: new Uint8Array(content) } : {};
    const aws = datetime === null ? {} : { datetime };
    const signed = await client.sign(`${url}/${key}`, { method, ...body, aws });
    const headers = Object.fromEntries(signed.headers);
    const outgoing = { method, headers, allowedOrigins: [new URL(url).origin], maximumBytes: mostBytes };
    return await callOut(signed.url, { ...outgoing, ...(content ? { body: content } : {}) });
  };
  const send = async (wanted: Wanted): Promise<Incoming> => {
    const begun = performance.now();
    let datetime: string | null = null;
    for (let round = 0; ; round++) {
      const answer: Incoming | null = await sendOnce(wanted, datetime).catch(nullWhenSilent);
      if (answer && isDone(answer, wanted)) return answer;
      logWarning('file store refused', answer ? { status: answer.status } : { outcome: 'noAnswer' });
      const pause = isPassing(answer) ? pauses[round] : undefined;
      if (pause === undefined || performance.now() - begun > patienceMilliseconds) return refuseForNow('BUSY', 30);
      datetime = answer?.text.includes(skewed) ? stampOf(answer.headers.get('date')) : null;
      await wait(pause);
    }
  };
  return {
    put: async (key, content) => void (await send({ method: 'PUT', key, content })),
    get: async (key) => {
      const { status, content } = await send({ method: 'GET', key });
      return status === 404 ? null : content;
    },
    remove: async (key) => void (await send({ method: 'DELETE', key })),
    // An object is there whole or not at all.
    removeHalves: () => Promise.resolve(),
  };
}

type Wanted = { method: 'GET' | 'PUT' | 'DELETE'; key: string; content?: Buffer };

/** Nothing to give or to remove is an answer; a bucket that is not there is none. */
function isDone({ status, text }: Incoming, { method }: Wanted): boolean {
  return status < 300 || (status === 404 && method !== 'PUT' && !text.includes('NoSuchBucket'));
}

const skewed = 'RequestTimeTooSkewed';

/** Whether it may be otherwise in a moment: a key that is refused stays refused. */
function isPassing(answer: Incoming | null): boolean {
  if (!answer || answer.status >= 500) return true;
  return answer.status === 429 || answer.text.includes(skewed) || answer.text.includes('RequestTimeout');
}

function nullWhenSilent(error: unknown): null {
  if (error instanceof NetworkError) return null;
  throw error;
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** The store's own time as signatures write it, from the line `Date` of its answer; null when it says none. */
function stampOf(date: string | null): string | null {
  const parts = /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/.exec(date ?? '');
  if (!parts) return null;
  const [, day, month = '', year, ...time] = parts;
  return `${year}${String(months.indexOf(month) / 3 + 1).padStart(2, '0')}${day}T${time.join('')}Z`;
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function nullWhenAbsent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}
