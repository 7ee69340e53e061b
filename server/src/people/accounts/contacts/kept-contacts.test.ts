import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database';
import { ask, givenAccount, givenSignedIn, openTestServer, type Answer, type TestServer } from '#testing';
import { closeAccountRow } from '../close-row.ts';
import { askForCode, givenVisitor, messagesTo, newEmail, newPhone, receiveCode } from '#testing/visitor';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Number and address of an account that has just been closed. */
async function givenClosed(): Promise<{ phone: string; email: string }> {
  const email = newEmail();
  const { id, phone } = await givenAccount({ email });
  await inTransaction((tx) => closeAccountRow(tx, id));
  return { phone, email };
}

const comparable = ({ status, text }: Answer) => ({
  status,
  text: text.replace(/"(requestId|expiresAt)":"[^"]+"/g, ''),
});
const secret = { password: 'lantern@4821', confirmPassword: 'lantern@4821', dateOfBirth: '1985-04-12' };
const kindsTo = async (recipient: string) =>
  (await messagesTo(recipient)).map(({ kind }) => kind).filter((kind) => kind !== 'accountClosed');

describe('number and address of a closed account', () => {
  it('answer to a registration like those that nobody had; only who reads what goes there learns why [R-25 T4]', async () => {
    const closed = await givenClosed();
    const fresh = { phone: newPhone(), email: newEmail() };
    const tryOut = async ({ phone, email }: typeof fresh) => {
      const visitor = givenVisitor(server.url);
      const { browser, headers } = visitor;
      const body = { phoneNumber: phone, verificationCode: 'abcdef', ...secret };
      const seen = [await askForCode(visitor, phone, 'Register'), await askForCode(visitor, email, 'Register')];
      seen.push(await ask(browser, 'user.register', { body, headers }));
      return seen.map(comparable);
    };

    const [ofClosed, ofFresh] = [await tryOut(closed), await tryOut(fresh)];

    expect(ofClosed).toEqual(ofFresh);
    expect([await kindsTo(closed.phone), await kindsTo(closed.email)]).toEqual([['numberResting'], ['addressResting']]);
    expect(await kindsTo(fresh.phone)).toEqual(['verificationCode']);
  });

  it('are not moved to by another account either [R-22 R-25 T4]', async () => {
    const closed = await givenClosed();
    const browser = await givenSignedIn(server.url);
    const visitor = { ...givenVisitor(server.url), browser };

    const asked = [
      await askForCode(visitor, closed.phone, 'ModifyUserName'),
      await askForCode(visitor, closed.email, 'BindEmail'),
    ];

    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    expect([await kindsTo(closed.phone), await kindsTo(closed.email)]).toEqual([['numberResting'], ['addressResting']]);
  });

  it('make a code void that was sent before the account was closed [R-25]', async () => {
    const email = newEmail();
    const { id, phone } = await givenAccount({ email });
    const visitor = givenVisitor(server.url);
    const { browser, headers } = visitor;
    const code = await receiveCode(visitor, phone, 'ForgetPassword');
    await inTransaction((tx) => closeAccountRow(tx, id));

    const body = { forgetPasswordType: 'PhoneNumber', userName: phone, verificationCode: code, ...secret };
    const { dateOfBirth: _unused, ...reset } = body;
    const { body: answer } = await ask(browser, 'user.resetPassword', { body: reset, headers });

    expect(answer['code']).toBe('CODE_WRONG');
  });
});
