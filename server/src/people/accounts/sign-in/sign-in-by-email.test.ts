import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { ask, givenAccount, openTestServer, trustBrowser, type Answer, type TestServer } from '#testing';
import { askForCode, givenVisitor, messagesTo, newEmail, receiveCode } from '#testing/visitor';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const byMail = (mobileOrEmail: string, verificationCode: string) => ({
  loginType: 'VerificationCode',
  mobileOrEmail,
  verificationCode,
});

/** An answer without what differs between any two requests. */
function comparable({ status, text, headers }: Answer): unknown {
  const names = [...headers.keys()].filter((name) => name !== 'set-cookie');
  // The seconds left to wait may tick over between two requests.
  const plain = text.replace(/"(requestId|expiresAt)":"[^"]+"/g, '').replace(/in \d+ seconds/, '');
  return { status, text: plain, names };
}

describe('signing in by a code to an e-mail address', () => {
  it('works with the bound address; the phone is asked for as well where it is not proved [R-17 R-22 call:POST /api/verificationcode/email ASVS-6.3.4]', async () => {
    const email = newEmail();
    const account = await givenAccount({ email });
    const known = givenVisitor(server.url);
    await trustBrowser(known.browser, account.id);
    const elsewhere = givenVisitor(server.url);

    const enterFrom = async ({ browser, headers }: typeof known, code: string) =>
      await ask(browser, 'user.signIn', { body: byMail(email.toUpperCase(), code), headers });
    const code = await receiveCode(known, email, 'Login');
    const first = await enterFrom(known, code);
    const again = await enterFrom(known, code);
    await setClockOffset(61);
    const half = await enterFrom(elsewhere, await receiveCode(elsewhere, email, 'Login'));
    const verificationCode = await receiveCode(elsewhere, account.phone, 'Login');
    const whole = await ask(elsewhere.browser, 'user.signInSecondFactor', {
      body: { verificationCode },
      headers: elsewhere.headers,
    });
    await setClockOffset(0);

    expect([first.body['isAuthorized'], again.body['code']]).toEqual([true, 'CODE_WRONG']);
    expect(half.body).toMatchObject({ isAuthorized: false, isMfaRequire: true, secondFactor: { means: 'phone' } });
    expect(whole.body['isAuthorized']).toBe(true);
  });

  it('works by e-mail alone where the account has no phone any more [R-17 S-19]', async () => {
    const email = newEmail();
    const { id } = await givenAccount({ email });
    await databasePool().query('update account set phone_key = null, phone_sealed = null where id = $1', [id]);
    const { browser, headers } = givenVisitor(server.url);
    const code = await receiveCode({ browser, headers }, email, 'Login');

    const { body } = await ask(browser, 'user.signIn', { body: byMail(email, code), headers });

    expect(body['isAuthorized']).toBe(true);
  });

  it('takes no address that is not bound, no code of another purpose, and names the field that is wrong [R-19 T2]', async () => {
    const email = newEmail();
    await givenAccount({ email });
    const visitor = givenVisitor(server.url);
    const code = await receiveCode(visitor, email, 'ForgetPassword');
    const attempt = (body: object) => ask(visitor.browser, 'user.signIn', { body, headers: visitor.headers });

    const answers = [
      await attempt(byMail(email, code)),
      await attempt(byMail(newEmail(), '123456')),
      await attempt(byMail('someone@', '')),
      await attempt({ loginType: 'VerificationCode', mobile: '123', verificationCode: '123456' }),
    ];

    expect(answers.map(({ body }) => [body['code'], body['fieldCodes']])).toEqual([
      ['CODE_WRONG', { verificationCode: 'CODE_WRONG' }],
      ['CODE_WRONG', { verificationCode: 'CODE_WRONG' }],
      ['FIELDS', { mobileOrEmail: 'INVALID_FORMAT', verificationCode: 'REQUIRED_FIELD' }],
      ['FIELDS', { mobile: 'PHONE_INVALID' }],
    ]);
  });

  it('answers the same for an address without an account, try by try [T4]', async () => {
    const known = newEmail();
    await givenAccount({ email: known });
    const unknown = newEmail();
    const answers = await Promise.all(
      [known, unknown].map(async (email) => {
        const visitor = givenVisitor(server.url);
        const body = byMail(email, 'abcdef');
        const seen = [await askForCode(visitor, email, 'Login'), await askForCode(visitor, email, 'Login')];
        for (let attempt = 0; attempt < 6; attempt++)
          seen.push(await ask(visitor.browser, 'user.signIn', { body, headers: visitor.headers }));
        return seen.map(comparable);
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect([(await messagesTo(known)).length, (await messagesTo(unknown)).length]).toEqual([1, 0]);
  });
});
