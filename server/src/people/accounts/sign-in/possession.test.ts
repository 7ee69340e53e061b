import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { reading } from '#platform/database';
import { createBrowser } from '#testing/app';
import {
  ask,
  givenAccount,
  givenCartLine,
  givenExam,
  givenSignedIn,
  openTestServer,
  testPassword,
  trustBrowser,
  type Browser,
  type TestServer,
} from '#testing';
import { askForCode, givenVisitor, messagesTo, newEmail, receiveCode } from '#testing/visitor';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => setClockOffset(0));
afterAll(() => server.close());

type Visitor = ReturnType<typeof givenVisitor>;
type Owner = { id: string; phone: string; email: string };

/** An account with a saved candidate, whose number somebody else may hold by now. */
async function givenFamily(changes: { email?: string | null } = {}): Promise<Owner> {
  const email = newEmail();
  const account = await givenAccount({ email, ...changes });
  await givenCartLine(account.id, await givenExam());
  return { ...account, email };
}

async function enterByCode(visitor: Visitor, phone: string) {
  const verificationCode = await receiveCode(visitor, phone, 'Login');
  const body = { loginType: 'VerificationCode', mobile: phone, verificationCode };
  return await ask(visitor.browser, 'user.signIn', { body, headers: visitor.headers });
}

const prove = ({ browser, headers }: Visitor, body: object) => ask(browser, 'user.provePossession', { body, headers });
const beginAnew = ({ browser, headers }: Visitor, body: object = {}) => ask(browser, 'user.notMe', { body, headers });
const isSignedIn = async (browser: Browser) => (await ask(browser, 'user.isEmailBound')).status === 200;

const claimOf = (accountId: string) =>
  reading((tx) => tx.selectFrom('possession_claim').selectAll().where('account_id', '=', accountId).execute());

/** A visitor who holds the number and has not shown anything else. */
async function givenHolder(owner: Owner): Promise<Visitor> {
  const visitor = givenVisitor(server.url);
  await enterByCode(visitor, owner.phone);
  return visitor;
}

describe('a code to a number whose account holds candidates, on a device that it does not know', () => {
  it('signs nobody in and tells nothing of the account [S-19 R-17]', async () => {
    const owner = await givenFamily();
    const visitor = givenVisitor(server.url);

    const answer = await enterByCode(visitor, owner.phone);

    expect(answer.body).toMatchObject({
      isAuthorized: false,
      isMfaRequire: false,
      token: null,
      data: null,
      secondFactor: null,
      possession: { ways: ['password', 'email', 'birthDate'] },
    });
    for (const known of [owner.email, owner.phone, owner.id, '1985', owner.email.slice(-12)])
      expect(answer.text).not.toContain(known);
    expect(await isSignedIn(visitor.browser)).toBe(false);
    expect((await ask(visitor.browser, 'user.current')).status).toBe(204);
  });

  it('signs in where the account holds nobody, or knows the device [S-19]', async () => {
    const empty = await givenAccount();
    const family = await givenFamily();
    const known = givenVisitor(server.url);
    await trustBrowser(known.browser, family.id);

    const answers = [await enterByCode(givenVisitor(server.url), empty.phone), await enterByCode(known, family.phone)];
    expect(answers.map(({ body }) => body['isAuthorized'])).toEqual([true, true]);
  });

  it('signs in with the password of the account beside it [S-19 call:user.provePossession]', async () => {
    const visitor = await givenHolder(await givenFamily());
    const wrong = await prove(visitor, { password: 'wrong#word1' });
    const right = await prove(visitor, { password: testPassword });
    const again = await prove(visitor, { password: testPassword });

    expect([wrong, right, again].map(({ status, body }) => body['code'] ?? status)).toEqual([
      'PASSWORD_WRONG',
      200,
      'SIGN_IN_OVER',
    ]);
    expect(await isSignedIn(visitor.browser)).toBe(true);
  });

  it('keeps nobody out who is signed in, however many wrong passwords are typed there [S-19 T3]', async () => {
    const owner = await givenFamily();
    const visitor = await givenHolder(owner);
    const signedIn = createBrowser(server.url);
    await trustBrowser(signedIn, owner.id);
    const body = { loginType: 'Password', mobileOrEmail: owner.phone, password: testPassword };
    await ask(signedIn, 'user.signIn', { body });

    const tries = [];
    for (let at = 0; at < 6; at++) tries.push((await prove(visitor, { password: 'wrong#word1' })).status);
    const proof = await ask(signedIn, 'user.proveIdentity', { body: { password: testPassword } });

    expect(tries).toEqual([412, 412, 412, 412, 412, 429]);
    expect(proof.status).toBe(200);
  });

  it('signs in with a code to the bound address, which has to be typed in full; a code to another proves nothing, and nothing says so [S-19 T4]', async () => {
    const owner = await givenFamily();
    const bystander = newEmail();
    await givenAccount({ email: bystander });
    const visitor = await givenHolder(owner);

    const other = await receiveCode(visitor, bystander, 'Login');
    const foreign = await prove(visitor, { email: bystander, verificationCode: other });
    const verificationCode = await receiveCode(visitor, owner.email, 'Login');
    const mixed = await prove(visitor, { email: bystander, verificationCode });
    const right = await prove(visitor, { email: owner.email, verificationCode });

    expect([foreign, mixed, right].map(({ status, body }) => body['code'] ?? status)).toEqual([
      'CODE_WRONG',
      'CODE_WRONG',
      200,
    ]);
  });

  it('signs in with the birth date of the account; after three wrong ones staff are told, and it is not taken any more [S-19]', async () => {
    const owner = await givenFamily();
    const visitor = await givenHolder(owner);
    const tries = [];
    for (const dateOfBirth of ['1985-04-13', '1985-12-04', '2020-01-01'])
      tries.push(await prove(visitor, { dateOfBirth }));
    const right = await prove(visitor, { dateOfBirth: '1985-04-12' });
    await setClockOffset(120);
    const anew = await enterByCode(givenVisitor(server.url), owner.phone);
    const claims = await claimOf(owner.id);

    expect([...tries, right].map(({ body }) => body['code'])).toEqual([
      'BIRTH_DATE_WRONG',
      'BIRTH_DATE_WRONG',
      'ASK_STAFF',
      'ASK_STAFF',
    ]);
    expect(claims).toMatchObject([{ birth_date_tries: 3, ended_at: null }]);
    expect(claims[0]?.handed_to_staff_at).toMatch(/Z$/);
    expect(anew.body['possession']).toEqual({ ways: ['password', 'email'] });
  });

  it('compares three birth dates at most, however many are tried at once, over any number of sign-ins [S-19 T2]', async () => {
    const owner = await givenFamily();
    const visitor = await givenHolder(owner);
    const wrong = Array.from({ length: 12 }, (_, index) => `1980-01-${10 + index}`);
    const answers = await Promise.all(wrong.map((dateOfBirth) => prove(visitor, { dateOfBirth })));
    const codes = answers.map(({ body }) => body['code']);

    expect(codes.filter((code) => code === 'BIRTH_DATE_WRONG')).toHaveLength(2);
    expect(codes.filter((code) => code === 'ASK_STAFF')).toHaveLength(10);
    expect((await claimOf(owner.id)).map((claim) => claim.birth_date_tries)).toEqual([3]);
  });

  it('takes one proof at a time, and none without a sign-in [S-19]', async () => {
    const visitor = await givenHolder(await givenFamily());
    const none = await prove(visitor, {});
    const both = await prove(visitor, { password: testPassword, dateOfBirth: '1985-04-12' });
    const nobody = await prove(givenVisitor(server.url), { password: testPassword });
    expect([none, both, nobody].map(({ body }) => body['code'])).toEqual(['FIELDS', 'FIELDS', 'SIGN_IN_OVER']);
  });
});

describe('a password that the phone alone renewed', () => {
  it('proves no more than the phone: the person still has to show that the account is theirs [S-19 T5]', async () => {
    const owner = await givenFamily();
    const holder = givenVisitor(server.url);
    const password = 'harbour#7731';
    const verificationCode = await receiveCode(holder, owner.phone, 'ForgetPassword');
    const reset = { forgetPasswordType: 'PhoneNumber', userName: owner.phone, verificationCode };
    await ask(holder.browser, 'user.resetPassword', {
      body: { ...reset, password, confirmPassword: password },
      headers: holder.headers,
    });

    await setClockOffset(120);
    const body = { loginType: 'Password', mobileOrEmail: owner.phone, password };
    const first = await ask(holder.browser, 'user.signIn', { body, headers: holder.headers });
    const code = await receiveCode(holder, owner.phone, 'Login');
    const second = await ask(holder.browser, 'user.signInSecondFactor', {
      body: { verificationCode: code },
      headers: holder.headers,
    });
    const third = await prove(holder, { password });

    expect(first.body['isMfaRequire']).toBe(true);
    expect(second.body).toMatchObject({ isAuthorized: false, possession: { ways: ['email', 'birthDate'] } });
    expect(third.body['code']).toBe('ILLEGAL_STATE');
    expect((await prove(holder, { dateOfBirth: '1985-04-12' })).status).toBe(200);
  });
});

describe('"this is not me"', () => {
  it('moves the number to an empty account, signed in, and tells the old address [S-19 call:user.notMe]', async () => {
    const owner = await givenFamily();
    const elsewhere = givenVisitor(server.url);
    await trustBrowser(elsewhere.browser, owner.id);
    await ask(elsewhere.browser, 'user.signIn', {
      body: { loginType: 'Password', mobileOrEmail: owner.phone, password: testPassword },
      headers: elsewhere.headers,
    });
    const holder = await givenHolder(owner);

    const answer = await beginAnew(holder, { dateOfBirth: '1990-03-07', isTermsAccepted: true });

    expect(answer.body).toMatchObject({ isAuthorized: true, data: { email: '', dateOfBirth: '1990-03-07' } });
    expect(await isSignedIn(holder.browser)).toBe(true);
    expect(await isSignedIn(elsewhere.browser)).toBe(false);
    expect((await messagesTo(owner.email)).map(({ kind }) => kind)).toContain('numberReleased');
    expect((await claimOf(owner.id)).map(({ outcome }) => outcome)).toEqual(['NotMe']);
    const rows = await reading((tx) =>
      tx
        .selectFrom('account')
        .select(['phone_key', 'phone_sealed', 'is_email_receiving'])
        .where('id', '=', owner.id)
        .execute(),
    );
    expect(rows).toEqual([{ phone_key: null, phone_sealed: null, is_email_receiving: true }]);
  });

  it('leaves the old owner the address and the password; the second step’s code goes to the address, and a new phone is bound [S-19 R-17 R-22]', async () => {
    const owner = await givenFamily();
    await beginAnew(await givenHolder(owner));

    const visitor = givenVisitor(server.url);
    const { browser, headers } = visitor;
    const body = { loginType: 'Password', mobileOrEmail: owner.email, password: testPassword };
    const first = await ask(browser, 'user.signIn', { body, headers });
    const factor: unknown = first.body['secondFactor'];
    const shown = String(Object(factor).target);
    await askForCode(visitor, shown, 'Login');
    const verificationCode = (await messagesTo(owner.email)).at(-1)?.values['code'];
    const second = await ask(browser, 'user.signInSecondFactor', { body: { verificationCode }, headers });

    expect(factor).toMatchObject({ means: 'email' });
    expect(shown).not.toBe(owner.email);
    expect(second.body).toMatchObject({ isAuthorized: true, data: { phoneNumber: '' } });
  });

  it('is one of two that are said at once, and nobody’s without a sign-in [S-19 T2]', async () => {
    const owner = await givenFamily();
    const holder = await givenHolder(owner);
    const answers = await Promise.all([beginAnew(holder), beginAnew(holder), beginAnew(holder)]);
    const nobody = await beginAnew(givenVisitor(server.url));
    const codes = answers.map(({ status, body }) => JSON.stringify(body['code'] ?? status));
    expect(codes.toSorted()).toEqual(['"SIGN_IN_OVER"', '"SIGN_IN_OVER"', '200']);
    expect(nobody.body['code']).toBe('SIGN_IN_OVER');
  });

  it('asks an adult, and accepted terms where they are answered [S-19 R-20]', async () => {
    const holder = await givenHolder(await givenFamily());
    const young = await beginAnew(holder, { dateOfBirth: '2015-03-07' });
    const unwilling = await beginAnew(holder, { isTermsAccepted: false });
    expect([young, unwilling].map(({ body }) => body['code'])).toEqual(['UNDER_AGE', 'TERMS_NOT_ACCEPTED']);
  });

  it('is not for who proved to be the owner [S-19]', async () => {
    const owner = await givenSignedIn(server.url);
    expect((await beginAnew({ browser: owner, headers: {} })).body['code']).toBe('SIGN_IN_OVER');
  });
});
