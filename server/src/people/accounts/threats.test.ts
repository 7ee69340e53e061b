import { once } from 'node:events';
import { connect } from 'node:net';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId, randomToken } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { inTransaction, reading } from '#platform/database';
import { hashSecret } from '#platform/vault';
import { ask, givenAccount, openTestServer, type Answer, type TestServer } from '#testing';
import { askForCode, givenVisitor, newPhone } from '#testing/visitor';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** How often a password is hashed or compared while something is done. */
async function hashesOf(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = (): void => void (count += 1);
  subscribe('examport:password-hash', note);
  await act();
  unsubscribe('examport:password-hash', note);
  return count;
}

/** How many takes of limits there are. */
async function takes(): Promise<number> {
  const rows = await reading((tx) => tx.selectFrom('rate_limit').select('taken_at').execute());
  return rows.reduce((sum, row) => sum + row.taken_at.length, 0);
}

const plain = ({ status, text }: Answer) => ({
  status,
  text: text.replace(/"(requestId|expiresAt)":"[^"]+"/g, '').replace(/in \d+ seconds?/, ''),
});

/** What visitors may do with a number, each from a browser and an address of its own. */
const acts: Record<string, (phone: string) => Promise<Answer>> = {
  'signs in by a wrong password': (phone) => {
    const { browser, headers } = givenVisitor(server.url);
    const body = { loginType: 'Password', mobileOrEmail: phone, password: 'wrong#word1' };
    return ask(browser, 'user.signIn', { body, headers });
  },
  'signs in by a wrong code': (phone) => {
    const { browser, headers } = givenVisitor(server.url);
    const body = { loginType: 'VerificationCode', mobile: phone, verificationCode: 'abcdef' };
    return ask(browser, 'user.signIn', { body, headers });
  },
  'asks for a code to sign in': (phone) => askForCode(givenVisitor(server.url), phone, 'Login'),
  'asks for a code to register': (phone) => askForCode(givenVisitor(server.url), phone, 'Register'),
  'asks for a code for a forgotten password': (phone) => askForCode(givenVisitor(server.url), phone, 'ForgetPassword'),
  'sets a new password with a wrong code': (phone) => {
    const { browser, headers } = givenVisitor(server.url);
    const password = { password: 'harbour#7731', confirmPassword: 'harbour#7731' };
    const body = { forgetPasswordType: 'PhoneNumber', userName: phone, verificationCode: 'abcdef', ...password };
    return ask(browser, 'user.resetPassword', { body, headers });
  },
  'registers with a wrong code': (phone) => {
    const { browser, headers } = givenVisitor(server.url);
    const password = { password: 'harbour#7731', confirmPassword: 'harbour#7731' };
    const body = { phoneNumber: phone, verificationCode: 'abcdef', dateOfBirth: '1985-04-12', ...password };
    return ask(browser, 'user.register', { body, headers });
  },
};

describe('whoever does not know whether a number has an account', () => {
  it.each(Object.keys(acts))(
    'and %s learns nothing: answer, hashing and limits are the same [T4 ASVS-6.3.8]',
    async (name) => {
      const work = async (phone: string) => {
        const before = await takes();
        const answers: object[] = [];
        const hashes = await hashesOf(async () => {
          for (let tried = 0; tried < 2; tried++) answers.push(plain((await acts[name]?.(phone)) ?? never()));
        });
        return { answers, hashes, takes: (await takes()) - before };
      };

      const known = await work((await givenAccount()).phone);
      const unknown = await work(newPhone());

      expect(known).toEqual(unknown);
      expect(known.hashes).toBe(name === 'signs in by a wrong password' ? 2 : 0);
    },
  );
});

function never(): never {
  throw new Error('There is no such act.');
}

/** A captcha that somebody with many machines has solved already. */
async function solvedAtOnce({ browser }: ReturnType<typeof givenVisitor>): Promise<string> {
  const [visitId, verifyId] = [randomToken(), randomToken()];
  browser.cookies.set('portal-visit', visitId);
  await inTransaction((tx) =>
    sql`insert into captcha (id, kind, visit_hash, answer, expires_at, verify_hash, verified_at)
      values (${randomId()}, 'pow', ${hashSecret(visitId)}, '1', app_now() + interval '1 minute', ${hashSecret(verifyId)}, app_now())`.execute(
      tx,
    ),
  );
  return verifyId;
}

describe('passwords tried for one account from everywhere', () => {
  it('are compared a hundred times in an hour at most, captcha or not, and from one network far fewer [T3 ASVS-6.3.1]', async () => {
    const { phone } = await givenAccount();
    const tries = async (address?: string) => {
      for (let tried = 0; tried < 120; tried++) {
        await setClockOffset(tried * 29);
        const visitor = givenVisitor(server.url, address);
        const captchaVerifyId = await solvedAtOnce(visitor);
        const body = { loginType: 'Password', mobileOrEmail: phone, password: 'wrong#word1', captchaVerifyId };
        await ask(visitor.browser, 'user.signIn', { body, headers: visitor.headers });
      }
    };
    const fromOne = await hashesOf(() => tries('198.51.100.7'));
    await setClockOffset(0);
    await inTransaction((tx) => sql`delete from rate_limit`.execute(tx));
    const fromEverywhere = await hashesOf(() => tries());
    await setClockOffset(0);

    expect(fromOne).toBeGreaterThan(10);
    expect(fromOne).toBeLessThan(35);
    expect(fromEverywhere).toBe(100);
  });
});

describe('the caller’s address', () => {
  it('is the one that the trusted proxy saw, whatever the caller claims before it [T27 ASVS-15.3.4 ASVS-4.1.3]', async () => {
    const { browser } = givenVisitor(server.url);
    const password = { password: 'harbour#7731', confirmPassword: 'harbour#7731' };
    const statuses = [];
    for (let tried = 0; tried < 31; tried++) {
      const body = { phoneNumber: newPhone(), verificationCode: 'abcdef', ...password };
      const headers = { 'x-forwarded-for': `198.51.100.${tried}, 203.0.113.77` };
      statuses.push((await ask(browser, 'user.register', { body, headers })).status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 412)).toBe(true);
    expect(statuses[30]).toBe(429);
  });
});

/** Sends bytes as they are. @returns the first line of the answer; empty when the connection is closed without one. */
async function firstLine(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  socket.write(bytes.replaceAll('HOST', `${hostname}:${port}`));
  await once(socket, 'close');
  return text.split('\r\n')[0] ?? '';
}

describe('a request that two parsers could read in two ways', () => {
  const start =
    'POST /api/user/login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nConnection: close\r\n';
  it.each([
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x'],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'X-One: a\r\n b\r\nContent-Length : 2\r\n\r\n{}'],
    ['a space before the colon', 'Content-Length : 2\r\n\r\n{}'],
    ['two hosts', 'Host: HOST\r\nContent-Length: 2\r\n\r\n{}'],
    ['two hosts, one of them another', 'host: evil.example\r\nContent-Length: 2\r\n\r\n{}'],
    ['a bare line feed', 'Content-Length: 2\nX: y\r\n\r\n{}'],
  ])('with %s is malformed [T27 ASVS-4.2.1]', async (_, rest) => {
    expect(await firstLine(start + rest)).toMatch(/^(HTTP\/1\.1 400 .*)?$/);
  });

  it('is answered when it is whole', async () => {
    expect(await firstLine(`${start}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 (400|403|412) /);
  });
});
