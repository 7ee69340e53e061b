import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { channelProblems, channelsFrom } from '#platform/config/channels';
import { readSmsTemplates } from '#platform/config/sms';
import { developmentSecrets, type Secrets, secretProblems, secretsFrom } from '#platform/config/secrets';
import { environment, groups, neededInProduction, type Parsed } from '#platform/config/table';
import { isReachable, runUser } from '#platform/database/binaries';
import { demonstrationOperator, type Operator, readOperator } from '#platform/config/operator';
import { Advice } from './errors.ts';

/** All that is wrong with the environment, one line each. */
export class ConfigError extends Advice {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof configFrom>;

type Environment = Readonly<Record<string, string | undefined>>;

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
    ...channelProblems(settings),
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
    timeLimitFactor: settings.TIME_LIMIT_FACTOR,
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
    publicUrl: (portal ?? `http://localhost:${port}`).replace(/(?<!\/)\/+$/, ''),
    consoleUrl: (staff ?? `http://localhost:${consolePort}`).replace(/(?<!\/)\/+$/, ''),
  };
}

function filesFrom(settings: Parsed) {
  const {
    FILES_S3_URL: url,
    FILES_S3_REGION: region = 'auto',
    FILES_S3_ACCESS_KEY: accessKey,
    FILES_S3_SECRET_KEY: secretKey,
  } = settings;
  return url && accessKey && secretKey ? { url: url.replace(/(?<!\/)\/+$/, ''), region, accessKey, secretKey } : null;
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

function groupProblems(settings: Parsed): string[] {
  return groups.flatMap((group) => {
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
  for (const name of neededInProduction) need(name);
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
    'WECHAT_SIGN_IN_PAGE',
    'WECHAT_SIGN_IN_ENDPOINT',
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
