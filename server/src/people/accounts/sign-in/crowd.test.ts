import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLine } from '#platform/line';
import { ask, givenAccount, givenSignedIn, openTestServer, testPassword, type TestServer } from '#testing';
import { givenVisitor, newPhone, solveCaptcha } from '#testing/visitor';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** As many passwords under comparison, and waiting for it, as those that somebody tries in a second. */
function givenCrowd(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = Array.from({ length: 2 + 24 }, () => inLine('passwords', '', () => promise));
  return async () => {
    resolve();
    await Promise.all(all);
  };
}

const byPassword = (mobileOrEmail: string) => ({ loginType: 'Password', mobileOrEmail, password: testPassword });

describe('while a crowd of strangers waits for their passwords to be compared', () => {
  it('a stranger is asked for a captcha before theirs is, whether or not there is an account [T3 T4 R-18]', async () => {
    const { phone } = await givenAccount();
    const end = givenCrowd();
    const codes = [];
    for (const typed of [phone, newPhone()]) {
      const { browser, headers } = givenVisitor(server.url);
      codes.push((await ask(browser, 'user.signIn', { body: byPassword(typed), headers })).body['code']);
    }
    await end();

    expect(codes).toEqual(['CAPTCHA_REQUIRED', 'CAPTCHA_REQUIRED']);
  });

  it('whoever has solved one waits with them and gets in [T3 R-18]', async () => {
    const { phone } = await givenAccount();
    const visitor = givenVisitor(server.url);
    const end = givenCrowd();
    const body = { ...byPassword(phone), captchaVerifyId: await solveCaptcha(visitor) };
    const answered = ask(visitor.browser, 'user.signIn', { body, headers: visitor.headers });
    await end();

    expect((await answered).status).toBe(200);
  });

  it('nobody waits behind them on a device that the account knows, or signed in [T3]', async () => {
    const browser = await givenSignedIn(server.url);
    const end = givenCrowd();
    const again = await ask(browser, 'user.signIn', { body: byPassword(browser.phone) });
    await end();

    expect(again.status).toBe(200);
  });
});
