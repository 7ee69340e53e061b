import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { randomToken } from '#platform/chance';
import { makeDirectory } from '#platform/directories';
import { refuseForNow } from '#platform/errors';
import { callOut } from '#platform/network';
import { settings } from '#platform/settings';

/** Where the bytes of files lie. Keys are random and made by us; nothing is served by its key. */
export type FileStore = {
  put(key: string, content: Buffer): Promise<void>;
  /** Null when there is nothing under this key. */
  get(key: string): Promise<Buffer | null>;
  /** Nothing happens when there is nothing. */
  remove(key: string): Promise<void>;
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
  };
}

/** An S3-compatible store: `url` names the bucket. */
export function createS3Store({ url, region, accessKey, secretKey }: S3): FileStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 0,
  });
  const send = async (method: 'GET' | 'PUT' | 'DELETE', key: string, content?: Buffer) => {
    const body = content ? { body: new Uint8Array(content) } : {};
    const signed = await client.sign(`${url}/${key}`, { method, ...body });
    const headers = Object.fromEntries(signed.headers);
    const outgoing = { method, headers, allowedOrigins: [new URL(url).origin], maximumBytes: mostBytes };
    return await callOut(signed.url, { ...outgoing, ...(content ? { body: content } : {}) });
  };
  const check = (status: number): void => {
    if (status >= 300) throw new Error(`the file store answered ${status}`);
  };
  return {
    put: async (key, content) => check((await send('PUT', key, content)).status),
    get: async (key) => {
      const { status, content } = await send('GET', key);
      if (status === 404) return null;
      check(status);
      return content;
    },
    remove: async (key) => {
      const { status } = await send('DELETE', key);
      if (status !== 404) check(status);
    },
  };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

function nullWhenAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
