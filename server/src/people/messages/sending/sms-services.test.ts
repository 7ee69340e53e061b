import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { OpenApiUtil } from '@alicloud/openapi-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { ConfigError, readConfig } from '#platform/config';
import { openSettings } from '#platform/settings';
import { openTestPlatform } from '#testing/app';
import { testConfig } from '#platform/testing/config';
import { startPostOffice, type PostOffice } from '#testing';
import { signAcs3 } from './acs3.ts';
import { composeSms, smsTemplates } from '../compose.ts';
import { sampleOf } from '../samples.ts';
import { sendSms } from './sms.ts';
import { checkSmsTemplates, registeredTexts } from './sms-templates.ts';

let office: PostOffice;
let close: () => Promise<void>;

beforeAll(async () => {
  office = await startPostOffice();
  close = await openTestPlatform(office.environment);
  await office.followClock();
});
beforeEach(() => office.fault('sms', { mode: 'ok' }));
afterAll(async () => {
  await close();
  await office.close();
});

const paid = composeSms(sampleOf('paid'), 'en') ?? { templateCode: '', places: [], params: {} };
const access = { SMS_ACCESS_KEY_ID: 'id', SMS_ACCESS_KEY_SECRET: 'secret', SMS_ENDPOINT: 'https://sms.example' };

function problemsOf(act: () => void): readonly string[] {
  try {
    act();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the SMS service of Alibaba Cloud', () => {
  it.each([
    ['isv.MONTH_LIMIT_CONTROL', 'later'],
    ['isv.ACCOUNT_ABNORMAL', 'later'],
    ['isv.PRODUCT_UN_SUBSCRIPT', 'later'],
    ['isv.SMS_TEMPLATE_ILLEGAL', 'later'],
    ['isv.MOBILE_NUMBER_ILLEGAL', 'never'],
  ])('that refuses with %s is tried again where the operator can put it right: %s [Q4]', async (code, outcome) => {
    openSettings(testConfig(office.environment));
    await office.fault('sms', { mode: 'error', code });

    expect(await sendSms('13911115555', paid, randomId())).toMatchObject({ outcome, reason: code });
    expect(await office.messages('13911115555')).toEqual([]);
  });

  it('gets requests that its own client would have signed the same way', () => {
    const form = { PhoneNumbers: '13911115555', SignName: '考途', TemplateParam: '{"code":"1 2*3~"}' };
    const address = 'https://dysmsapi.aliyuncs.com/';
    const keys = { accessKeyId: 'id', accessKeySecret: 'secret' };
    const asked = { action: 'SendSms', version: '2017-05-25', date: '2028-02-05T04:03:02.123Z', nonce: 'once', form };
    const { body, headers } = signAcs3({ address, ...asked }, keys);

    const { authorization, ...said } = headers;
    const theirs = {
      protocol: 'https',
      port: 443,
      domain: '',
      method: 'POST',
      pathname: '/',
      query: {},
      headers: { ...said, host: new URL(address).host },
      body: Readable.from([]),
    };
    const payload = createHash('sha256').update(body).digest('hex');

    expect(said['x-acs-content-sha256']).toBe(payload);
    expect(authorization).toBe(
      OpenApiUtil.getAuthorization(theirs, 'ACS3-HMAC-SHA256', payload, keys.accessKeyId, keys.accessKeySecret),
    );
  });
});

describe('the SMS service of Tencent', () => {
  it('sends by its own protocol, places filled in the order of the text [C39]', async () => {
    openSettings(testConfig({ ...office.tencent, SMS_TEMPLATES: '{"SMS_PAID_EN": "1234567"}' }));

    const delivery = await sendSms('13911112222', paid, randomId());

    expect(delivery).toMatchObject({ outcome: 'sent', providerId: expect.stringMatching(/^2028:\d+$/) });
    expect((await office.messages('13911112222'))[0]?.text).toBe('【考途】1234567: 1,500.00, EP202611210001');
  });

  it.each([
    ['limit', '', 'later'],
    ['garbage', '', 'unsure'],
    ['down', '', 'unsure'],
    ['error', 'InternalError.Timeout', 'later'],
    ['error', 'FailedOperation.InsufficientBalanceInSmsPackage', 'later'],
    ['error', 'UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'later'],
    ['error', 'FailedOperation.TemplateIncorrectOrUnapproved', 'later'],
    ['error', 'FailedOperation.ContainSensitiveWord', 'never'],
  ])('that answers %s %s has sent: %s', async (mode, code, outcome) => {
    openSettings(testConfig(office.tencent));
    await office.fault('sms', { mode, code });

    expect(await sendSms('13911113333', paid, randomId())).toMatchObject({ outcome });
    expect(await office.messages('13911113333')).toEqual([]);
  });

  it('believes nobody with another secret', async () => {
    openSettings(testConfig({ ...office.tencent, SMS_ACCESS_KEY_SECRET: 'another' }));

    expect(await sendSms('13911114444', paid, randomId())).toMatchObject({ reason: 'AuthFailure.SignatureFailure' });
    expect(await office.messages('13911114444')).toEqual([]);
  });

  it('is given texts with numbered places to register', () => {
    openSettings(testConfig(office.tencent));

    const text = registeredTexts().find(({ code }) => code === 'SMS_PAID_EN')?.text;

    expect(text).toBe('Payment received: CNY {1} for order {2}. The order is complete.');
    expect(registeredTexts().filter(({ text: each }) => each.includes('${'))).toEqual([]);
  });
});

describe('the codes of the texts', () => {
  it('are used in place of ours at Aliyun too', async () => {
    openSettings(testConfig({ ...office.environment, SMS_TEMPLATES: '{"SMS_PAID_EN": "SMS_998877"}' }));

    await sendSms('13911115555', paid, randomId());

    expect((await office.messages('13911115555'))[0]?.text).toContain('SMS_998877');
  });

  it('must be there for every text in production, in one line that names those that are not', () => {
    const all = Object.fromEntries(
      smsTemplates('https://exams.example').map(({ code }, index) => [code, `SMS_${index}`]),
    );
    const { SMS_PAID_EN: _one, SMS_PAID_ZH: _other, ...rest } = all;
    const startWith = (codes: object) => {
      openSettings({ ...testConfig({ ...access, SMS_TEMPLATES: JSON.stringify(codes) }), isProduction: true });
      checkSmsTemplates();
    };

    expect(problemsOf(() => startWith(all))).toEqual([]);
    expect(problemsOf(() => startWith(rest))).toEqual([
      "SMS_TEMPLATES lacks the service's code for: SMS_PAID_EN, SMS_PAID_ZH.",
    ]);
    expect(problemsOf(() => startWith({ ...all, SMS_PAYED_EN: 'x' }))).toEqual([
      'SMS_TEMPLATES names texts that there are not: SMS_PAYED_EN.',
    ]);
  });

  it('that cannot be read, and a Tencent without its application, stop the start in one line', () => {
    const problems = problemsOf(() =>
      readConfig({ NODE_ENV: 'test', ...access, SMS_PROVIDER: 'tencent', SMS_TEMPLATES: '{"a": 1}' }),
    );

    expect(problems).toEqual([
      'SMS_APP_ID must be set when SMS_PROVIDER is tencent.',
      'SMS_TEMPLATES must be JSON such as {"SMS_PAID_EN": "SMS_123456"}, or a file with it.',
    ]);
  });
});
