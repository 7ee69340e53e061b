import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { reading } from '#platform/database';
import { createBrowser } from '#testing/app';
import {
  ask,
  givenAccount,
  givenSignedIn,
  openTestServer,
  testPassword,
  trustBrowser,
  type Browser,
  type TestServer,
} from '#testing';
import { askForCode, givenVisitor, messagesTo, newEmail, newPhone, receiveCode, solveCaptcha } from '#testing/visitor';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => setClockOffset(0));
afterAll(() => server.close());

type Visitor = ReturnType<typeof givenVisitor>;
const day = 86_400;

async function enter({ browser, headers }: Visitor, mobileOrEmail: string, password = testPassword) {
  const body = { loginType: 'Password', mobileOrEmail, password };
  return await ask(browser, 'user.signIn', { body, headers });
}

/** Asks for the second step's code, naming its target as the page knows it, and reads it from the outbox. */
async function codeFor(visitor: Visitor, shown: string, recipient: string): Promise<string> {
  await askForCode(visitor, shown, 'Login');
  return String((await messagesTo(recipient)).findLast(({ kind }) => kind === 'verificationCode')?.values['code']);
}

const takeStep = ({ browser, headers }: Visitor, body: object) =>
  ask(browser, 'user.signInSecondFactor', { body, headers });

const isSignedIn = async (browser: Browser) => (await ask(browser, 'user.isEmailBound')).status === 200;

const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

describe('a password on a device that is not trusted', () => {
  it('signs nobody in; a code to the bound phone does, and begins a new session [R-17 T5 call:POST /api/user/login-mfa ASVS-6.3.3]', async () => {
    const { phone } = await givenAccount();
    const visitor = givenVisitor(server.url);

    const first = await enter(visitor, phone);
    const isInBetween = await isSignedIn(visitor.browser);
    const done = await takeStep(visitor, { verificationCode: await codeFor(visitor, masked(phone), phone) });

    expect(first.body).toMatchObject({
      isAuthorized: false,
      isMfaRequire: true,
      token: null,
      data: null,
      secondFactor: { means: 'phone', target: masked(phone) },
    });
    expect(first.headers.getSetCookie().some((cookie) => cookie.startsWith('portal-session='))).toBe(false);
    expect(isInBetween).toBe(false);
    expect(done.body).toMatchObject({ isAuthorized: true, isMfaRequire: false, secondFactor: null });
    expect(await isSignedIn(visitor.browser)).toBe(true);
  });

  it('whose account was named by its e-mail address shows the phone masked only [R-17 T31]', async () => {
    const email = newEmail();
    const { phone } = await givenAccount({ email });
    const answer = await enter(givenVisitor(server.url), email);
    expect(answer.text).not.toContain(phone);
    expect(answer.body['secondFactor']).toEqual({ means: 'phone', target: masked(phone) });
  });

  it('takes no wrong code, no code of another browser, and no ticket twice or after ten minutes [R-17 T2 T5]', async () => {
    const { phone } = await givenAccount();
    const [owner, thief, slow] = [givenVisitor(server.url), givenVisitor(server.url), givenVisitor(server.url)];
    await enter(owner, phone);
    await enter(thief, phone);
    await enter(slow, phone);
    const verificationCode = await codeFor(owner, phone, phone);

    const stolen = await takeStep(thief, { verificationCode });
    const right = await takeStep(owner, { verificationCode });
    const again = await takeStep(owner, { verificationCode });
    const nobody = await takeStep(givenVisitor(server.url), { verificationCode });
    await setClockOffset(10 * 60 + 5);
    const late = await takeStep(slow, { verificationCode: await codeFor(slow, phone, phone) });

    expect([stolen, right, again, nobody, late].map(({ status, body }) => body['code'] ?? status)).toEqual([
      'CODE_WRONG',
      200,
      'SIGN_IN_OVER',
      'SIGN_IN_OVER',
      'SIGN_IN_OVER',
    ]);
  });

  it('is followed by no second step once the password was set anew [R-17 R-19 T5]', async () => {
    const { phone } = await givenAccount();
    const [thief, owner] = [givenVisitor(server.url), givenVisitor(server.url)];
    await enter(thief, phone);
    const verificationCode = await receiveCode(owner, phone, 'ForgetPassword');
    const password = 'harbour&7731';
    const body = {
      forgetPasswordType: 'PhoneNumber',
      userName: phone,
      verificationCode,
      password,
      confirmPassword: password,
    };
    const reset = await ask(owner.browser, 'user.resetPassword', { body, headers: owner.headers });
    await setClockOffset(61);

    const step = await takeStep(thief, { verificationCode: await codeFor(thief, masked(phone), phone) });

    expect([reset.status, step.body['code']]).toEqual([204, 'SIGN_IN_OVER']);
  });

  it('is followed by its code on a new device, whatever strangers have had sent and spoilt to the number [R-17 T1 T2]', async () => {
    const { phone } = await givenAccount();
    const [stranger, owner] = [givenVisitor(server.url), givenVisitor(server.url)];
    let seconds = 0;
    const later = () => setClockOffset((seconds += 61));
    for (let sent = 0; sent < 5; sent++) {
      await later();
      await askForCode(stranger, phone, 'Login');
      for (let tried = 0; tried < 4; tried++) {
        const body = { loginType: 'VerificationCode', mobile: phone, verificationCode: '000000' };
        await ask(stranger.browser, 'user.signIn', { body, headers: stranger.headers });
      }
    }
    const blind = await askForCode(owner, phone, 'Login');

    await enter(owner, phone);
    const done = await takeStep(owner, { verificationCode: await codeFor(owner, masked(phone), phone) });

    expect(blind.status).toBe(429);
    expect(done.body).toMatchObject({ isAuthorized: true });
    expect(await isSignedIn(owner.browser)).toBe(true);
  });

  it('is not asked for more where its owner trusted the device, for thirty days [R-17]', async () => {
    const { phone } = await givenAccount();
    const visitor = givenVisitor(server.url);
    await enter(visitor, phone);
    const verificationCode = await codeFor(visitor, phone, phone);
    const trusted = await takeStep(visitor, { verificationCode, isDeviceTrusted: true });

    await setClockOffset(30 * day - 60);
    const inTime = await enter(visitor, phone);
    await setClockOffset(30 * day + 60);
    const late = await enter(visitor, phone);

    const cookie = trusted.headers.getSetCookie().find((each) => each.startsWith('portal-device=')) ?? '';
    expect(cookie).toMatch(/^portal-device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect([inTime, late].map(({ body }) => body['isMfaRequire'])).toEqual([false, true]);
  });

  it('is asked for more on a trusted device too after three wrong ones in a day, whoever typed them [R-17]', async () => {
    const owner = await givenSignedIn(server.url);
    for (let tried = 0; tried < 3; tried++) await enter(givenVisitor(server.url), owner.phone, 'wrong#word1');

    const visitor = { browser: owner, headers: givenVisitor(server.url).headers };
    const attacked = await enter(visitor, owner.phone);
    const code = await codeFor(visitor, masked(owner.phone), owner.phone);
    const proved = await takeStep(visitor, { verificationCode: code, isDeviceTrusted: true });
    const afterwards = await enter(visitor, owner.phone);

    expect([attacked, proved, afterwards].map(({ body }) => body['isMfaRequire'])).toEqual([true, false, false]);
  });

  it('is not asked for more where the phone was proved by registering there [R-17 R-20]', async () => {
    const visitor = givenVisitor(server.url);
    const phone = newPhone();
    const password = 'lantern@4821';
    const body = { phoneNumber: phone, password, confirmPassword: password, dateOfBirth: '1985-04-12' };
    const verificationCode = await receiveCode(visitor, phone, 'Register');
    await ask(visitor.browser, 'user.register', { body: { ...body, verificationCode }, headers: visitor.headers });
    expect((await enter(visitor, phone, password)).body).toMatchObject({ isAuthorized: true, isMfaRequire: false });
  });
});

describe('a device that is known', () => {
  it('was told of to phone and mail when it was new, and not again [T5 ASVS-6.3.5]', async () => {
    const email = newEmail();
    const { phone } = await givenAccount({ email });
    const visitor = givenVisitor(server.url);
    await enter(visitor, phone);
    await takeStep(visitor, { verificationCode: await codeFor(visitor, phone, phone) });
    await setClockOffset(120);
    await enter(visitor, phone);
    await takeStep(visitor, { verificationCode: await codeFor(visitor, phone, phone) });

    const told = await Promise.all([phone, email].map(async (to) => (await messagesTo(to)).map(({ kind }) => kind)));
    expect(told.map((kinds) => kinds.filter((kind) => kind === 'newDevice').length)).toEqual([1, 1]);
  });

  it('lets its owner in while others in the same network try passwords [T3 T5]', async () => {
    const owner = await givenSignedIn(server.url);
    const { phone, accountId } = owner;
    for (let tried = 0; tried < 5; tried++) {
      const attacker = givenVisitor(server.url, `198.51.100.${tried}`);
      const captchaVerifyId = await solveCaptcha(attacker);
      const body = { loginType: 'Password', mobileOrEmail: phone, password: 'wrong#word1', captchaVerifyId };
      await ask(attacker.browser, 'user.signIn', { body, headers: attacker.headers });
    }
    const stranger = givenVisitor(server.url, '198.51.100.98');
    const captchaVerifyId = await solveCaptcha(stranger);
    const heldUp = await ask(stranger.browser, 'user.signIn', {
      body: { loginType: 'Password', mobileOrEmail: phone, password: testPassword, captchaVerifyId },
      headers: stranger.headers,
    });
    const remembered = givenVisitor(server.url, '198.51.100.99');
    await trustBrowser(remembered.browser, accountId);
    const own = await enter(remembered, phone);

    expect(heldUp.status).toBe(429);
    expect([own.status, own.body['isMfaRequire']]).toEqual([200, true]);
  });

  it('has a new cookie after every sign-in, and a copy of the old one is worth nothing [T5 T34]', async () => {
    const owner = await givenSignedIn(server.url);
    const before = owner.cookies.get('portal-device') ?? '';
    await enter({ browser: owner, headers: {} }, owner.phone);
    const thief = createBrowser(server.url);
    thief.cookies.set('portal-device', before);
    const answer = await enter({ browser: thief, headers: {} }, owner.phone);

    expect(owner.cookies.get('portal-device')).not.toBe(before);
    expect(answer.body['isMfaRequire']).toBe(true);
  });

  it('is kept as a hash only [T34 S-2]', async () => {
    const owner = await givenSignedIn(server.url);
    const rows = await reading((tx) =>
      tx.selectFrom('account_device').selectAll().where('account_id', '=', owner.accountId).execute(),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(owner.cookies.get('portal-device'));
    expect(rows[0]?.token_hash).toHaveLength(32);
  });
});

describe('the devices of an account', () => {
  const list = async (browser: Browser): Promise<{ id: string; isCurrent: boolean; trustedUntil: string | null }[]> =>
    JSON.parse((await ask(browser, 'user.devices')).text);

  it('are listed, and one that is forgotten is signed out and asks for the second step again [call:user.devices call:user.forgetDevice R-17 T5]', async () => {
    const owner = await givenSignedIn(server.url);
    const tablet = givenVisitor(server.url);
    await trustBrowser(tablet.browser, owner.accountId);
    await enter(tablet, owner.phone);
    const [own, other] = await list(owner);

    const forgotten = await ask(owner, 'user.forgetDevice', { params: { id: other?.id ?? '' } });
    const again = await ask(owner, 'user.forgetDevice', { params: { id: other?.id ?? '' } });

    expect([own?.isCurrent, other?.isCurrent]).toEqual([true, false]);
    expect(own?.trustedUntil).toMatch(/Z$/);
    expect([forgotten.status, again.status]).toEqual([204, 404]);
    expect([await isSignedIn(tablet.browser), await isSignedIn(owner)]).toEqual([false, true]);
    expect((await enter(tablet, owner.phone)).body['isMfaRequire']).toBe(true);
  });

  it('of another account cannot be forgotten: they are unknown [T8]', async () => {
    const owner = await givenSignedIn(server.url);
    const stranger = await givenSignedIn(server.url);
    const [own] = await list(owner);
    const { status } = await ask(stranger, 'user.forgetDevice', { params: { id: own?.id ?? '' } });
    expect([status, (await list(owner)).length]).toEqual([404, 1]);
  });

  it.each(['password', 'others', 'session'] as const)(
    'lose their trust when %s ends or changes; the one that asked keeps it [T5 R-17]',
    async (change) => {
      const owner = await givenSignedIn(server.url);
      const tablet = givenVisitor(server.url);
      await trustBrowser(tablet.browser, owner.accountId);
      await enter(tablet, owner.phone);
      const password = change === 'password' ? 'harbour#7731' : testPassword;

      if (change === 'password') {
        const body = { originalPassword: testPassword, password, confirmPassword: password };
        expect((await ask(owner, 'user.changePassword', { body })).status).toBe(200);
      } else if (change === 'others') await ask(owner, 'user.endOtherSessions');
      else {
        const sessions: { id: string; isCurrent: boolean }[] = JSON.parse((await ask(owner, 'user.sessions')).text);
        const away = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
        await ask(owner, 'user.endSession', { params: { id: away } });
      }

      const there = await enter(tablet, owner.phone, password);
      const here = await enter({ browser: owner, headers: {} }, owner.phone, password);
      expect([there.body['isMfaRequire'], here.body['isMfaRequire']]).toEqual([true, false]);
    },
  );
});
