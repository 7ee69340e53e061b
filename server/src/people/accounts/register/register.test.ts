import { accountStatements, consentVersion, accountLifetimes } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database';
import { ask, givenAccount, moveClockTo, openTestServer, type Answer, type TestServer } from '#testing';
import { accountContact, checkAdultAccount } from '../index.ts';
import { saveInformation } from '../save-information.ts';
import { countOf, givenVisitor, messagesTo, newPhone, receiveCode } from '#testing/visitor';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
  await moveClockTo('2026-11-20T04:00:00.000Z');
});
afterAll(() => server.close());

const secret = { password: 'lantern@4821', confirmPassword: 'lantern@4821' };

async function register(phone: string, changes: object = {}): Promise<Answer> {
  const visitor = givenVisitor(server.url);
  const verificationCode = await receiveCode(visitor, phone, 'Register');
  const body = { phoneNumber: phone, ...secret, verificationCode, dateOfBirth: '1985-04-12', ...changes };
  return await ask(visitor.browser, 'user.register', { body, headers: visitor.headers });
}

const agreed = accountStatements.map((statementId) => ({ statementId, version: consentVersion }));

describe('opening an account', () => {
  it('goes on from signing in: a code to a number without an account is asked for once, in that browser only, and serves once [R-20 T2 T4]', async () => {
    const [visitor, other, phone] = [givenVisitor(server.url), givenVisitor(server.url), newPhone()];
    const code = await receiveCode(visitor, phone, 'Login');
    const signIn = (given: string) =>
      ask(visitor.browser, 'user.signIn', {
        body: { loginType: 'VerificationCode', mobile: phone, verificationCode: given },
        headers: visitor.headers,
      });
    const open = ({ browser, headers }: typeof visitor, phoneNumber = phone) =>
      ask(browser, 'user.register', {
        body: { phoneNumber, ...secret, verificationCode: code, dateOfBirth: '1985-04-12', consents: agreed },
        headers,
      });

    const early = await open(visitor);
    const wrong = await signIn(code === '111111' ? '222222' : '111111');
    const led = await signIn(code);
    const elsewhere = [await open(other), await open(visitor, newPhone())];
    const opened = await open(visitor);
    const twice = await open(visitor);

    expect([early, wrong, led].map(({ status, body }) => [status, body['code']])).toEqual([
      [412, 'CODE_WRONG'],
      [412, 'CODE_WRONG'],
      [412, 'ACCOUNT_NEW'],
    ]);
    expect(elsewhere.map(({ body }) => body['code'])).toEqual(['CODE_WRONG', 'CODE_WRONG']);
    expect([opened.status, opened.body['isAuthorized'], twice.body['code']]).toEqual([200, true, 'CODE_WRONG']);
    expect((await messagesTo(phone)).map(({ kind }) => kind)).toEqual(['verificationCode', 'registered']);
  });

  it('signs in, with a cookie that no script can read and no secret in the body [call:POST /api/user/register S-2 R-14 T5]', async () => {
    const visitor = givenVisitor(server.url);
    const phone = newPhone();
    const verificationCode = await receiveCode(visitor, phone, 'Register');
    const body = {
      phoneNumber: `+86 ${phone}`,
      ...secret,
      verificationCode,
      dateOfBirth: '1985-04-12',
      isTermsAccepted: true,
    };

    const answer = await ask(visitor.browser, 'user.register', { body, headers: visitor.headers });
    const current = await ask(visitor.browser, 'user.current');
    const bound = await ask(visitor.browser, 'user.isEmailBound');

    const cookie = answer.headers.getSetCookie().find((line) => line.includes('session')) ?? '';
    const value = /=([\w-]+)/.exec(cookie)?.[1] ?? 'none';
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(answer.text + current.text).not.toContain(value);
    expect(answer.body).toMatchObject({ isAuthorized: true, isMfaRequire: false, tokenType: 'X-CSRF-Token' });
    expect(current.body).toMatchObject({
      phoneNumber: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
      email: '',
      dateOfBirth: '1985-04-12',
      promoteStatus: false,
      token: answer.body['token'],
    });
    expect(bound.body).toEqual({ isBound: false });
  });

  it('is open to adults only, by the date in China [R-20 1.7 rule:registration.18_or_over]', async () => {
    const turnsTomorrow = await register(newPhone(), { dateOfBirth: '2008-11-21' });
    const turnsToday = await register(newPhone(), { dateOfBirth: '2008-11-20' });
    expect(turnsTomorrow.status).toBe(412);
    expect(turnsTomorrow.body).toMatchObject({
      code: 'UNDER_AGE',
      userMessage: 'This system is only open to adults over 18. Please ask a parent or guardian to register for you.',
      fieldCodes: { dateOfBirth: 'UNDER_AGE' },
    });
    expect(turnsToday.status).toBe(200);
  });

  it('goes without a birth date, but nothing can be submitted then [R-20]', async () => {
    const answer = await register(newPhone(), { dateOfBirth: undefined });
    expect(answer.status).toBe(200);
    const data = answer.body['data'];
    const id = typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : '';
    await expect(inTransaction((tx) => checkAdultAccount(tx, id))).rejects.toMatchObject({
      code: 'BIRTH_DATE_REQUIRED',
    });
  });

  it('goes without the terms by the fields of the specification, but nothing can be submitted until they are accepted [R-20 call:POST /api/user/other_information]', async () => {
    const answer = await register(newPhone(), { isTermsAccepted: undefined, consents: undefined });
    const data = answer.body['data'];
    const id = typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : '';
    const check = () => inTransaction((tx) => checkAdultAccount(tx, id));
    await expect(check()).rejects.toMatchObject({ code: 'ACCOUNT_TERMS_NEEDED' });

    const saved = await saveInformation({ isTermsAccepted: true }, id);

    expect([answer.status, saved.terms_version]).toEqual([200, expect.any(String)]);
    await expect(check()).resolves.toBeUndefined();
  });

  it.each([
    [{ confirmPassword: 'lantern@4822' }, 'PASSWORDS_DIFFER', { confirmPassword: 'PASSWORDS_DIFFER' }],
    [{ isTermsAccepted: false }, 'TERMS_NOT_ACCEPTED', { isTermsAccepted: 'TERMS_NOT_ACCEPTED' }],
    [{ consents: [] }, 'FIELDS', { accountTerms: 'TERMS_NOT_ACCEPTED', accountPrivacy: 'CONSENT_INCOMPLETE' }],
    [{ consents: agreed.slice(0, 1) }, 'CONSENT_INCOMPLETE', { accountPrivacy: 'CONSENT_INCOMPLETE' }],
    [
      { consents: agreed.map((each) => ({ ...each, version: '2025-01' })) },
      'CONSENT_OUTDATED',
      { accountTerms: 'CONSENT_OUTDATED', accountPrivacy: 'CONSENT_OUTDATED' },
    ],
    [{ password: 'short@1', confirmPassword: 'short@1' }, 'FIELDS', { password: 'PASSWORD_LENGTH' }],
    [{ password: 'lantern4821', confirmPassword: 'lantern4821' }, 'FIELDS', { password: 'PASSWORD_SIGN' }],
    [{ email: 'nobody' }, 'FIELDS', { email: 'EMAIL_AT' }],
    [{ dateOfBirth: '1985-02-30' }, 'FIELDS', { dateOfBirth: 'DOB_FORMAT' }],
    [{ phoneNumber: '+852 51234567' }, 'PHONE_INVALID', { phoneNumber: 'PHONE_INVALID' }],
  ])(
    'refuses %o and leaves the code to be used again [R-21 R-22 1.6 ASVS-2.2.1 ASVS-2.2.2 ASVS-6.2.1 rule:registration.confirm_must_match rule:registration.terms_accepted error:account.passwords_differ]',
    async (changes, code, fields) => {
      const visitor = givenVisitor(server.url);
      const phone = newPhone();
      const verificationCode = await receiveCode(visitor, phone, 'Register');
      const body = { phoneNumber: phone, ...secret, verificationCode, dateOfBirth: '1985-04-12' };

      const refused = await ask(visitor.browser, 'user.register', {
        body: { ...body, ...changes },
        headers: visitor.headers,
      });
      const repaired = await ask(visitor.browser, 'user.register', { body, headers: visitor.headers });

      expect(refused.status).toBe(412);
      expect(refused.body).toMatchObject({ code, fieldCodes: fields });
      expect(repaired.status).toBe(200);
    },
  );

  it('leaves the cookies that the page on cookies names, for so long as it says [T5]', async () => {
    const visitor = givenVisitor(server.url);
    const phone = newPhone();
    const verificationCode = await receiveCode(visitor, phone, 'Register');

    const { headers } = await ask(visitor.browser, 'user.register', {
      body: { ...secret, phoneNumber: phone, verificationCode, dateOfBirth: '1985-04-12' },
      headers: visitor.headers,
    });

    const kept = headers.getSetCookie().map((each) => [each.split('=')[0], /Max-Age=(\d+)/.exec(each)?.[1] ?? null]);
    expect(Object.fromEntries(kept)).toMatchObject({
      'portal-session': null,
      'portal-device': String(accountLifetimes.knownDeviceDays * 86_400),
    });
  });

  it('tells the owner of a taken number, and the visitor nothing [T4 R-19]', async () => {
    const taken = await givenAccount();
    const visitor = givenVisitor(server.url);
    await expect(receiveCode(visitor, taken.phone, 'Register')).rejects.toThrow('No code was sent.');
    const guess = { ...secret, verificationCode: '000000', dateOfBirth: '1985-04-12' };

    const known = await ask(visitor.browser, 'user.register', {
      body: { ...guess, phoneNumber: taken.phone },
      headers: visitor.headers,
    });
    const unknown = await ask(visitor.browser, 'user.register', {
      body: { ...guess, phoneNumber: newPhone() },
      headers: visitor.headers,
    });

    expect((await messagesTo(taken.phone)).map(({ kind, values }) => ({ kind, values }))).toHaveLength(1);
    expect(known.status).toBe(412);
    expect(known.body).toEqual({ ...unknown.body, requestId: known.body['requestId'] });
  });

  it('needs a code of its own purpose, number and browser [T2 R-19 ASVS-6.6.2 rule:registration.code_with_resend_countdown]', async () => {
    const visitor = givenVisitor(server.url);
    const phone = newPhone();
    const verificationCode = await receiveCode(visitor, phone, 'Register');
    const body = { phoneNumber: phone, ...secret, verificationCode, dateOfBirth: '1985-04-12' };

    const otherNumber = await ask(visitor.browser, 'user.register', {
      body: { ...body, phoneNumber: newPhone() },
      headers: visitor.headers,
    });
    const otherBrowser = await ask(givenVisitor(server.url).browser, 'user.register', {
      body,
      headers: visitor.headers,
    });
    const otherPurpose = await ask(visitor.browser, 'user.signIn', {
      body: { loginType: 'VerificationCode', mobile: phone, verificationCode },
      headers: visitor.headers,
    });
    const right = await ask(visitor.browser, 'user.register', { body, headers: visitor.headers });

    expect([otherNumber, otherBrowser, otherPurpose].map((answer) => answer.body['code'])).toEqual([
      'CODE_WRONG',
      'CODE_WRONG',
      'CODE_WRONG',
    ]);
    expect(right.status).toBe(200);
  });

  it('happens once when two requests carry the same right code [T2]', async () => {
    const visitor = givenVisitor(server.url);
    const phone = newPhone();
    const verificationCode = await receiveCode(visitor, phone, 'Register');
    const body = { phoneNumber: phone, ...secret, verificationCode, dateOfBirth: '1985-04-12' };
    const before = await countOf('account');

    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(visitor.browser, 'user.register', { body, headers: visitor.headers })),
    );

    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    expect(await countOf('account')).toBe(before + 1);
  });

  it('cannot bind an address that nobody proved [R-22]', async () => {
    const answer = await register(newPhone(), { email: 'someone@example.com', emailVerificationCode: '123456' });
    expect(answer.body).toMatchObject({ code: 'CODE_WRONG', fieldCodes: { emailVerificationCode: 'CODE_WRONG' } });
  });

  it('writes to the account in the language of its page [R-16]', async () => {
    const { id, phone } = await givenAccount({ language: 'zh' });
    const contact = await inTransaction((tx) => accountContact(tx, id));
    expect(contact).toEqual({ phone, email: null, language: 'zh', isPhoneReceiving: true, isEmailReceiving: true });
  });
});
