import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import {
  ask,
  givenAccount,
  givenCartLine,
  givenExam,
  givenHolderBorn,
  openTestServer,
  testPassword,
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
type Answer = Awaited<ReturnType<typeof ask>>;

/** Changes the account while somebody signs in: the sign-in has compared all it was given and waits for the account's row. */
async function whileItChanges(id: string, change: string, signIn: () => Promise<Answer>): Promise<Answer> {
  const other = await databasePool().connect();
  try {
    await other.query('begin');
    await other.query('select from account where id = $1 for update', [id]);
    const answer = signIn();
    await expect.poll(locksAwaited, { interval: 20 }).toBe(1);
    await other.query(`update account set ${change} where id = $1`, [id]);
    await other.query('commit');
    return await answer;
  } finally {
    other.release();
  }
}

async function givenFamily(): Promise<{ id: string; phone: string; email: string }> {
  const email = newEmail();
  const account = await givenAccount({ email });
  await givenCartLine(account.id, await givenExam());
  return { ...account, email };
}

const byPassword = ({ browser, headers }: Visitor, mobileOrEmail: string) =>
  ask(browser, 'user.signIn', { body: { loginType: 'Password', mobileOrEmail, password: testPassword }, headers });

async function byCode(visitor: Visitor, mobile: string): Promise<() => Promise<Answer>> {
  const verificationCode = await receiveCode(visitor, mobile, 'Login');
  const body = { loginType: 'VerificationCode', mobile, verificationCode };
  return () => ask(visitor.browser, 'user.signIn', { body, headers: visitor.headers });
}

const isSignedIn = async ({ browser }: Visitor) => (await ask(browser, 'user.isEmailBound')).status === 200;

const locked = `status = 'Locked'`;
const otherPassword = `password_hash = 'another'`;
const withoutNumber = 'phone_key = null, phone_sealed = null';

describe('a sign-in during which the account changes', () => {
  it.each([
    ['is locked by staff', locked],
    ['gets another password', otherPassword],
    ['loses the number', withoutNumber],
  ])('by password ends as if it were wrong when the account %s [T3 T5 ASVS-6.3.3]', async (_, change) => {
    const account = await givenAccount();
    const visitor = givenVisitor(server.url);

    const answer = await whileItChanges(account.id, change, () => byPassword(visitor, account.phone));

    expect([answer.status, answer.body['code']]).toEqual([412, 'SIGN_IN_FAILED']);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it.each([
    ['is locked by staff', locked],
    ['loses the number', withoutNumber],
  ])('by code ends as if it were wrong when the account %s [S-19 T5]', async (_, change) => {
    const account = await givenAccount();
    const visitor = givenVisitor(server.url);
    const signIn = await byCode(visitor, account.phone);

    const answer = await whileItChanges(account.id, change, signIn);

    expect([answer.status, answer.body['code']]).toEqual([412, 'CODE_WRONG']);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it.each([
    ['is locked by staff', locked],
    ['loses the number', withoutNumber],
  ])('ends before its second step is done when the account %s [R-17 T5]', async (_, change) => {
    const account = await givenAccount();
    const visitor = givenVisitor(server.url);
    await byPassword(visitor, account.phone);
    await askForCode(visitor, `${account.phone.slice(0, 3)}****${account.phone.slice(-4)}`, 'Login');
    const code = (await messagesTo(account.phone)).findLast(({ kind }) => kind === 'verificationCode')?.values['code'];
    const body = { verificationCode: String(code) };

    const answer = await whileItChanges(account.id, change, () =>
      ask(visitor.browser, 'user.signInSecondFactor', { body, headers: visitor.headers }),
    );

    expect([answer.status, answer.body['code']]).toEqual([412, 'SIGN_IN_OVER']);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it.each([
    ['is locked by staff', locked, { password: testPassword }],
    ['gets another password', otherPassword, { password: testPassword }],
    ['is moved to another number', withoutNumber, { password: testPassword }],
    ['gets another birth date', `date_of_birth_sealed = '\\x00'`, { dateOfBirth: '1985-05-06' }],
  ])('ends although the account was proved one’s own when it %s [S-19 T5]', async (_, change, body) => {
    const owner = await givenFamily();
    await givenHolderBorn(owner.id, '1985-05-06');
    const visitor = givenVisitor(server.url);
    await (
      await byCode(visitor, owner.phone)
    )();

    const answer = await whileItChanges(owner.id, change, () =>
      ask(visitor.browser, 'user.provePossession', { body, headers: visitor.headers }),
    );

    expect([answer.status, answer.body['code']]).toEqual([412, 'SIGN_IN_OVER']);
    expect(await isSignedIn(visitor)).toBe(false);
  });
});
