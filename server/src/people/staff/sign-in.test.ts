import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { inTransaction, reading } from '#platform/database';
import { tasks } from '#office/work-items';
import { createBrowser, sendAsIs, type TestApp } from '#testing/app';
import {
  askStaff,
  codeOf,
  givenSignedIn,
  givenStaff,
  givenStaffAccount,
  openTestConsole,
  type StaffAccount,
  staffPassword,
} from '#testing';

let server: TestApp;
beforeAll(async () => {
  server = await openTestConsole();
});
afterAll(() => server.close());

const fromSomewhere = () => ({ 'x-forwarded-for': `10.${Math.floor(performance.now()) % 250}.3.4` });

async function signIn(account: StaffAccount, changes: object = {}) {
  const browser = createBrowser(server.consoleUrl);
  const body = { email: account.email, password: staffPassword, code: await codeOf(account), ...changes };
  return { browser, answer: await askStaff(browser, 'staff.signIn', { body, headers: fromSomewhere() }) };
}

describe('signing in to the console', () => {
  it('takes password and code in one call, and says what the person may do [T32]', async () => {
    const account = await givenStaffAccount({ roles: ['financeClerk'] });

    const { browser, answer } = await signIn(account);
    const me = await askStaff(browser, 'staff.me');

    expect(answer.status).toBe(200);
    expect(me.body).toMatchObject({ id: account.id, roles: ['financeClerk'], offices: 'all' });
    expect(me.body['permissions']).toContain('refunds:write');
    expect(me.body['permissions']).not.toContain('refunds:approve');
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^console-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  it('takes them in two calls, and nobody is signed in between', async () => {
    const account = await givenStaffAccount();

    const first = await signIn(account, { code: null });
    const between = await askStaff(first.browser, 'staff.offices');
    const second = await signIn(account);

    expect(first.answer.body).toEqual({ isCodeNeeded: true, me: null, token: null });
    expect(first.answer.headers.getSetCookie()).toEqual([]);
    expect(between.status).toBe(401);
    expect(second.answer.body['isCodeNeeded']).toBe(false);
  });

  it('never goes without the code, nor without the password [T3 T32 ASVS-6.3.3]', async () => {
    const account = await givenStaffAccount();

    const noPassword = await signIn(account, { password: 'wrong#word1' });
    const wrongCode = await signIn(account, { code: '000000' });
    const unknown = await signIn({ ...account, email: 'nobody@staff.example' });

    expect([noPassword, wrongCode, unknown].map(({ answer }) => [answer.status, answer.body['code']])).toEqual([
      [412, 'SIGN_IN_FAILED'],
      [412, 'CODE_WRONG'],
      [412, 'SIGN_IN_FAILED'],
    ]);
  });

  it('takes a code of the step before and after, no other, and each code once [ASVS-6.5.1]', async () => {
    const account = await givenStaffAccount();
    const early = await codeOf(account, -3);
    const late = await codeOf(account, 3);
    const now = await codeOf(account);

    const tooEarly = await signIn(account, { code: early });
    const tooLate = await signIn(account, { code: late });
    const twice = await Promise.all([signIn(account, { code: now }), signIn(account, { code: now })]);
    const after = await signIn(account, { code: await codeOf(account, 1) });

    expect([tooEarly.answer.body['code'], tooLate.answer.body['code']]).toEqual(['CODE_WRONG', 'CODE_WRONG']);
    expect(new Set(twice.map(({ answer }) => answer.status))).toEqual(new Set([200, 412]));
    expect(after.answer.status).toBe(200);
  });

  it('looks at no password without a code after ten tries in ten minutes, for an unknown address alike [T3 T4]', async () => {
    const account = await givenStaffAccount();
    const askForCode = { isCodeNeeded: true, me: null, token: null };

    const [known, unknown] = await Promise.all(
      [account.email, 'unknown@staff.example'].map(async (email) => {
        const seen: unknown[] = [];
        for (let tries = 0; tries < 11; tries++)
          seen.push((await signIn(account, { email, password: 'wrong#word1', code: null })).answer.status);
        const [right, wrongCode] = [
          await signIn(account, { email, code: null }),
          await signIn(account, { email, code: '000000' }),
        ];
        return [...seen, right.answer.body, wrongCode.answer.body['code']];
      }),
    );

    expect(known).toEqual([...Array.from({ length: 10 }, () => 412), 200, askForCode, 'RATE_LIMITED']);
    expect(unknown).toEqual(known);
  });

  it('lets in who has the authenticator, however often a stranger tries, and tells who may lock the account [T3]', async () => {
    const account = await givenStaffAccount({ name: 'Zhao Min' });
    for (let hour = 0; hour < 7; hour++) {
      await setClockOffset(hour * 3600);
      for (let tries = 0; tries < 8; tries++) await signIn(account, { password: 'wrong#word1', code: null });
    }

    const wrong = await signIn(account, { password: 'wrong#word1' });
    const owner = await signIn(account);
    await tasks['workItems.sweep']?.({});
    const { rows: board } = await reading((tx) =>
      sql`select object_id, label from work_item where kind = 'signInsTried' and closed_at is null`.execute(tx),
    );
    await setClockOffset(0);

    expect([wrong.answer.body['code'], owner.answer.status]).toEqual(['SIGN_IN_FAILED', 200]);
    expect(board).toEqual([{ object_id: account.id, label: 'Zhao Min' }]);
  });

  it('lets in who has the authenticator, however often others try from the same address [T3]', async () => {
    const account = await givenStaffAccount();
    const from = { 'x-forwarded-for': '10.77.7.7' };
    const send = (body: object) => askStaff(createBrowser(server.consoleUrl), 'staff.signIn', { body, headers: from });
    const password = 'wrong#word1';
    for (let tries = 0; tries < 101; tries++) await send({ email: `nobody${tries}@staff.example`, password });

    const stranger = await send({ email: 'nobody@staff.example', password, code: '000000' });
    const first = await send({ email: account.email, password: staffPassword });
    const second = await send({ email: account.email, password: staffPassword, code: await codeOf(account) });

    expect(stranger.body['code']).toBe('RATE_LIMITED');
    expect([first.body['isCodeNeeded'], second.body['isCodeNeeded'], second.status]).toEqual([true, false, 200]);
  });

  it('stops who has the authenticator after ten wrong passwords [T3]', async () => {
    const account = await givenStaffAccount();

    const seen = [];
    for (let tries = 0; tries < 11; tries++)
      seen.push((await signIn(account, { password: 'wrong#word1' })).answer.status);

    expect(seen).toEqual([...Array.from({ length: 10 }, () => 412), 429]);
  });

  it('gives a new session each time; the one before is dead, and no value from before is taken over [T5]', async () => {
    const account = await givenStaffAccount();
    const { browser } = await signIn(account);
    const before = browser.cookies.get('console-session') ?? '';
    const body = { email: account.email, password: staffPassword, code: await codeOf(account, 1) };
    await askStaff(browser, 'staff.signIn', { body });
    const replayed = createBrowser(server.consoleUrl);
    replayed.cookies.set('console-session', before);

    const [old, current] = [await askStaff(replayed, 'staff.offices'), await askStaff(browser, 'staff.offices')];

    expect(browser.cookies.get('console-session')).not.toBe(before);
    expect([old.status, current.status]).toEqual([401, 200]);
  });
});

describe('a session of the console', () => {
  it('is stored hashed [T5]', async () => {
    const browser = await givenStaff(server.consoleUrl);

    const { rows } = await reading((tx) =>
      sql<{ text: string }>`select s::text as text from staff_session s where staff_id = ${browser.staff.id}`.execute(
        tx,
      ),
    );

    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('console-session'));
  });

  it('ends after 30 minutes without use, and after 12 hours however much it is used [T5 S-9]', async () => {
    const [used, idle] = [await givenStaff(server.consoleUrl), await givenStaff(server.consoleUrl)];
    await setClockOffset(30 * 60 - 5);
    const inTime = await askStaff(used, 'staff.offices');
    await setClockOffset(30 * 60 + 5);
    const late = await askStaff(idle, 'staff.offices');
    for (let minutes = 55; minutes < 12 * 60; minutes += 25) {
      await setClockOffset(minutes * 60);
      await askStaff(used, 'staff.offices');
    }
    await setClockOffset(12 * 3600 - 30);
    const lastMinute = await askStaff(used, 'staff.offices');
    await setClockOffset(12 * 3600 + 5);
    const over = await askStaff(used, 'staff.offices');
    await setClockOffset(0);

    expect([inTime, late, lastMinute, over].map(({ status }) => status)).toEqual([200, 401, 200, 401]);
  });

  it('is worth nothing while its person is locked, however it came to be', async () => {
    const browser = await givenStaff(server.consoleUrl);
    await inTransaction(async (tx) => {
      await sql`update staff_account set status = 'Locked' where id = ${browser.staff.id}`.execute(tx);
    });

    expect((await askStaff(browser, 'staff.offices')).status).toBe(401);
  });

  it('ends with a sign-out', async () => {
    const browser = await givenStaff(server.consoleUrl);
    const cookie = browser.cookies.get('console-session') ?? '';

    const out = await askStaff(browser, 'staff.signOut');
    browser.cookies.set('console-session', cookie);
    const after = await askStaff(browser, 'staff.me');

    expect([out.status, after.status]).toEqual([204, 204]);
    expect((await askStaff(browser, 'staff.offices')).status).toBe(401);
  });

  it('is none of the portal’s, and a candidate’s is none of the console’s [S-2 T22]', async () => {
    const candidate = await givenSignedIn(server.url);
    const officer = await givenStaff(server.consoleUrl);
    const cookieOf = (browser: { cookies: Map<string, string> }) => [...browser.cookies.values()][0] ?? '';
    const [atConsole, atPortal] = [createBrowser(server.consoleUrl), createBrowser(server.url)];
    for (const name of ['portal-session', 'console-session']) {
      atConsole.cookies.set(name, cookieOf(candidate));
      atPortal.cookies.set(name, cookieOf(officer));
    }

    const staffCall = await atConsole.send('GET', '/api/staff/offices');
    const portalCall = await atPortal.send('GET', '/api/user/is-bound-email');

    expect([staffCall.status, portalCall.status]).toEqual([401, 401]);
  });

  it('is used from the console’s own origin only, with its anti-forgery value [T6 S-2]', async () => {
    const officer = await givenStaff(server.consoleUrl);
    const { token } = (await askStaff(officer, 'staff.me')).body;
    const cookie = `console-session=${officer.cookies.get('console-session')}`;
    const good = {
      cookie,
      origin: server.consoleUrl,
      'x-csrf-token': String(token),
      'content-type': 'application/json',
    };
    const send = (headers: Record<string, string>, body = '{}') =>
      sendAsIs(`${server.consoleUrl}/api/staff/users/search`, { method: 'POST', headers, body });

    const answers = await Promise.all([
      send({ ...good, origin: server.url }),
      send({ ...good, origin: 'null' }),
      send({ ...good, 'sec-fetch-site': 'same-site' }),
      send({ ...good, 'sec-fetch-site': 'cross-site' }),
      send({ ...good, 'x-csrf-token': 'A'.repeat(43) }),
      send({ ...good, 'content-type': 'text/plain' }),
      send({ ...good, 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'),
      send(good),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 415, 415, 200]);
  });
});

describe('the own sessions', () => {
  it('are listed, and all but this one can be ended [T5 ASVS-7.5.2]', async () => {
    const account = await givenStaffAccount();
    const { browser: elsewhere } = await signIn(account);
    const { browser: here } = await signIn(account, { code: await codeOf(account, 1) });
    const listed = await askStaff(here, 'staff.sessions');

    const ended = await askStaff(here, 'staff.endOtherSessions');

    expect(listed.body['list']).toMatchObject([{ isCurrent: true }, { isCurrent: false }]);
    expect(listed.text).not.toMatch(/hash|10\.\d+\.3\.4/);
    expect(ended.status).toBe(204);
    expect([
      (await askStaff(here, 'staff.offices')).status,
      (await askStaff(elsewhere, 'staff.offices')).status,
    ]).toEqual([200, 401]);
  });
});

describe('a fresh proof', () => {
  it('is five minutes old at most, where the call asks for one [ASVS-7.5.1 T32]', async () => {
    const admin = await givenStaff(server.consoleUrl, { isFresh: false });
    const other = await givenStaffAccount({ roles: [] });
    const call = () =>
      askStaff(admin, 'staff.endSessions', { params: { id: other.id }, body: { reason: 'left the building' } });
    const stale = await call();
    const before = admin.cookies.get('console-session');

    const proof = await askStaff(admin, 'staff.prove', { body: { code: await codeOf(admin.staff) } });
    const fresh = await call();
    await setClockOffset(301);
    const later = await call();
    await setClockOffset(0);

    expect([stale.status, stale.body['code']]).toEqual([403, 'REAUTH']);
    expect([proof.status, fresh.status]).toEqual([200, 204]);
    expect(admin.cookies.get('console-session')).not.toBe(before);
    expect([later.status, later.body['code']]).toEqual([403, 'REAUTH']);
  });

  it('is not given for a wrong code, five tries in ten minutes', async () => {
    const admin = await givenStaff(server.consoleUrl);
    const answers = [];

    for (let tries = 0; tries < 6; tries++)
      answers.push((await askStaff(admin, 'staff.prove', { body: { code: '000000' } })).status);

    expect(answers).toEqual([412, 412, 412, 412, 412, 429]);
  });
});

describe('changing the own password', () => {
  it('ends the other sessions and gives this one a new id [T5]', async () => {
    const account = await givenStaffAccount();
    const { browser: here } = await signIn(account);
    const { browser: elsewhere } = await signIn(account, { code: await codeOf(account, 1) });
    const before = here.cookies.get('console-session');

    const wrong = await askStaff(here, 'staff.changePassword', {
      body: { originalPassword: 'wrong#word1', password: 'marble#tern42' },
    });
    const weak = await askStaff(here, 'staff.changePassword', {
      body: { originalPassword: staffPassword, password: 'short' },
    });
    const changed = await askStaff(here, 'staff.changePassword', {
      body: { originalPassword: staffPassword, password: 'marble#tern42' },
    });

    expect([wrong.body['code'], weak.body['code'], changed.status]).toEqual(['PASSWORD_WRONG', 'FIELDS', 200]);
    expect(here.cookies.get('console-session')).not.toBe(before);
    expect((await askStaff(elsewhere, 'staff.offices')).status).toBe(401);
    expect((await askStaff(here, 'staff.offices')).status).toBe(200);
  });
});
