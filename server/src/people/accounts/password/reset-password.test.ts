import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { ask, givenAccount, givenSignedIn, openTestServer, testPassword, type TestServer } from '#testing';
import { askForCode, givenVisitor, messagesTo, newEmail, newPhone, receiveCode } from '#testing/visitor';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const fresh = { password: 'harbour&7731', confirmPassword: 'harbour&7731' };

type Visitor = ReturnType<typeof givenVisitor>;

function reset(visitor: Visitor, userName: string, [verificationCode, changes = {}]: [string, object?]) {
  const forgetPasswordType = userName.includes('@') ? 'Email' : 'PhoneNumber';
  const body = { forgetPasswordType, userName, verificationCode, ...fresh, ...changes };
  return ask(visitor.browser, 'user.resetPassword', { body, headers: visitor.headers });
}

function signIn(mobileOrEmail: string, password: string) {
  const { browser, headers } = givenVisitor(server.url);
  return ask(browser, 'user.signIn', { body: { loginType: 'Password', mobileOrEmail, password }, headers });
}

describe('a forgotten password', () => {
  it.each(['phone', 'email'] as const)(
    'is set anew by a code to the %s; every session ends, nobody is signed in [call:POST /api/user/forget_password call:POST /api/verificationcode/email T5 ASVS-6.3.4 ASVS-6.4.3]',
    async (means) => {
      const email = newEmail();
      const owner = await givenSignedIn(server.url, { email });
      const userName = means === 'phone' ? owner.phone : email;
      const visitor = givenVisitor(server.url);
      const code = await receiveCode(visitor, userName, 'ForgetPassword');

      const answer = await reset(visitor, userName, [code]);

      expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([204, '']);
      expect((await ask(visitor.browser, 'user.current')).status).toBe(204);
      expect((await ask(owner, 'user.isEmailBound')).status).toBe(401);
      expect((await signIn(userName, testPassword)).body['code']).toBe('SIGN_IN_FAILED');
      expect((await signIn(userName, fresh.password)).status).toBe(200);
    },
  );

  it('is told to phone and mail alike, whatever the account receives [ASVS-6.3.7]', async () => {
    const email = newEmail();
    const { phone } = await givenAccount({ email });
    const visitor = givenVisitor(server.url);
    await reset(visitor, phone, [await receiveCode(visitor, phone, 'ForgetPassword')]);
    const told = [...(await messagesTo(phone)), ...(await messagesTo(email))].map(({ kind }) => kind);
    expect(told).toEqual(['verificationCode', 'passwordChanged', 'passwordChanged']);
  });

  it('is set once by one code, of five that use it at once [T2]', async () => {
    const { phone } = await givenAccount();
    const visitor = givenVisitor(server.url);
    const code = await receiveCode(visitor, phone, 'ForgetPassword');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => reset(visitor, phone, [code])));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['code'] === 'CODE_WRONG')).toHaveLength(4);
  });

  it('needs a code of its own purpose, number, browser and five minutes [T2 R-19 ASVS-6.6.2]', async () => {
    const { phone } = await givenAccount();
    const visitor = givenVisitor(server.url);
    const forSignIn = await receiveCode(visitor, phone, 'Login');
    await setClockOffset(61);
    const code = await receiveCode(visitor, phone, 'ForgetPassword');
    const other = (await givenAccount()).phone;

    const refused = [
      await reset(visitor, phone, [forSignIn === code ? 'abcdef' : forSignIn]),
      await reset(visitor, other, [code]),
      await reset(givenVisitor(server.url), phone, [code]),
    ];
    await setClockOffset(61 + 301);
    refused.push(await reset(visitor, phone, [code]));
    await setClockOffset(0);

    expect(refused.map(({ body }) => body['code'])).toEqual(Array.from({ length: 4 }, () => 'CODE_WRONG'));
    expect((await signIn(phone, testPassword)).status).toBe(200);
  });

  it.each([
    [{ password: 'short@1', confirmPassword: 'short@1' }, 'FIELDS', { password: 'PASSWORD_LENGTH' }],
    [{ confirmPassword: 'harbour&7732' }, 'PASSWORDS_DIFFER', { confirmPassword: 'PASSWORDS_DIFFER' }],
  ])('refuses %o and leaves the code to be used again [R-21]', async (changes, code, fields) => {
    const { phone } = await givenAccount();
    const visitor = givenVisitor(server.url);
    const verificationCode = await receiveCode(visitor, phone, 'ForgetPassword');
    const refused = await reset(visitor, phone, [verificationCode, changes]);
    expect(refused.body).toMatchObject({ code, fieldCodes: fields });
    expect((await reset(visitor, phone, [verificationCode])).status).toBe(204);
  });

  it('tells nobody whether there is an account, by phone or by e-mail [T4 ASVS-6.3.8]', async () => {
    const email = newEmail();
    const { phone } = await givenAccount({ email });
    for (const [known, unknown] of [
      [phone, newPhone()],
      [email, newEmail()],
    ] as const) {
      const [first, second] = await Promise.all(
        [known, unknown].map(async (target) => {
          const visitor = givenVisitor(server.url);
          const answers = [await askForCode(visitor, target, 'ForgetPassword')];
          answers.push(await askForCode(visitor, target, 'ForgetPassword'));
          for (let n = 0; n < 21; n++) answers.push(await reset(visitor, target, ['abcdef']));
          return answers.map(({ status, text }) => [
            status,
            text.replace(/"(requestId|expiresAt|userMessage)":"[^"]+"/g, ''),
          ]);
        }),
      );
      expect(first).toEqual(second);
      // Its code is dead after five; tries after that say nothing of the number, and cost its owner nothing.
      expect(first?.at(-1)?.[0]).toBe(412);
      expect([(await messagesTo(known)).length, (await messagesTo(unknown)).length]).toEqual([1, 0]);
    }
  });
});

describe('a code by e-mail', () => {
  it('binds an address to a new account; signing in by it works then [R-22 call:POST /api/user/register route:/auth/emailregister]', async () => {
    const visitor = givenVisitor(server.url);
    const [phone, email] = [newPhone(), newEmail()];
    const emailVerificationCode = await receiveCode(visitor, email, 'Register');
    const verificationCode = await receiveCode(visitor, phone, 'Register');
    const body = { phoneNumber: phone, email, emailVerificationCode, verificationCode, ...fresh };

    const registered = await ask(visitor.browser, 'user.register', { body, headers: visitor.headers });
    const bound = await ask(visitor.browser, 'user.isEmailBound');

    expect(registered.body).toMatchObject({ data: { email: 'so***@example.com' } });
    expect(bound.body).toEqual({ isBound: true });
    expect((await signIn(email.toUpperCase(), fresh.password)).status).toBe(200);
  });

  it('is not sent to a taken address, whose owner gets a notice; the visitor learns nothing [T4 R-19]', async () => {
    const email = newEmail();
    await givenAccount({ email });
    const taken = await askForCode(givenVisitor(server.url), email, 'Register');
    const open = await askForCode(givenVisitor(server.url), newEmail(), 'Register');
    expect([taken.status, Object.keys(taken.body)]).toEqual([open.status, Object.keys(open.body)]);
    expect((await messagesTo(email)).map(({ kind }) => kind)).toEqual(['addressTaken']);
  });

  it('may be asked for once a minute and five times an hour, whoever asks [T1 R-19]', async () => {
    const email = newEmail();
    const statuses = [];
    for (const seconds of [0, 30, 61, 122, 183, 244, 305]) {
      await setClockOffset(seconds);
      statuses.push((await askForCode(givenVisitor(server.url), email, 'Register')).status);
    }
    await setClockOffset(0);
    expect(statuses).toEqual([200, 429, 200, 200, 200, 200, 429]);
  });

  it.each([
    ['nobody', 'Register', 'FIELDS', { sendAccountNumber: 'EMAIL_AT' }],
    ['a@example.com', 'ModifyUserName', 'FIELDS', { verificationCodeType: 'INVALID_FORMAT' }],
    ['a@example.com', 'BindEmail', 'UNAUTHENTICATED', undefined],
    ['a@example.com', 'ModifyEmail', 'UNAUTHENTICATED', undefined],
  ])(
    'to %s for %s is refused to a visitor [R-22]',
    async (sendAccountNumber, verificationCodeType, code, fieldCodes) => {
      const { browser, headers } = givenVisitor(server.url);
      const body = { sendAccountNumber, verificationCodeType, captchaVerifyId: 'none' };
      const answer = await ask(browser, 'verification.sendToEmail', { body, headers });
      expect([answer.body['code'], answer.body['fieldCodes']]).toEqual([code, fieldCodes]);
    },
  );
});
