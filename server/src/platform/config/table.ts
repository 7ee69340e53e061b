import * as z from 'zod/mini';
import { channelEnvironment, channelGroups } from '#platform/config/channels';
import { abouts, address, amount, choice, folder, phrase, port, secret, text } from '#platform/config/shapes';
import { readAddress } from '#platform/database/address';

const databaseExample =
  'postgresql://user:password@host:5432/examport, or with several hosts postgresql://user:password@one,two/examport?target_session_attrs=read-write';

const running = {
  NODE_ENV: choice(
    '`production` refuses demonstration data, the sandbox and weak secrets.',
    ['development', 'test', 'production'],
    'development',
  ),
  HOST: phrase('Where the server listens.', { unset: 'this machine only; in production every address of it' }),
  PORT: port('Portal and its API.', 8080),
  CONSOLE_PORT: port("The staff's console and its API.", 8081),
  SANDBOX_PORT: port('The sandbox, which production does not have.', 8090),
  PUBLIC_URL: address(
    'The address people type, and payment channels call; absolute links are built from it, never from a request.',
    /^https?:$/,
    'https://exams.example.cn',
    { unset: '`http://localhost:PORT`' },
  ),
  CONSOLE_URL: address(
    "The address staff type; in production another host name than PUBLIC_URL's, since ports separate no cookies.",
    /^https?:$/,
    'https://console.exams.example.cn',
    { unset: '`http://localhost:CONSOLE_PORT`' },
  ),
  TRUSTED_PROXIES: amount('Proxies in front of us whose X-Forwarded-For is believed.', 0, 0, 5),
  TIME_LIMIT_FACTOR: amount(
    'How many times longer the product waits before it gives up: for a statement, a connection, a turn in a line. More than 1 for a slow machine.',
    1,
    1,
    20,
  ),
  LOG_LEVEL: choice('What is written to the log.', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  DATA_DIR: folder(
    'Everything the embedded set-up keeps: database, keys, ledger of the sandbox, and `server.log`, a new file every 20 MB or 30 days, five old ones at most, none for longer than 12 months.',
    { unset: '`.data` in the project; for root in a private home `/var/lib/examport`' },
  ),
  OPERATOR_FILE: phrase(
    'A JSON file that says who runs the site, for the licence, contact and privacy pages; its fields are in `server/src/platform/config/operator.ts`.',
    { unset: 'an invented company' },
  ),
};

const database = {
  DATABASE_URL: z
    .optional(
      z
        .string()
        .check(z.refine((value) => readAddress(value) !== null, `must be an address such as ${databaseExample}`)),
    )
    .register(abouts, {
      what: `A PostgreSQL 15 to 18 instead of the embedded one; of several hosts the one that can be written to. It says everything: \`PGPORT\`, \`PGSSLMODE\` and their like are not read. Such as \`${databaseExample}\`.`,
      unset: 'the embedded database',
      isSecret: true,
    }),
};

const keys = {
  FIELD_KEYS: secret(
    'Seals personal data: 32-byte keys in base64, `id:key`, separated by commas, the current one first; older ones only open.',
  ),
  INDEX_KEY: secret(
    'Finds sealed values again, with a half that the database keeps: one 32-byte key in base64. It is not rotated.',
  ),
  CSRF_KEY: secret(
    'Protects forms: a 32-byte key in base64; while it is rotated the current one, a comma, the one before.',
  ),
};

const rules = {
  ORDER_PAY_MINUTES: amount('Minutes from the creation of an order to its expiry (R-45).', 30, 10, 24 * 60),
  ORDER_GRACE_MINUTES: amount('Minutes that an order has after the end of publication (R-44).', 30, 0, 24 * 60),
  ORDER_B2B_HOURS: amount('Hours to pay by company transfer (R-46).', 24, 1, 24 * 30),
  REFUND_SECOND_APPROVAL_FEN: amount(
    'A cancellation that gives back more than so many fen needs a second person (S-16).',
    200_000,
    0,
    2_000_000_000,
  ),
};

const files = {
  FILES_S3_URL: address(
    'An S3-compatible store for uploaded files, which every process reaches.',
    /^https?:$/,
    'https://cos.ap-beijing.myqcloud.com/bucket',
    { unset: 'a folder of DATA_DIR' },
  ),
  FILES_S3_REGION: phrase('The region that its signatures name.', { unset: '`auto`' }),
  FILES_S3_ACCESS_KEY: phrase('Who we are to the store.'),
  FILES_S3_SECRET_KEY: secret('The key to the store.'),
  FILES_CLAMD_URL: address("A virus scanner that speaks clamd's INSTREAM.", /^tcp:$/, 'tcp://127.0.0.1:3310', {
    unset: 'files are not scanned',
  }),
  ERASURE_JOURNAL: phrase("A folder for the journal of erasures, best on another disk than the database's.", {
    unset: 'with the uploaded files',
  }),
};

const alipay = {
  ALIPAY_APP_ID: phrase('The number of our application.'),
  ALIPAY_PRIVATE_KEY: secret('Our private key.'),
  ALIPAY_PUBLIC_KEY: phrase("Alipay's public key."),
  ALIPAY_GATEWAY: address('Where Alipay is asked.', /^https?:$/, 'https://openapi.alipay.com/gateway.do'),
  ALIPAY_SELLER_ID: phrase("The merchant's number."),
};

const sms = {
  SMS_PROVIDER: choice('Whose protocol SMS go by.', ['aliyun', 'tencent'], 'aliyun'),
  SMS_ACCESS_KEY_ID: phrase('Who we are to the SMS service.'),
  SMS_ACCESS_KEY_SECRET: secret('The key to the SMS service.'),
  SMS_ENDPOINT: address('Where the SMS service is asked.', /^https?:$/, 'https://dysmsapi.aliyuncs.com'),
  SMS_APP_ID: phrase("Tencent's number of the application; needed where SMS_PROVIDER is tencent."),
  SMS_REGION: text('The region Tencent is asked in.', 'ap-guangzhou'),
  SMS_TEMPLATES: phrase(
    'The codes that the service gave our texts: JSON `{"SMS_PAID_EN": "SMS_123456"}`, or the path of a file with it. The console lists the texts to register under "Words of messages".',
  ),
  SMS_SIGN_NAME: text('The signature that the service has approved.', '考途'),
};

const mail = {
  SMTP_URL: address('Where mail is handed over.', /^smtps?:$/, 'smtp://user:password@mail.example.cn:587', {
    isSecret: true,
  }),
  MAIL_FROM: text('The sender of our mail.', 'no-reply@examport.local', /^[^\s@]+@[^\s@]+$/, 'must be a mail address'),
};

const demonstration = {
  SANDBOX_SECRET: secret('Lets the sandbox move the clock; refused in production.'),
};

/** Every setting of the server, in the sections of docs/settings.md. */
const sections = {
  'Where it runs': running,
  Database: database,
  Keys: keys,
  'Rules of business': rules,
  Files: files,
  Alipay: alipay,
  'More ways of paying': channelEnvironment,
  SMS: sms,
  Mail: mail,
  Demonstration: demonstration,
};

export const environment = z.object({
  ...running,
  ...database,
  ...keys,
  ...rules,
  ...files,
  ...alipay,
  ...channelEnvironment,
  ...sms,
  ...mail,
  ...demonstration,
});

/** The settings as they were given, checked one by one. */
export type Parsed = z.output<typeof environment>;
export type SettingName = keyof Parsed;

const neededGroups = [
  ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY', 'ALIPAY_GATEWAY', 'ALIPAY_SELLER_ID'],
  ['SMS_ACCESS_KEY_ID', 'SMS_ACCESS_KEY_SECRET', 'SMS_ENDPOINT'],
  ['FIELD_KEYS', 'INDEX_KEY', 'CSRF_KEY'],
  ['FILES_S3_URL', 'FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY'],
] as const satisfies readonly (readonly SettingName[])[];

/** Settings that make sense only together: all of a group or none. */
export const groups: readonly (readonly SettingName[])[] = [...neededGroups, ...channelGroups];

/** What production refuses to start without. */
export const neededInProduction = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'CONSOLE_URL',
  'SMTP_URL',
  'OPERATOR_FILE',
  ...neededGroups.flat(),
] as const satisfies readonly SettingName[];

/** One setting, for people. */
export type SettingRow = {
  name: string;
  what: string;
  /** In words, or the value itself between backquotes. */
  fallback: string;
  isNeeded: boolean;
  isSecret: boolean;
  /** Those it must be set together with. */
  together: readonly string[];
};

/** Every setting by its section: what docs/settings.md says and the files of `deploy/` are held to. */
export function settingsTable(): { title: string; rows: SettingRow[] }[] {
  const needed: readonly string[] = neededInProduction;
  return Object.entries(sections).map(([title, section]) => ({
    title,
    rows: Object.entries(section).map(([name, schema]) => {
      const { what = '', unset, isSecret = false } = abouts.get(schema) ?? {};
      const value = schema.safeParse(undefined).data;
      const together = groups.find((group) => group.some((each) => each === name)) ?? [];
      return {
        name,
        what,
        fallback: unset ?? (value === undefined ? 'none' : `\`${value}\``),
        isNeeded: needed.includes(name),
        isSecret,
        together: together.filter((each) => each !== name),
      };
    }),
  }));
}
