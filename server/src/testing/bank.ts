import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { callOut } from '#platform/network';
import { freePort } from '#platform/testing/free-port';
import { startOutside } from './outside.ts';

/** A trade as the channel itself remembers it: the independent witness of a test. Amounts in fen. */
type WitnessedTrade = {
  tradeNo: string;
  status: string;
  method: string;
  /** Whom alone it is for, where the merchant said so. */
  payer?: string;
  amountFen: number;
  payments: { tradeNo: string; amountFen: number; status: string }[];
  refunds: { outRequestNo: string; tradeNo: string; amountFen: number; reason: string; isAbnormal?: boolean }[];
  notifications: {
    kind: string;
    fields: Record<string, string>;
    /** What went over the line last, byte for byte. */
    sent?: { headers: Record<string, string>; body: string };
    attempts: { answer: string }[];
    delivered: boolean;
  }[];
};

type Fault = { mode: string; only?: string; code?: string; times?: number; delayMs?: number };

/** The payment channel of a test: the sandbox, speaking the real protocol. */
export type Bank = {
  /** Settings under which a server speaks to it. */
  environment: Record<string, string>;
  trade(tradeNo: string): Promise<WitnessedTrade | null>;
  trades(): Promise<WitnessedTrade[]>;
  /** The channel's statement of a day in China, as it is downloaded. */
  statement(day: string, channel?: ChannelName): Promise<string>;
  /** A payer acts; the server has been told when this returns. */
  settle(tradeNo: string, outcome: string): Promise<void>;
  /** Somebody gives money back in the channel's own console; the server has been told when this returns. */
  refundInConsole(tradeNo: string, amountFen: number): Promise<void>;
  fault(dependency: 'gateway' | 'notify', fault: Fault): Promise<void>;
  /** How many calls to the channel wait for an answer, because it is slow. A new fault ends the waiting. */
  waitingCalls(): Promise<number>;
  /** Moves the clocks of the channel and of the database together. */
  moveClock(seconds: number): Promise<void>;
  close(): Promise<void>;
};

const appId = '2021000000000042';

export type ChannelName = 'alipay' | 'wechat' | 'unionpay' | 'card';

type Ready = Awaited<ReturnType<typeof startOutside>>;

/** Who we are to the other channels; the key is the same as at Alipay. */
const wechat = {
  WECHAT_MCH_ID: '1900000001',
  WECHAT_APP_ID: 'wx0000000000000001',
  WECHAT_API_V3_KEY: '0123456789abcdef0123456789abcdef',
  WECHAT_APP_SECRET: 'fedcba9876543210fedcba9876543210',
};
const unionpay = { UNIONPAY_MER_ID: '777290058110097', UNIONPAY_CERT_ID: '68759663125' };
const card = { STRIPE_SECRET_KEY: 'sk_test_of_the_tests', STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests' };
const serial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';

/** What the sandbox is told of the merchant. */
function merchantOf(channels: readonly ChannelName[], { publicPem, port }: { publicPem: string; port: number }) {
  const webhook = `http://127.0.0.1:${port}/api/payment/notify/card`;
  return {
    ALIPAY_APP_PUBLIC_KEY: publicPem,
    ...(channels.includes('wechat')
      ? { ...wechat, WECHAT_MERCHANT_PUBLIC_KEY: publicPem, WECHAT_MERCHANT_SERIAL: serial }
      : {}),
    ...(channels.includes('unionpay') ? { ...unionpay, UNIONPAY_MERCHANT_PUBLIC_KEY: publicPem } : {}),
    ...(channels.includes('card') ? { ...card, STRIPE_WEBHOOK_URL: webhook } : {}),
  };
}

/** The settings by which a server speaks to the channels beside Alipay. */
function environmentOf(channels: readonly ChannelName[], ready: Ready, privatePem: string): Record<string, string> {
  const url = `http://127.0.0.1:${ready.port}`;
  const atWechat = {
    ...wechat,
    WECHAT_PRIVATE_KEY: privatePem,
    WECHAT_SERIAL: serial,
    WECHAT_PUBLIC_KEY: ready.wechat.publicKey,
    WECHAT_PUBLIC_KEY_ID: ready.wechat.keyId,
    WECHAT_ENDPOINT: `${url}/wechat`,
    WECHAT_SIGN_IN_PAGE: `${url}/wechat/connect/oauth2/authorize`,
    WECHAT_SIGN_IN_ENDPOINT: `${url}/wechat/sns/oauth2/access_token`,
  };
  const atUnionpay = {
    ...unionpay,
    UNIONPAY_PRIVATE_KEY: privatePem,
    UNIONPAY_ROOT_CERT: ready.unionpay?.root ?? '',
    UNIONPAY_MIDDLE_CERT: ready.unionpay?.middle ?? '',
    UNIONPAY_PAGES: ready.unionpay?.pages ?? '',
    UNIONPAY_GATEWAY: `${url}/unionpay/gateway/api`,
    UNIONPAY_WAYS: 'B2C,B2B,UNION_SCANCODE_PAY,EXPRESS_PAY,AGREEMENT_PAY',
  };
  return {
    ...(channels.includes('wechat') ? atWechat : {}),
    ...(channels.includes('unionpay') ? atUnionpay : {}),
    ...(channels.includes('card') ? { ...card, STRIPE_ENDPOINT: `${url}/card`, STRIPE_APPLE_PAY: 'on' } : {}),
  };
}

/** Ours, the same at every channel of this worker: a key takes a moment to make. */
const merchantKey = (() => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
})();

/**
 * Starts the channels and chooses a free port for the server that will speak to them.
 * @param notifySeconds the pauses before each further try to tell of a payment; a real channel tries for a day.
 */
export async function startBank(
  channels: readonly ChannelName[] = ['alipay'],
  notifySeconds = '0.05,0.1',
): Promise<Bank> {
  const { publicPem, privatePem } = merchantKey;
  const port = await freePort();
  const ready = await startOutside({
    ...merchantOf(channels, { publicPem, port }),
    ALIPAY_APP_ID: appId,
    SANDBOX_NOTIFY_SECONDS: notifySeconds,
  });
  const { url } = ready;
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
      ALIPAY_PRIVATE_KEY: privatePem,
      ALIPAY_PUBLIC_KEY: ready.alipayPublicKey,
      ALIPAY_GATEWAY: `${url}/alipay/gateway.do`,
      ALIPAY_SELLER_ID: ready.sellerId,
      ...environmentOf(channels, ready, privatePem),
    },
    trade: (tradeNo) => read<WitnessedTrade>(`/api/payments/${tradeNo}`),
    trades: async () => (await read<WitnessedTrade[]>('/api/payments')) ?? [],
    statement: async (day, channel = 'alipay') =>
      (await callOut(`${url}/api/statement?day=${day}&channel=${channel}`, { allowedOrigins: [url] })).text,
    settle: (tradeNo, outcome) => send(`/api/payments/${tradeNo}/settle`, { outcome }),
    refundInConsole: (tradeNo, amountFen) => send(`/api/payments/${tradeNo}/refund`, { amountFen }),
    fault: (dependency, fault) => send('/api/faults', { dependency, ...fault }),
    waitingCalls: async () => (await read<{ gateway: number }>('/api/faults/waiting'))?.gateway ?? 0,
    moveClock: async (seconds) => {
      await setClockOffset(seconds);
      // People of a test do not fall asleep while the clock jumps.
      await databasePool().query(
        `update account_session set last_seen_at = app_now(), expires_at = greatest(expires_at, app_now() + interval '1 day')`,
      );
      await send('/api/clock', { offsetSeconds: seconds });
    },
    close: async () => await ready.close(),
  };
}
