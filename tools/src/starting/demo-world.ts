import type { DemoPayment } from '@exam/server/demo';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeDirectory } from '@exam/server/platform/directories';
import { Advice } from '@exam/server/platform/errors';
import { startChild } from './family.ts';

/** A running sandbox of the outside world, and the settings by which the server talks to it. */
export type DemoWorld = {
  environment: Record<string, string>;
  port: number;
  ended: Promise<null>;
  stop: () => Promise<void>;
};

type Ports = { port: number; sandboxPort: number; dataDir: string };

type Ready = {
  port: number;
  smtpPort: number;
  alipayPublicKey: string;
  sellerId: string;
  wechat: { keyId: string; publicKey: string };
  unionpay: { root: string; middle: string; pages: string };
};

const appId = '2021000000000001';
/** Who the demonstration's merchant is to the channels beside Alipay; its key is the same everywhere. */
const wechatMerchant = { WECHAT_MCH_ID: '1900000001', WECHAT_APP_ID: 'wx0000000000000001' };
const unionpayMerchant = { UNIONPAY_MER_ID: '777290058110097', UNIONPAY_CERT_ID: '68759663125' };
const wechatSerial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';

/** The sandbox was killed, or does not answer any more. */
export class WorldLost extends Error {}

/**
 * Starts the sandbox as a process of its own and agrees keys with it. It ends with us, however we end.
 * @throws Advice with one line when it does not start; it says why on standard error itself. @throws WorldLost when it was killed.
 */
export async function startDemoWorld({ port, sandboxPort, dataDir }: Ports): Promise<DemoWorld> {
  const keys = merchantKeys(dataDir);
  const shared = {
    SANDBOX_SECRET: secret(),
    SMS_ACCESS_KEY_ID: `demo${secret().slice(0, 12)}`,
    SMS_ACCESS_KEY_SECRET: secret(),
    ALIPAY_APP_ID: appId,
    ...wechatMerchant,
    WECHAT_API_V3_KEY: secret().slice(0, 32),
    WECHAT_APP_SECRET: secret().slice(0, 32),
    ...unionpayMerchant,
    STRIPE_SECRET_KEY: `sk_test_${secret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
  };
  const child = startChild(['sandbox/src/main.ts'], {
    output: 'pipe',
    watchesInput: true,
    env: {
      ...shared,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
      SANDBOX_CLOCK_URL: `http://127.0.0.1:${port}/internal/clock`,
      ALIPAY_APP_PUBLIC_KEY: keys.publicKey,
      WECHAT_MERCHANT_PUBLIC_KEY: keys.publicKey,
      WECHAT_MERCHANT_SERIAL: wechatSerial,
      UNIONPAY_MERCHANT_PUBLIC_KEY: keys.publicKey,
      STRIPE_WEBHOOK_URL: `http://127.0.0.1:${port}/api/payment/notify/card`,
      SANDBOX_EXIT_WITH_PARENT: '1',
    },
  });
  const exited = new Promise<null>((resolve) => child.once('exit', () => resolve(null)));
  const ready = await Promise.race([firstLine(child.stdout), exited]);
  if (ready === null) {
    await exited;
    if (child.signalCode !== null) throw new WorldLost('The sandbox was killed.');
    throw new Advice('The sandbox did not start; see the line above.');
  }
  const said: Ready = JSON.parse(ready);
  return {
    port: said.port,
    environment: {
      ...shared,
      SMS_ENDPOINT: `http://127.0.0.1:${said.port}/sms`,
      SMTP_URL: `smtp://127.0.0.1:${said.smtpPort}`,
      ALIPAY_PRIVATE_KEY: keys.privateKey,
      ALIPAY_PUBLIC_KEY: said.alipayPublicKey,
      ALIPAY_SELLER_ID: said.sellerId,
      ALIPAY_GATEWAY: `http://127.0.0.1:${said.port}/alipay/gateway.do`,
      ...channelsOf(said, keys.privateKey),
    },
    ended: exited,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** The settings by which the server speaks to the channels beside Alipay: all nine ways of paying can be tried. */
function channelsOf({ port, wechat, unionpay }: Ready, privateKey: string): Record<string, string> {
  return {
    WECHAT_PRIVATE_KEY: privateKey,
    WECHAT_SERIAL: wechatSerial,
    WECHAT_PUBLIC_KEY: wechat.publicKey,
    WECHAT_PUBLIC_KEY_ID: wechat.keyId,
    WECHAT_ENDPOINT: `http://127.0.0.1:${port}/wechat`,
    WECHAT_SIGN_IN_PAGE: `http://127.0.0.1:${port}/wechat/connect/oauth2/authorize`,
    WECHAT_SIGN_IN_ENDPOINT: `http://127.0.0.1:${port}/wechat/sns/oauth2/access_token`,
    UNIONPAY_PRIVATE_KEY: privateKey,
    UNIONPAY_WAYS: 'B2C,B2B,UNION_SCANCODE_PAY,EXPRESS_PAY,AGREEMENT_PAY',
    UNIONPAY_ROOT_CERT: unionpay.root,
    UNIONPAY_MIDDLE_CERT: unionpay.middle,
    UNIONPAY_PAGES: unionpay.pages,
    UNIONPAY_GATEWAY: `http://127.0.0.1:${port}/unionpay/gateway/api`,
    STRIPE_ENDPOINT: `http://127.0.0.1:${port}/card`,
    STRIPE_APPLE_PAY: 'anywhere',
  };
}

function secret(): string {
  return randomBytes(24).toString('hex');
}

/** Puts the texts of our SMS on file at the sandbox's service, as an operator does at the real one. */
export async function saveSmsTemplates(
  port: number,
  templates: readonly { code: string; text: string }[],
): Promise<void> {
  await put(port, 'sms-templates', templates);
}

/** Gives the sandbox the authenticators of the demo staff, as each would have one on a phone. */
export async function saveAuthenticators(
  port: number,
  holders: readonly { account: string; secret: string }[],
): Promise<void> {
  await put(port, 'totp', holders);
}

/** Tells the sandbox's payment channel of the payments of the demonstration's past; what it knows already stays as it is. */
export async function savePayments(port: number, payments: readonly DemoPayment[]): Promise<void> {
  await put(port, 'payments', payments);
}

/** Sets the sandbox's clock by the database's: an end in the middle of a move leaves the two apart. */
export async function saveClock(port: number, offsetSeconds: number): Promise<void> {
  await put(port, 'clock', { offsetSeconds });
}

/** @throws WorldLost */
async function put(port: number, what: string, content: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/${what}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  }).catch((error: unknown) => {
    throw new WorldLost('The sandbox did not answer.', { cause: error });
  });
  if (!answer.ok) throw new Advice(`The sandbox refused ${what} (${answer.status}).`);
}

async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string | null> {
  if (!stream) return null;
  for await (const line of createInterface({ input: stream })) if (line.startsWith('{')) return line;
  return null;
}

/** Our key pair at the sandbox's payment channel, kept so that payments of an earlier start can still be asked about. */
function merchantKeys(dataDir: string): { privateKey: string; publicKey: string } {
  const file = join(dataDir, 'demo-merchant-keys.json');
  if (!existsSync(file)) {
    makeDirectory(dataDir);
    const pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    const made = { privateKey: pair.privateKey.toString('base64'), publicKey: pair.publicKey.toString('base64') };
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
