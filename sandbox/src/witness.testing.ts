import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { AlipaySdk } from 'alipay-sdk';
import { startSandbox } from './main.ts';
import { recordOf } from './reading.ts';
import type { Sandbox } from './main.ts';
import type { SandboxOptions } from './settings.ts';

/** A merchant for tests: the official SDK with its own key pair. */
export interface TestMerchant {
  appPublicKey: string;
  privateKey: string;
  sdkFor(sandbox: Sandbox): AlipaySdk;
}

const testAppId = '2021000000000001';

/** Makes a merchant whose SDK speaks to a sandbox; nothing of the protocol is ours on this side. */
export function testMerchant(): TestMerchant {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    appPublicKey: pair.publicKey,
    privateKey: pair.privateKey,
    sdkFor: (sandbox) =>
      new AlipaySdk({
        appId: testAppId,
        privateKey: pair.privateKey,
        keyType: 'PKCS8',
        alipayPublicKey: sandbox.alipayPublicKey,
        gateway: `${sandbox.url}/alipay/gateway.do`,
      }),
  };
}

/** The merchant's ear: collects the forms it is sent and answers what `say` is at the moment. */
export interface Ear extends AsyncDisposable {
  url: string;
  heard: Record<string, string>[];
  say: string;
}

/** Opens an ear on a free port. */
export async function listen(): Promise<Ear> {
  const heard: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      heard.push(Object.fromEntries(new URLSearchParams(body)));
      response.end(ear.say);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  const port = typeof place === 'object' && place ? place.port : 0;
  const ear: Ear = {
    url: `http://127.0.0.1:${port}/notify`,
    heard,
    say: 'success',
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return ear;
}

/** A sandbox that ends with the test's block. */
export async function sandboxForTest(options: SandboxOptions = {}): Promise<Sandbox & AsyncDisposable> {
  const sandbox = await startSandbox({ retrySeconds: [0.02, 0.02, 0.02], ...options });
  return { ...sandbox, [Symbol.asyncDispose]: () => sandbox.close() };
}

type Answered = Readonly<Record<string, unknown>>;

/** Calls a program's address; gives the status and the JSON as a list of objects (one object is a list of one). */
export async function callJson(
  sandbox: Sandbox,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<{ status: number; json: Answered; list: Answered[] }> {
  const answer = await fetch(sandbox.url + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const read: unknown = await answer.json();
  const list: Answered[] = (Array.isArray(read) ? read : [read]).map((one) => recordOf(one));
  return { status: answer.status, json: list[0] ?? {}, list };
}

/** Asks again until it is so: for what happens a moment later in another process. */
export async function until(isSo: () => boolean | Promise<boolean>, tries = 1000): Promise<void> {
  for (let left = tries; left > 0; left--) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it never became so');
}
