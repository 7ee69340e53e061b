import { spawn } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { callOut } from '#platform/network';

/** A trade as the channel itself remembers it: the independent witness of a test. Amounts in fen. */
type WitnessedTrade = {
  tradeNo: string;
  status: string;
  amountFen: number;
  payments: { tradeNo: string; amountFen: number; status: string }[];
  refunds: { outRequestNo: string; tradeNo: string; amountFen: number }[];
  notifications: { kind: string; fields: Record<string, string>; attempts: { answer: string }[]; delivered: boolean }[];
};

type Fault = { mode: string; only?: string; code?: string; times?: number; delayMs?: number };

/** The payment channel of a test: the sandbox in a process of its own, speaking the real protocol. */
export type Bank = {
  /** Settings under which a server speaks to it. */
  environment: Record<string, string>;
  trade(tradeNo: string): Promise<WitnessedTrade | null>;
  trades(): Promise<WitnessedTrade[]>;
  /** The channel's statement of a day in China, as it is downloaded. */
  statement(day: string): Promise<string>;
  /** A payer acts; the server has been told when this returns. */
  settle(tradeNo: string, outcome: string): Promise<void>;
  /** Somebody gives money back in the channel's own console; the server has been told when this returns. */
  refundInConsole(tradeNo: string, amountFen: number): Promise<void>;
  fault(dependency: 'gateway' | 'notify', fault: Fault): Promise<void>;
  /** Moves the clocks of the channel and of the database together. */
  moveClock(seconds: number): Promise<void>;
  close(): Promise<void>;
};

const appId = '2021000000000042';

/** Starts the channel and chooses a free port for the server that will speak to it. */
export async function startBank(): Promise<Bank> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const child = startSandbox({ ALIPAY_APP_PUBLIC_KEY: publicPem });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const ready: { port: number; alipayPublicKey: string; sellerId: string } = JSON.parse(String(line));
  const url = `http://127.0.0.1:${ready.port}`;
  const port = await freePort();
  const send = async (path: string, body: object): Promise<void> => {
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    } as const;
    const { status, text } = await callOut(url + path, { ...sent, allowedOrigins: [url] });
    if (status !== 200) throw new Error(`The channel answered ${status} ${text}`);
  };
  const read = async <T>(path: string): Promise<T | null> => {
    const { status, text } = await callOut(url + path, { allowedOrigins: [url] });
    return status === 200 ? (JSON.parse(text) as T) : null;
  };
  return {
    environment: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ALIPAY_APP_ID: appId,
      ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ALIPAY_PUBLIC_KEY: ready.alipayPublicKey,
      ALIPAY_GATEWAY: `${url}/alipay/gateway.do`,
      ALIPAY_SELLER_ID: ready.sellerId,
    },
    trade: (tradeNo) => read<WitnessedTrade>(`/api/payments/${tradeNo}`),
    trades: async () => (await read<WitnessedTrade[]>('/api/payments')) ?? [],
    statement: async (day) => (await callOut(`${url}/api/statement?day=${day}`, { allowedOrigins: [url] })).text,
    settle: (tradeNo, outcome) => send(`/api/payments/${tradeNo}/settle`, { outcome }),
    refundInConsole: (tradeNo, amountFen) => send(`/api/payments/${tradeNo}/refund`, { amountFen }),
    fault: (dependency, fault) => send('/api/faults', { dependency, ...fault }),
    moveClock: async (seconds) => {
      await setClockOffset(seconds);
      // People of a test do not fall asleep while the clock jumps.
      await databasePool().query(
        `update account_session set last_seen_at = app_now(), expires_at = greatest(expires_at, app_now() + interval '1 day')`,
      );
      await send('/api/clock', { offsetSeconds: seconds });
    },
    close: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function startSandbox(keys: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [join(import.meta.dirname, '../../../sandbox/src/main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SANDBOX_PORT: '0',
      ...keys,
      ALIPAY_APP_ID: appId,
      SANDBOX_NOTIFY_SECONDS: '0.05,0.1',
      SANDBOX_EXIT_WITH_PARENT: '1',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
