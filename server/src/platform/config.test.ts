import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#platform/config';
import { demonstrationOperator } from '#platform/config/operator';
import { testEnvironment } from '#platform/testing/config';

const folder = mkdtempSync(join(tmpdir(), 'examport-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { isDemonstration: _invented, ...operatorCard } = demonstrationOperator;
const operatorFile = join(folder, 'operator.json');
writeFileSync(operatorFile, JSON.stringify({ ...operatorCard, icpFiling: '京ICP备00000000号' }));

const key = () => randomBytes(32).toString('base64');
const production: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://examport@db/examport',
  PUBLIC_URL: 'https://exams.example.cn',
  CONSOLE_URL: 'https://console.example.cn',
  SMTP_URL: 'smtps://mail.example.cn',
  OPERATOR_FILE: operatorFile,
  ALIPAY_APP_ID: '2021',
  ALIPAY_PRIVATE_KEY: 'private',
  ALIPAY_PUBLIC_KEY: 'public',
  ALIPAY_GATEWAY: 'https://openapi.alipay.com/gateway.do',
  ALIPAY_SELLER_ID: '2088',
  SMS_ACCESS_KEY_ID: 'id',
  SMS_ACCESS_KEY_SECRET: 'secret',
  SMS_ENDPOINT: 'https://dysmsapi.aliyuncs.com',
  FILES_S3_URL: 'https://cos.example.cn/bucket',
  FILES_S3_ACCESS_KEY: 'id',
  FILES_S3_SECRET_KEY: 'secret',
  FIELD_KEYS: `k1:${key()}`,
  INDEX_KEY: key(),
  CSRF_KEY: key(),
};

function problemsOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the configuration', () => {
  it('has a default for everything on one machine and keeps the keys it makes', () => {
    const first = readConfig({ DATA_DIR: folder });
    const second = readConfig({ DATA_DIR: folder, PORT: '' });

    expect(first).toMatchObject({
      port: 8080,
      consolePort: 8081,
      sandboxPort: 8090,
      databaseUrl: null,
      publicUrl: 'http://localhost:8080',
      consoleUrl: 'http://localhost:8081',
    });
    expect(first.order).toEqual({ payMinutes: 30, graceMinutes: 30, b2bHours: 24 });
    expect(second.secrets.indexKey.equals(first.secrets.indexKey)).toBe(true);
  });

  it('names every wrong setting at once, one line each', () => {
    const problems = problemsOf({ ...testEnvironment, PORT: 'http', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' });

    expect(problems).toHaveLength(3);
    expect(problems.map((line) => line.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL', 'DATABASE_URL']);
  });

  it('takes a number up to its limits, and none beyond them', () => {
    const wrong = (name: string, value: number) => problemsOf({ ...testEnvironment, [name]: String(value) }).length;

    expect([65_535, 65_536].map((port) => wrong('PORT', port))).toEqual([0, 1]);
    expect([9, 10, 1440, 1441].map((minutes) => wrong('ORDER_PAY_MINUTES', minutes))).toEqual([1, 0, 0, 1]);
  });

  it('refuses one port for two servers', () => {
    const problems = problemsOf({ ...testEnvironment, PORT: '9000', CONSOLE_PORT: '9000', SANDBOX_PORT: '9000' });

    expect(problems).toEqual(['CONSOLE_PORT must not be PORT (9000).', 'SANDBOX_PORT must not be PORT (9000).']);
  });

  it('refuses a sign-in inside WeChat without WeChat Pay', () => {
    const signIn = {
      WECHAT_APP_SECRET: 'secret',
      WECHAT_SIGN_IN_PAGE: 'https://open.example/authorize',
      WECHAT_SIGN_IN_ENDPOINT: 'https://api.example/access_token',
    };

    expect(problemsOf({ ...testEnvironment, ...signIn })).toEqual([
      'WECHAT_MCH_ID must be set when WECHAT_APP_SECRET is.',
    ]);
    expect(problemsOf({ ...testEnvironment, WECHAT_APP_SECRET: 'secret' }).map((line) => line.split(' ')[0])).toEqual([
      'WECHAT_SIGN_IN_PAGE',
      'WECHAT_SIGN_IN_ENDPOINT',
      'WECHAT_MCH_ID',
    ]);
  });

  it('refuses half of a group', () => {
    expect(problemsOf({ ...testEnvironment, ALIPAY_APP_ID: '2021' })).toHaveLength(4);
  });
});

describe('production', () => {
  it('starts with everything set', () => {
    expect(problemsOf(production)).toEqual([]);
  });

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))('does not start without %s [T34]', (name) => {
    const problems = problemsOf({ ...production, [name]: undefined });

    expect(problems.some((line) => line.startsWith(`${name} `))).toBe(true);
  });

  it.each([
    ['FIELD_KEYS', 'k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    ['FIELD_KEYS', key()],
    ['INDEX_KEY', 'changeme'],
    ['INDEX_KEY', Buffer.from('correct horse battery staple 123').toString('base64')],
    ['CSRF_KEY', production['INDEX_KEY'] ?? ''],
    ['CSRF_KEY', randomBytes(16).toString('base64')],
  ])('does not start with a weak %s [T34 ASVS-13.3.1]', (name, value) => {
    const problems = problemsOf({ ...production, [name]: value });

    expect(problems).not.toEqual([]);
    expect(problems.join('\n')).not.toContain(value);
  });

  it('names what is wrong with the operator’s card, field by field', () => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, JSON.stringify({ ...operatorCard, registeredNumber: '123', phone: '' }));

    expect(problemsOf({ ...production, OPERATOR_FILE: file }).map((line) => line.split(' ')[1])).toEqual([
      'registeredNumber',
      'phone',
    ]);
    expect(problemsOf({ ...production, OPERATOR_FILE: join(folder, 'none.json') })).toHaveLength(1);
    expect(readConfig(production).operator).toMatchObject({ isDemonstration: false, icpFiling: '京ICP备00000000号' });
  });

  it.each([
    ['PUBLIC_URL', 'http://exams.example.cn'],
    ['CONSOLE_URL', 'http://console.example.cn'],
    ['CONSOLE_URL', 'https://exams.example.cn:8443'],
    ['SANDBOX_SECRET', 'anything'],
    ['ALIPAY_GATEWAY', 'http://127.0.0.1:8090/alipay/gateway.do'],
    ['SMS_ENDPOINT', 'http://127.0.0.1:8090/sms'],
  ])('does not start with %s of a demonstration', (name, value) => {
    expect(problemsOf({ ...production, [name]: value })).toHaveLength(1);
  });
});
