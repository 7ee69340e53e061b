import { publicKeyPem } from './alipay/keys.ts';
import type { ClockTarget } from './clock.ts';
import type { Access, CardAccess, SmsAccess, UnionpayAccess, WechatAccess } from './world.ts';

/** How to start a sandbox. Everything has a default that suits a test: any port, no memory after the end. */
export interface SandboxOptions {
  host?: string;
  port?: number;
  smtpPort?: number;
  /** Where ledger and key are kept between starts. */
  dataDir?: string | undefined;
  /** How buyers reach this process; unset: the address it listens on. */
  publicUrl?: string | undefined;
  /** Where clock moves are passed on. */
  clock?: ClockTarget | undefined;
  /** The merchant application's public key, PEM. Without it the gateway believes nobody. */
  appPublicKey?: string | undefined;
  /** The only application allowed; empty: any that signs rightly. */
  appId?: string;
  sellerId?: string;
  merchantName?: string | undefined;
  smsAccess?: SmsAccess | undefined;
  /** What the channels but Alipay were told of the merchant. */
  access?: Access;
  /** Pauses between tries of a notification, in seconds. */
  retrySeconds?: readonly number[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The merchant's number at the channel in a sandbox. */
export const defaultSellerId = '2088000000000001';
/** Alipay's pauses between eight tries within a day, compressed to seconds. */
export const defaultRetrySeconds: readonly number[] = [1, 3, 10, 30, 120, 300, 600];

function portOf(environment: Environment, name: string, unset: number, problems: string[]): number {
  const text = environment[name];
  if (text === undefined || text === '') return unset;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  problems.push(`${name} must be a port number from 0 to 65535, not "${text}".`);
  return unset;
}

function smsAccessOf(environment: Environment): SmsAccess | undefined {
  const keyId = environment['SMS_ACCESS_KEY_ID'] ?? '';
  const keySecret = environment['SMS_ACCESS_KEY_SECRET'] ?? '';
  return keyId === '' || keySecret === '' ? undefined : { keyId, keySecret };
}

function clockTargetOf(environment: Environment, problems: string[]): ClockTarget | undefined {
  const url = urlOf(environment, 'SANDBOX_CLOCK_URL', problems);
  const secret = environment['SANDBOX_SECRET'] ?? '';
  if (url === '') return undefined;
  if (secret === '') problems.push('SANDBOX_SECRET must be set when SANDBOX_CLOCK_URL is.');
  return { url, secret };
}

function appKeyOf(environment: Environment, name: string, problems: string[]): string | undefined {
  const text = environment[name];
  if (!text) return undefined;
  try {
    return publicKeyPem(text);
  } catch {
    problems.push(`${name} must be an RSA public key, as PEM or as base64 on one line.`);
    return undefined;
  }
}

function wechatOf(environment: Environment, problems: string[]): WechatAccess | undefined {
  const merchantPublicKey = appKeyOf(environment, 'WECHAT_MERCHANT_PUBLIC_KEY', problems);
  const {
    WECHAT_MCH_ID: mchId,
    WECHAT_APP_ID: appId,
    WECHAT_MERCHANT_SERIAL: merchantSerial,
    WECHAT_API_V3_KEY: apiV3Key,
    WECHAT_APP_SECRET: appSecret,
  } = environment;
  return merchantPublicKey && mchId && appId && merchantSerial && apiV3Key
    ? { mchId, appId, merchantPublicKey, merchantSerial, apiV3Key, appSecret }
    : undefined;
}

function unionpayOf(environment: Environment, problems: string[]): UnionpayAccess | undefined {
  const merchantPublicKey = appKeyOf(environment, 'UNIONPAY_MERCHANT_PUBLIC_KEY', problems);
  const { UNIONPAY_MER_ID: merId, UNIONPAY_CERT_ID: certId } = environment;
  return merchantPublicKey && merId && certId ? { merId, merchantPublicKey, certId } : undefined;
}

function cardOf(environment: Environment): CardAccess | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_WEBHOOK_URL: webhookUrl,
  } = environment;
  return secretKey && webhookSecret && webhookUrl ? { secretKey, webhookSecret, webhookUrl } : undefined;
}

function retriesOf(environment: Environment, problems: string[]): readonly number[] {
  const text = environment['SANDBOX_NOTIFY_SECONDS'];
  if (!text) return defaultRetrySeconds;
  const pauses = text.split(',').map(Number);
  if (pauses.every((pause) => pause >= 0 && pause <= 100_000)) return pauses;
  problems.push('SANDBOX_NOTIFY_SECONDS must be seconds separated by commas, such as "1,3,10".');
  return defaultRetrySeconds;
}

function urlOf(environment: Environment, name: string, problems: string[]): string {
  const text = environment[name] ?? '';
  if (text !== '' && !/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    problems.push(`${name} must be an http(s) address, not "${text}".`);
  return text.replace(/\/$/, '');
}

/**
 * Reads the sandbox's settings from the environment.
 * @returns the options, and one clear sentence for each setting that is wrong
 */
export function settingsFrom(environment: Environment): { options: SandboxOptions; problems: string[] } {
  const problems: string[] = [];
  if (environment['NODE_ENV'] === 'production') problems.push('The sandbox does not run with NODE_ENV=production.');
  const options: SandboxOptions = {
    host: environment['SANDBOX_HOST'] || '127.0.0.1',
    port: portOf(environment, 'SANDBOX_PORT', 8090, problems),
    smtpPort: portOf(environment, 'SANDBOX_SMTP_PORT', 0, problems),
    dataDir: environment['SANDBOX_DATA_DIR'] || undefined,
    publicUrl: urlOf(environment, 'SANDBOX_PUBLIC_URL', problems) || undefined,
    clock: clockTargetOf(environment, problems),
    appPublicKey: appKeyOf(environment, 'ALIPAY_APP_PUBLIC_KEY', problems),
    appId: environment['ALIPAY_APP_ID'] ?? '',
    sellerId: environment['ALIPAY_SELLER_ID'] || defaultSellerId,
    merchantName: environment['SANDBOX_MERCHANT'] || undefined,
    smsAccess: smsAccessOf(environment),
    access: {
      wechat: wechatOf(environment, problems),
      unionpay: unionpayOf(environment, problems),
      card: cardOf(environment),
    },
    retrySeconds: retriesOf(environment, problems),
  };
  return { options, problems };
}
