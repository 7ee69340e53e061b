import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { channelEnvironment, channelGroups, channelsFrom } from '#platform/config-channels';
import { readSmsTemplates } from '#platform/config-sms';
import { developmentSecrets, type Secrets, secretProblems, secretsFrom } from '#platform/config-secrets';
import { isReachable, runUser } from '#platform/database-binaries';
import { demonstrationOperator, type Operator, readOperator } from '#platform/operator';

/** All that is wrong with the environment, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof configFrom>;

type Environment = Readonly<Record<string, string | undefined>>;

const port = (fallback: number) =>
  z
    ._default(z.pipe(z.string(), z.transform(Number)), fallback)
    .check(
      z.refine(
        (value: number) => Number.isInteger(value) && value >= 0 && value <= 65535,
        'must be a port number, 0 to 65535',
      ),
    );
const amount = (fallback: number, minimum: number, maximum: number) =>
  z
    ._default(z.pipe(z.string(), z.transform(Number)), fallback)
    .check(
      z.refine(
        (value: number) => Number.isInteger(value) && value >= minimum && value <= maximum,
        `must be a whole number, ${minimum} to ${maximum}`,
      ),
    );
const address = (protocols: RegExp, example: string) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.canParse(value) && protocols.test(new URL(value).protocol),
          `must be an address such as ${example}`,
        ),
      ),
  );
const phrase = z.optional(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(10_000, 'is too long')));

/**
 * Every setting of the server. Unset ones take the value named here.
 */
const environment = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], 'must be development, test or production'),
    'development',
  ),
  /** Where the server listens: this machine only, except in production. */
  HOST: phrase,
  /** Portal and API. */
  PORT: port(8080),
  CONSOLE_PORT: port(8081),
  SANDBOX_PORT: port(8090),
  /** Everything the embedded set-up keeps; see `defaultDataDir`. */
  DATA_DIR: phrase,
  /** A PostgreSQL 15-18 server instead of the embedded one. */
  DATABASE_URL: address(/^postgres(ql)?:$/, 'postgresql://user:password@host:5432/examport'),
  /** The address people type; absolute links are built from it, never from a request. */
  PUBLIC_URL: address(/^https?:$/, 'https://exams.example.cn'),
  /** The address staff type; another host name than PUBLIC_URL's, since ports separate no cookies (S-2). */
  CONSOLE_URL: address(/^https?:$/, 'https://console.exams.example.cn'),
  /** Proxies in front of us whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: amount(0, 0, 5),
  LOG_LEVEL: z._default(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
    'info',
  ),
  /** `order.payMinutes`: from creation to expiry. */
  ORDER_PAY_MINUTES: amount(30, 10, 24 * 60),
  /** `order.graceMinutes`: after the end of publication. */
  ORDER_GRACE_MINUTES: amount(30, 0, 24 * 60),
  /** Hours to pay by company transfer. */
  ORDER_B2B_HOURS: amount(24, 1, 24 * 30),
  /** `refund.secondApprovalFen` (S-16): a cancellation that gives more back needs a second person. */
  REFUND_SECOND_APPROVAL_FEN: amount(200_000, 0, 2_000_000_000),
  /** Uploaded files go to an S3-compatible store, which many processes share and production needs; else into a folder of DATA_DIR. */
  FILES_S3_URL: address(/^https?:$/, 'https://cos.ap-beijing.myqcloud.com/bucket'),
  FILES_S3_REGION: phrase,
  FILES_S3_ACCESS_KEY: phrase,
  FILES_S3_SECRET_KEY: phrase,
  /** A folder for the journal of erasures, best on another disk than the database's; unset: it lies with the uploaded files. */
  ERASURE_JOURNAL: phrase,
  /** A virus scanner that speaks clamd's INSTREAM: `tcp://127.0.0.1:3310`. Unset: files are not scanned. */
  FILES_CLAMD_URL: address(/^tcp:$/, 'tcp://127.0.0.1:3310'),
  ALIPAY_APP_ID: phrase,
  ALIPAY_PRIVATE_KEY: phrase,
  ALIPAY_PUBLIC_KEY: phrase,
  ALIPAY_GATEWAY: address(/^https?:$/, 'https://openapi.alipay.com/gateway.do'),
  ALIPAY_SELLER_ID: phrase,
  ...channelEnvironment,
  /** Whose protocol SMS go by. */
  SMS_PROVIDER: z._default(z.enum(['aliyun', 'tencent'], 'must be aliyun or tencent'), 'aliyun'),
  SMS_ACCESS_KEY_ID: phrase,
  SMS_ACCESS_KEY_SECRET: phrase,
  SMS_ENDPOINT: address(/^https?:$/, 'https://dysmsapi.aliyuncs.com'),
  /** Tencent's number of the application, and the region it is asked in. */
  SMS_APP_ID: phrase,
  SMS_REGION: z._default(z.string(), 'ap-guangzhou'),
  /** The codes that the service gave our texts: JSON `{"SMS_PAID_EN": "SMS_123456"}`, or the path of a file with it. */
  SMS_TEMPLATES: phrase,
  SMS_SIGN_NAME: z._default(z.string(), '考途'),
  SMTP_URL: address(/^smtps?:$/, 'smtp://user:password@mail.example.cn:587'),
  MAIL_FROM: z._default(
    z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be a mail address')),
    'no-reply@examport.local',
  ),
  /** A JSON file that says who runs the site, for the licence, contact and privacy pages; see `operator.ts`. */
  OPERATOR_FILE: phrase,
  /** 32-byte keys in base64, `id:key`, the current one first; older ones only open (T34). */
  FIELD_KEYS: phrase,
  INDEX_KEY: phrase,
  /** In base64; while it is rotated the current one, a comma, the one before. */
  CSRF_KEY: phrase,
  /** Lets the sandbox move the clock; never in production. */
  SANDBOX_SECRET: phrase,
});

type Parsed = z.output<typeof environment>;

/**
 * Reads and checks every setting.
 * @param env usually `process.env`.
 * @throws ConfigError naming every wrong setting at once, each in one line; production also refuses what is for demonstration.
 */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in environment.shape && value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  const settings = parsed.data;
  const problems = [
    ...groupProblems(settings),
    ...smsProblems(settings),
    ...secretProblems(settings),
    ...portProblems(settings),
    ...(settings.NODE_ENV === 'production' ? productionProblems(settings) : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return configFrom(settings);
}

function configFrom(settings: Parsed) {
  const isProduction = settings.NODE_ENV === 'production';
  const dataDir = settings.DATA_DIR ?? defaultDataDir();
  return {
    isProduction,
    host: settings.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    port: settings.PORT,
    consolePort: settings.CONSOLE_PORT,
    sandboxPort: settings.SANDBOX_PORT,
    dataDir,
    /** null: the embedded database. */
    databaseUrl: settings.DATABASE_URL ?? null,
    ...addressesFrom(settings),
    trustedProxies: settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    order: {
      payMinutes: settings.ORDER_PAY_MINUTES,
      graceMinutes: settings.ORDER_GRACE_MINUTES,
      b2bHours: settings.ORDER_B2B_HOURS,
    },
    refund: { secondApprovalFen: settings.REFUND_SECOND_APPROVAL_FEN },
    files: { s3: filesFrom(settings), clamdUrl: settings.FILES_CLAMD_URL ?? null },
    /** null: with the uploaded files. */
    erasureJournal: settings.ERASURE_JOURNAL ?? null,
    alipay: alipayFrom(settings),
    ...channelsFrom(settings),
    sms: smsFrom(settings),
    mail: settings.SMTP_URL ? { url: settings.SMTP_URL, from: settings.MAIL_FROM } : null,
    operator: operatorFrom(settings.OPERATOR_FILE),
    secrets: secretsFrom(settings) ?? (isProduction ? missingSecrets() : developmentSecrets(dataDir)),
    sandboxSecret: settings.SANDBOX_SECRET ?? null,
  };
}

/** Where portal and console are reached from outside, without a slash at the end. */
function addressesFrom(settings: Parsed) {
  const { PUBLIC_URL: portal, CONSOLE_URL: staff, PORT: port, CONSOLE_PORT: consolePort } = settings;
  return {
    publicUrl: (portal ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    consoleUrl: (staff ?? `http://localhost:${consolePort}`).replace(/\/+$/, ''),
  };
}

function filesFrom(settings: Parsed) {
  const {
    FILES_S3_URL: url,
    FILES_S3_REGION: region = 'auto',
    FILES_S3_ACCESS_KEY: accessKey,
    FILES_S3_SECRET_KEY: secretKey,
  } = settings;
  return url && accessKey && secretKey ? { url: url.replace(/\/+$/, ''), region, accessKey, secretKey } : null;
}

function alipayFrom(settings: Parsed) {
  const {
    ALIPAY_APP_ID: appId,
    ALIPAY_PRIVATE_KEY: privateKey,
    ALIPAY_PUBLIC_KEY: publicKey,
    ALIPAY_GATEWAY: gateway,
    ALIPAY_SELLER_ID: sellerId,
  } = settings;
  return appId && privateKey && publicKey && gateway && sellerId
    ? { appId, privateKey, publicKey, gateway, sellerId }
    : null;
}

function smsFrom(settings: Parsed) {
  const { SMS_ACCESS_KEY_ID: accessKeyId, SMS_ACCESS_KEY_SECRET: accessKeySecret, SMS_ENDPOINT: endpoint } = settings;
  return accessKeyId && accessKeySecret && endpoint
    ? {
        provider: settings.SMS_PROVIDER,
        accessKeyId,
        accessKeySecret,
        endpoint,
        appId: settings.SMS_APP_ID ?? '',
        region: settings.SMS_REGION,
        templates: readSmsTemplates(settings.SMS_TEMPLATES) ?? new Map<string, string>(),
        signName: settings.SMS_SIGN_NAME,
      }
    : null;
}

function operatorFrom(file: string | undefined): Operator {
  if (file === undefined) return demonstrationOperator;
  const read = readOperator(file);
  if ('problems' in read) throw new ConfigError(read.problems);
  return read.operator;
}

function smsProblems(settings: Parsed): string[] {
  const isReadable = readSmsTemplates(settings.SMS_TEMPLATES) !== null;
  return [
    ...(settings.SMS_PROVIDER === 'tencent' && settings.SMS_APP_ID === undefined
      ? ['SMS_APP_ID must be set when SMS_PROVIDER is tencent.']
      : []),
    ...(isReadable ? [] : ['SMS_TEMPLATES must be JSON such as {"SMS_PAID_EN": "SMS_123456"}, or a file with it.']),
  ];
}

function missingSecrets(): Secrets {
  throw new ConfigError(['FIELD_KEYS, INDEX_KEY and CSRF_KEY must be set in production.']);
}

/**
 * `.data` in the project; for root in a private home, where the database's user cannot go, `/var/lib/examport`.
 */
export function defaultDataDir(): string {
  const project = join(import.meta.dirname, '../../..');
  const inProject = join(project, '.data');
  if (process.platform === 'win32' || !existsSync('/etc/passwd')) return inProject;
  return isReachable(join(inProject, 'postgres'), runUser()) ? inProject : '/var/lib/examport';
}

const groups: readonly (readonly (keyof Parsed)[])[] = [
  ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY', 'ALIPAY_GATEWAY', 'ALIPAY_SELLER_ID'],
  ['SMS_ACCESS_KEY_ID', 'SMS_ACCESS_KEY_SECRET', 'SMS_ENDPOINT'],
  ['FIELD_KEYS', 'INDEX_KEY', 'CSRF_KEY'],
  ['FILES_S3_URL', 'FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY'],
];

function groupProblems(settings: Parsed): string[] {
  return [...groups, ...channelGroups].flatMap((group: readonly (keyof Parsed)[]) => {
    const missing = group.filter((name) => settings[name] === undefined);
    if (missing.length === 0 || missing.length === group.length) return [];
    return missing.map(
      (name) => `${name} must be set together with ${group.filter((other) => other !== name).join(', ')}.`,
    );
  });
}

/** Two servers cannot listen at one port; 0 asks for any free one. */
function portProblems(settings: Parsed): string[] {
  const names = ['PORT', 'CONSOLE_PORT', 'SANDBOX_PORT'] as const;
  return names.flatMap((name, index) => {
    const same = names.slice(0, index).find((other) => settings[other] !== 0 && settings[other] === settings[name]);
    return same ? [`${name} must not be ${same} (${settings[name]}).`] : [];
  });
}

function hostOf(address: string | undefined): string | null {
  return address === undefined ? null : new URL(address).hostname;
}

function productionProblems(settings: Parsed): string[] {
  const problems: string[] = [];
  const need = (name: keyof Parsed): void => {
    if (settings[name] === undefined) problems.push(`${name} must be set in production.`);
  };
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'CONSOLE_URL',
    'SMTP_URL',
    'OPERATOR_FILE',
    ...groups.flat(),
  ] as const)
    need(name);
  for (const name of ['PUBLIC_URL', 'CONSOLE_URL'] as const) {
    const value = settings[name];
    if (value !== undefined && new URL(value).protocol !== 'https:')
      problems.push(`${name} must be https in production.`);
  }
  if (settings.CONSOLE_URL !== undefined && hostOf(settings.CONSOLE_URL) === hostOf(settings.PUBLIC_URL))
    problems.push('CONSOLE_URL must have another host name than PUBLIC_URL: ports separate no cookies.');
  if (settings.SANDBOX_SECRET !== undefined)
    problems.push('SANDBOX_SECRET must not be set in production: the sandbox and its clock do not exist there.');
  for (const name of [
    'ALIPAY_GATEWAY',
    'WECHAT_ENDPOINT',
    'UNIONPAY_GATEWAY',
    'STRIPE_ENDPOINT',
    'SMS_ENDPOINT',
  ] as const) {
    const value = settings[name];
    if (value !== undefined && new URL(value).protocol !== 'https:')
      problems.push(`${name} must be https in production.`);
  }
  return problems;
}
