import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrowser, startTestApp, type TestApp } from '#testing/app';
import { ask, askStaff, givenAccount, givenStaff, testPassword, trustBrowser, type Browser } from '#testing';
import { askForCode, givenVisitor, messagesTo } from '#testing/visitor';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const reason = 'The owner telephoned us.';

async function enter(phone: string, browser: Browser, headers: Readonly<Record<string, string>> = {}) {
  const body = { loginType: 'Password', mobileOrEmail: phone, password: testPassword };
  return (await ask(browser, 'user.signIn', { body, headers })).body;
}

it.each([
  ['locked and given back', ['accounts.lock', 'accounts.unlock']],
  ['signed out everywhere', ['accounts.endSessions']],
] as const)(
  'of an account that is %s by staff no sign-in that had begun goes on, and no device is trusted',
  async (_, acts) => {
    const { id, phone } = await givenAccount();
    const [visitor, trusted] = [givenVisitor(server.url), createBrowser(server.url)];
    await trustBrowser(trusted, id);
    const support = await givenStaff(server.consoleUrl, { roles: ['supportAgent'] });
    const halfway = await enter(phone, visitor.browser, visitor.headers);
    await askForCode(visitor, `${phone.slice(0, 3)}****${phone.slice(-4)}`, 'Login');
    const code = (await messagesTo(phone)).findLast(({ kind }) => kind === 'verificationCode')?.values['code'];

    for (const name of acts) {
      const { status } = await askStaff(support, name, { params: { id }, body: { reason } });
      expect(status).toBe(204);
    }
    const { browser, headers } = visitor;
    const step = await ask(browser, 'user.signInSecondFactor', { body: { verificationCode: code }, headers });
    const again = await enter(phone, trusted, headers);

    expect([halfway['isMfaRequire'], step.body['code'], again['isMfaRequire']]).toEqual([true, 'SIGN_IN_OVER', true]);
  },
);
