import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { createBrowser } from '#testing/app';
import {
  ask,
  givenAccount,
  givenSignedIn,
  moveClockTo,
  openTestServer,
  testPassword,
  type Answer,
  type Browser,
  type SignedIn,
  type TestServer,
  trustBrowser,
} from '#testing';
import { askForCode, givenVisitor, messagesTo, newEmail, newPhone, receiveCode } from '#testing/visitor';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => setClockOffset(0));
afterAll(() => server.close());

type Owner = { browser: SignedIn; headers: Record<string, string> };

async function givenOwner(changes: { email?: string; dateOfBirth?: string | null } = {}): Promise<Owner> {
  return { browser: await givenSignedIn(server.url, changes), headers: givenVisitor(server.url).headers };
}

/** The same person in one browser more. */
async function alsoSignedIn({ phone, accountId }: SignedIn): Promise<Browser> {
  const { browser, headers } = givenVisitor(server.url);
  await trustBrowser(browser, accountId);
  const body = { loginType: 'Password', mobileOrEmail: phone, password: testPassword };
  await ask(browser, 'user.signIn', { body, headers });
  return browser;
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await ask(browser, 'user.isEmailBound')).status === 200;
}

/** What a cookie taken before is worth now. */
async function replay(cookies: ReadonlyMap<string, string>): Promise<number> {
  const thief = createBrowser(server.url);
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  return (await ask(thief, 'user.isEmailBound')).status;
}

async function moveTo(owner: Owner, account: string, purpose: string, changes: object = {}): Promise<Answer> {
  const verificationCode = await receiveCode(owner, account, purpose);
  return await submit(owner, { account, verificationCodeType: purpose, verificationCode, ...changes });
}

type Change = { account: string; verificationCodeType: string; verificationCode: string | undefined };

function submit({ browser, headers }: Owner, body: Change): Promise<Answer> {
  const userNameType = body.account.includes('@') ? 'Email' : 'PhoneNumber';
  return ask(browser, 'user.changeAccount', { body: { userNameType, ...body }, headers });
}

const kindsTo = async (target: string) => (await messagesTo(target)).map(({ kind }) => kind);

describe('the phone of an account', () => {
  it('is changed with a code to the new one; others are signed out, this session gets a new id, both numbers are told [call:POST /api/user/account R-22 R-96 T5 ASVS-6.3.7]', async () => {
    const owner = await givenOwner();
    const other = await alsoSignedIn(owner.browser);
    const before = new Map(owner.browser.cookies);
    const phone = newPhone();

    const answer = await moveTo(owner, phone, 'ModifyUserName');

    expect(answer.body).toMatchObject({ phoneNumber: `${phone.slice(0, 3)}****${phone.slice(-4)}` });
    expect(await Promise.all([isSignedIn(owner.browser), isSignedIn(other), replay(before)])).toEqual([
      true,
      false,
      401,
    ]);
    expect(await kindsTo(owner.browser.phone)).toEqual(['phoneChanged']);
    expect(await kindsTo(phone)).toEqual(['verificationCode', 'phoneChanged']);
    expect((await ask(owner.browser, 'user.saveOtherInformation', { body: {} })).status).toBe(200);
  });

  it('is not changed without a proof of the last five minutes; the password or a code to the old phone gives one [call:user.proveIdentity R-22 T5 ASVS-7.5.1 S-2]', async () => {
    for (const means of ['password', 'code'] as const) {
      await setClockOffset(0);
      const owner = await givenOwner();
      await setClockOffset(301);
      const phone = newPhone();
      const verificationCode = await receiveCode(owner, phone, 'ModifyUserName');
      const change = { account: phone, verificationCodeType: 'ModifyUserName', verificationCode };
      const masked = `${owner.browser.phone.slice(0, 3)}****${owner.browser.phone.slice(-4)}`;

      const refused = await submit(owner, change);
      const before = new Map(owner.browser.cookies);
      if (means === 'code') await askForCode(owner, masked, 'ModifyUserName');
      const code = (await messagesTo(owner.browser.phone)).at(-1)?.values['code'];
      const body = means === 'password' ? { password: testPassword } : { verificationCode: code };
      const proven = await ask(owner.browser, 'user.proveIdentity', { body, headers: owner.headers });
      const accepted = await submit(owner, change);

      expect([refused.status, refused.body['code']], means).toEqual([403, 'REAUTH']);
      expect([proven.status, await replay(before)], means).toEqual([200, 401]);
      expect(accepted.status, means).toBe(200);
    }
  });

  it('is not proven by a wrong password, five of them in ten minutes at most, nor by both or nothing [T3 R-22]', async () => {
    const owner = await givenOwner();
    const prove = (body: object) => ask(owner.browser, 'user.proveIdentity', { body, headers: owner.headers });
    const nothing = await prove({});
    const both = await prove({ password: testPassword, verificationCode: '123456' });
    const wrong = await Promise.all(Array.from({ length: 8 }, () => prove({ password: 'wrong#word1' })));
    const late = await prove({ password: testPassword });

    expect([nothing, both].map(({ body }) => body['code'])).toEqual(['FIELDS', 'FIELDS']);
    expect(wrong.filter(({ body }) => body['code'] === 'PASSWORD_WRONG')).toHaveLength(5);
    expect(late.status).toBe(429);
  });

  it('cannot become a number of another account, whose owner gets a notice; the answers are the same [T4]', async () => {
    const owner = await givenOwner();
    const taken = (await givenAccount()).phone;
    const open = newPhone();
    const answers = [];
    for (const phone of [taken, open]) {
      const asked = await askForCode(owner, phone, 'ModifyUserName');
      const guess = { account: phone, verificationCodeType: 'ModifyUserName', verificationCode: 'abcdef' };
      const guessed = await submit(owner, guess);
      answers.push([asked.status, Object.keys(asked.body), guessed.status, guessed.body['code']]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await kindsTo(taken)).toEqual(['numberTaken']);
  });

  it('is not changed by a code that came to the old one, or with the purpose of an address [T2]', async () => {
    const owner = await givenOwner();
    const verificationCode = await receiveCode(owner, owner.browser.phone, 'ModifyUserName');
    const phone = newPhone();
    const wrongNumber = await submit(owner, {
      account: phone,
      verificationCodeType: 'ModifyUserName',
      verificationCode,
    });
    const wrongPurpose = await submit(owner, { account: phone, verificationCodeType: 'BindEmail', verificationCode });
    expect([wrongNumber.body['code'], wrongPurpose.body['code']]).toEqual(['CODE_WRONG', 'FIELDS']);
  });
});

describe('the e-mail address of an account', () => {
  it('is bound with a code to it, then changed with a code to the new one and a notice to the old [R-22 R-96]', async () => {
    const owner = await givenOwner();
    const [first, second] = [newEmail(), newEmail()];

    const bound = await moveTo(owner, first, 'BindEmail', { isReceiveMessage: true });
    const boundAgain = await moveTo(owner, newEmail(), 'BindEmail');
    const changed = await moveTo(owner, second, 'ModifyEmail');

    expect([bound.status, boundAgain.body['code'], changed.status]).toEqual([200, 'ILLEGAL_STATE', 200]);
    expect((await ask(owner.browser, 'user.isEmailBound')).body).toEqual({ isBound: true });
    expect(await kindsTo(first)).toEqual(['verificationCode', 'emailChanged', 'emailChanged']);
    expect(await kindsTo(second)).toEqual(['verificationCode', 'emailChanged']);
    expect(await kindsTo(owner.browser.phone)).toEqual(['emailChanged', 'emailChanged']);
  });

  it('goes to one of two accounts that bind it at once [R-22]', async () => {
    const email = newEmail();
    const owners = [await givenOwner(), await givenOwner()];
    const code = await receiveCode(owners[0] ?? (await givenOwner()), email, 'BindEmail');
    await setClockOffset(61);
    const second = await receiveCode(owners[1] ?? (await givenOwner()), email, 'BindEmail');
    const codes = [code, second];
    const answers = await Promise.all(
      owners.map((owner, at) =>
        submit(owner, { account: email, verificationCodeType: 'BindEmail', verificationCode: codes[at] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is bound once by one code, of four that use it at once [T2]', async () => {
    const owner = await givenOwner();
    const email = newEmail();
    const verificationCode = await receiveCode(owner, email, 'BindEmail');
    const change = { account: email, verificationCodeType: 'BindEmail', verificationCode };
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(owner, change)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await kindsTo(email)).toEqual(['verificationCode', 'emailChanged']);
  });
});

describe('the password of an account', () => {
  const fresh = { password: 'harbour&7731', confirmPassword: 'harbour&7731' };

  it('is changed with the old one; every other session ends, this one gets a new id, the owner is told [call:POST /api/user/password T5 ASVS-6.2.3 ASVS-7.4.3 ASVS-6.2.2]', async () => {
    const owner = await givenOwner();
    const other = await alsoSignedIn(owner.browser);
    const before = new Map(owner.browser.cookies);
    const body = { originalPassword: testPassword, ...fresh };

    const answer = await ask(owner.browser, 'user.changePassword', { body });

    expect(answer.status).toBe(200);
    expect(await Promise.all([isSignedIn(owner.browser), isSignedIn(other), replay(before)])).toEqual([
      true,
      false,
      401,
    ]);
    expect(await kindsTo(owner.browser.phone)).toEqual(['passwordChanged']);
    const { browser, headers } = givenVisitor(server.url);
    const signIn = { loginType: 'Password', mobileOrEmail: owner.browser.phone, password: fresh.password };
    expect((await ask(browser, 'user.signIn', { body: signIn, headers })).status).toBe(200);
  });

  it.each([
    [{ originalPassword: 'wrong#word1' }, 'PASSWORD_WRONG'],
    [{ confirmPassword: 'harbour&7732' }, 'PASSWORDS_DIFFER'],
    [{ password: 'short@1', confirmPassword: 'short@1' }, 'FIELDS'],
  ])('is not changed with %o [R-21]', async (changes, code) => {
    const owner = await givenOwner();
    const body = { originalPassword: testPassword, ...fresh, ...changes };
    const answer = await ask(owner.browser, 'user.changePassword', { body });
    expect([answer.status, answer.body['code']]).toEqual([412, code]);
    expect(await kindsTo(owner.browser.phone)).toEqual([]);
  });

  it('may not contain the phone number [R-21 ASVS-6.2.11]', async () => {
    const owner = await givenOwner();
    const password = `a@${owner.browser.phone}`;
    const body = { originalPassword: testPassword, password, confirmPassword: password };
    const answer = await ask(owner.browser, 'user.changePassword', { body });
    expect(answer.body['fieldCodes']).toEqual({ password: 'PASSWORD_CONTAINS_PHONE' });
  });
});

describe('other information of an account', () => {
  const save = (browser: Browser, body: object) => ask(browser, 'user.saveOtherInformation', { body });

  it('keeps promotion, channels and language of messages [call:POST /api/user/other_information R-96 R-16]', async () => {
    const { browser } = await givenOwner({ email: newEmail() });
    const wishes = { promoteStatus: true, phoneReceivingStatus: false, sendMessageLanguageType: 'Chinese' };
    const saved = await save(browser, wishes);
    const current = await ask(browser, 'user.current');
    expect(saved.body).toMatchObject({ ...wishes, emailReceivingStatus: true });
    expect(current.body).toMatchObject(wishes);
  });

  it('leaves one channel at least, and only a bound address is one [R-96]', async () => {
    const unbound = await givenOwner();
    const bound = await givenOwner({ email: newEmail() });
    const refused = [
      await save(unbound.browser, { phoneReceivingStatus: false }),
      await save(bound.browser, { phoneReceivingStatus: false, emailReceivingStatus: false }),
    ];
    const parallel = await Promise.all([
      save(bound.browser, { phoneReceivingStatus: false }),
      save(bound.browser, { emailReceivingStatus: false }),
    ]);
    expect(refused.map(({ body }) => body['code'])).toEqual(['RECEIVE_CHANNEL_REQUIRED', 'RECEIVE_CHANNEL_REQUIRED']);
    expect(parallel.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  it('takes the date of birth once, of an adult by the date in China [R-20 R-96 1.7]', async () => {
    await moveClockTo('2026-11-20T16:30:00.000Z');
    const { browser } = await givenOwner({ dateOfBirth: null });
    const under = await save(browser, { dateOfBirth: '2008-11-22' });
    const nonsense = await save(browser, { dateOfBirth: '1985-02-30' });
    const first = await save(browser, { dateOfBirth: '2008-11-21' });
    const same = await save(browser, { dateOfBirth: '2008-11-21' });
    const other = await save(browser, { dateOfBirth: '1985-04-12' });
    expect([under, nonsense, other].map(({ body }) => body['code'])).toEqual([
      'UNDER_AGE',
      'FIELDS',
      'BIRTH_DATE_FIXED',
    ]);
    expect([first.status, same.status]).toEqual([200, 200]);
  });
});

describe('the devices of an account', () => {
  const list = async (browser: Browser) => {
    const { text } = await ask(browser, 'user.sessions');
    const sessions: { id: string; device: string; isCurrent: boolean }[] = JSON.parse(text);
    return sessions;
  };

  it('are listed without address or id of the cookie, and one of them is ended [call:user.sessions call:user.endSession T5 ASVS-7.5.2]', async () => {
    const owner = await givenOwner();
    const other = await alsoSignedIn(owner.browser);
    const sessions = await list(owner.browser);
    const away = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';

    const ended = await ask(owner.browser, 'user.endSession', { params: { id: away } });
    const again = await ask(owner.browser, 'user.endSession', { params: { id: away } });

    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect([...owner.browser.cookies.values()].some((value) => JSON.stringify(sessions).includes(value))).toBe(false);
    expect([ended.status, again.status]).toEqual([204, 404]);
    expect([await isSignedIn(other), await isSignedIn(owner.browser)]).toEqual([false, true]);
    expect(await list(owner.browser)).toHaveLength(1);
  });

  it('of another account cannot be ended: they are unknown [T8 T5]', async () => {
    const owner = await givenOwner();
    const stranger = await givenOwner();
    const [own] = await list(owner.browser);
    const answer = await ask(stranger.browser, 'user.endSession', { params: { id: own?.id } });
    expect(answer.status).toBe(404);
    expect(await isSignedIn(owner.browser)).toBe(true);
  });

  it('are all ended but this one [call:user.endOtherSessions T5]', async () => {
    const owner = await givenOwner();
    const others = [await alsoSignedIn(owner.browser), await alsoSignedIn(owner.browser)];
    const answer = await ask(owner.browser, 'user.endOtherSessions');
    expect(answer.status).toBe(204);
    expect(await Promise.all([...others, owner.browser].map(isSignedIn))).toEqual([false, false, true]);
  });

  it('forget what the browser kept when they sign out, the language excepted [T5 R-16 ASVS-14.3.1]', async () => {
    const { browser } = await givenOwner();
    const [own] = await list(browser);
    const out = await ask(browser, 'user.endSession', { params: { id: own?.id } });
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect(out.headers.getSetCookie().join()).toContain('portal-session=;');
    expect(await isSignedIn(browser)).toBe(false);
  });
});
