import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { createBrowser } from '#testing/app';
import {
  ask,
  givenAccount,
  givenSignedIn,
  openTestServer,
  testPassword,
  type TestServer,
  trustBrowser,
} from '#testing';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** What the rows of a sign-in say, but for ids, secrets and instants. */
async function rowsOf(accountId: string): Promise<unknown[]> {
  const { rows } = await databasePool().query(
    `select device.device, device.network, device.trusted_until > app_now() + interval '29 days' as is_trusted,
       session.device as session_device, session.network as session_network, session.device_id = device.id as is_on_device,
       session.ended_at, session.expires_at - session.created_at as lifetime, session.proved_at = session.created_at as is_proved
     from account_session session join account_device device on device.id = session.device_id
     where session.account_id = $1 order by session.created_at desc limit 1`,
    [accountId],
  );
  return rows;
}

describe('a sign-in that tests plant', () => {
  it('is what a password leaves on a trusted device, column by column', async () => {
    const planted = await givenSignedIn(server.url);
    const { id, phone } = await givenAccount();
    const browser = createBrowser(server.url);
    await trustBrowser(browser, id);
    const body = { loginType: 'Password', mobileOrEmail: phone, password: testPassword };
    const headers = { 'user-agent': 'A browser of a test', 'x-forwarded-for': '10.1.1.1' };
    await ask(browser, 'user.signIn', { body, headers });

    const rows = await rowsOf(planted.accountId);

    expect(rows).toHaveLength(1);
    expect(rows).toEqual(await rowsOf(id));
  });
});
