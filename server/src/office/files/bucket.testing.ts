import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUint8Array } from 'node:util/types';
import { SignatureV4 } from '@smithy/signature-v4';
import S3rver from 's3rver';
import { createS3Store } from './storage.ts';

/** What Amazon's own signer hashes with. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: unknown) {
    this.#hash =
      typeof secret === 'string' || isUint8Array(secret) ? createHmac('sha256', secret) : createHash('sha256');
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
  reset(): void {}
}

const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const signer = new SignatureV4({
  service: 's3',
  region: 'auto',
  uriEscapePath: false,
  credentials: key,
  sha256: Sha256,
});

/** Whether Amazon's own signer comes to the same authorisation, from the lines that this request says it signed. */
async function isSigned({ method = '', url: path = '', headers }: IncomingMessage): Promise<boolean> {
  const { authorization = '', 'x-amz-date': date = '' } = headers;
  const names = /SignedHeaders=([\w;-]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const said = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const signingDate = String(date).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5');
  const asked = { protocol: 'http:', hostname: '', method, path, headers: said };
  return (await signer.sign(asked, { signingDate })).headers['authorization'] === authorization;
}

/** What a bucket answers before it does as it is told; `lost` does it and hangs up. */
type Mood = { status: number; body?: string; date?: string } | 'lost';

/** An S3 server that others wrote, which does not look at signatures, behind a door that does and that has moods. */
export async function startBucket(moods: Mood[] = []) {
  const signedAt: unknown[] = [];
  const directory = mkdtempSync(join(tmpdir(), 'bucket-'));
  const theirs = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'bucket', configs: [] }] });
  await theirs.configureBuckets();
  const handle = theirs.callback();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    signedAt.push(request.headers['x-amz-date']);
    if (!(await isSigned(request))) return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    const mood = moods.shift();
    if (mood && mood !== 'lost')
      return response.writeHead(mood.status, mood.date ? { date: mood.date } : {}).end(mood.body);
    if (mood === 'lost')
      response.end = () => {
        request.socket.destroy();
        return response;
      };
    return handle(request, response);
  };
  const bucket = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const address = bucket.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const s3 = { url: `http://127.0.0.1:${port}/bucket`, region: 'auto', accessKey: 'S3RVER', secretKey: 'S3RVER' };
  const close = () => {
    bucket.close();
    rmSync(directory, { recursive: true });
  };
  return { store: createS3Store(s3), s3, signedAt, close };
}
