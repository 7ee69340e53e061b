import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@exam/contract/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { reading } from '#platform/database';
import { createBrowser } from '#testing/app';
import { unseal } from '#platform/vault';
import { ask, type Browser, givenSignedIn, openTestServer, type SignedIn, type TestServer } from '#testing';
import { createAuthenticator, type Authenticator, type Deed } from './authenticator.testing.ts';
import { forgetOldChallenges } from './challenges.ts';
import { routes } from './index.ts';

/** The PUBLIC_URL of the tests. */
const site = 'http://localhost';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(routes);
});
afterAll(() => server.close());

async function start(browser: Browser): Promise<PasskeyCreationOptions> {
  return (await ask(browser, 'user.startPasskey')).body as unknown as PasskeyCreationOptions;
}

async function add(browser: Browser, device: Authenticator, deed: Deed = {}) {
  const credential = device.create(await start(browser), deed);
  return await ask(browser, 'user.addPasskey', { body: { name: ' My  telephone ', credential } });
}

async function givenOwner(email?: string): Promise<{ owner: SignedIn; device: Authenticator }> {
  const owner = await givenSignedIn(server.url, { email: email ?? null });
  const device = createAuthenticator(site);
  const { status, text } = await add(owner, device);
  expect(status, text).toBe(200);
  return { owner, device };
}

async function challenge(browser: Browser): Promise<PasskeyRequestOptions> {
  return (await ask(browser, 'user.passkeyChallenge')).body as unknown as PasskeyRequestOptions;
}

async function signIn(browser: Browser, device: Authenticator, deed: Deed = {}) {
  const credential = device.get(await challenge(browser), deed);
  return await ask(browser, 'user.signInByPasskey', { body: { credential } });
}

const refused = { status: 412, body: { code: 'PASSKEY_FAILED' } };
const notAdded = { status: 412, body: { code: 'PASSKEY_NOT_ADDED' } };

async function toldOf(accountId: string) {
  const rows = await reading((tx) =>
    tx.selectFrom('message').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute(),
  );
  return rows.map(({ kind, channel }) => `${kind} ${channel}`).toSorted();
}

describe('a passkey', () => {
  it('is added with a name and stands in the list until it is removed; the owner is told by phone and mail [R-22 T3 call:user.passkeys call:user.startPasskey call:user.addPasskey call:user.removePasskey]', async () => {
    const { owner } = await givenOwner('owner.of.keys@example.com');

    const list = JSON.parse((await ask(owner, 'user.passkeys')).text);
    const removed = await ask(owner, 'user.removePasskey', { params: { id: list[0].id } });

    expect(list).toMatchObject([{ name: 'My telephone', lastUsedAt: null, isSynced: false }]);
    expect(removed.status).toBe(204);
    expect(JSON.parse((await ask(owner, 'user.passkeys')).text)).toEqual([]);
    const told = await toldOf(owner.accountId);
    expect(told).toEqual(['passkeyAdded mail', 'passkeyAdded sms', 'passkeyRemoved mail', 'passkeyRemoved sms']);
  });

  it('asks the device for a person, and for a passkey that it finds by itself; it names nobody [T3]', async () => {
    const { owner } = await givenOwner();
    const creation = await start(owner);
    const request = await challenge(createBrowser(server.url));

    expect(creation).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(creation.excludeCredentials).toHaveLength(1);
    expect(JSON.stringify(creation)).not.toContain(owner.phone);
    expect(Object.keys(request).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
  });

  it('is named anew by its owner, and its name is sealed [T31 call:user.renamePasskey]', async () => {
    const { owner } = await givenOwner();
    const [{ id }] = JSON.parse((await ask(owner, 'user.passkeys')).text);

    const named = await ask(owner, 'user.renamePasskey', { params: { id }, body: { name: '小李的手机' } });
    const empty = await ask(owner, 'user.renamePasskey', { params: { id }, body: { name: ' ' } });

    expect([named.status, named.body['name'], empty.status]).toEqual([200, '小李的手机', 412]);
    const row = await reading((tx) =>
      tx.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(unseal(row.name_sealed, { table: 'passkey', row: id, column: 'name' })).toBe('小李的手机');
  });

  it('is neither added, named nor removed without a fresh proof of identity [T5 S-2]', async () => {
    const { owner, device } = await givenOwner();
    const [{ id }] = JSON.parse((await ask(owner, 'user.passkeys')).text);
    const credential = device.create(await start(owner));

    await setClockOffset(6 * 60);
    const answers = [
      await ask(owner, 'user.startPasskey'),
      await ask(owner, 'user.addPasskey', { body: { name: 'x', credential } }),
      await ask(owner, 'user.renamePasskey', { params: { id }, body: { name: 'x' } }),
      await ask(owner, 'user.removePasskey', { params: { id } }),
    ];
    await setClockOffset(0);

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(answers.map(() => [403, 'REAUTH']));
  });

  it('of somebody else is as absent as none [T8]', async () => {
    const { owner } = await givenOwner();
    const [{ id }] = JSON.parse((await ask(owner, 'user.passkeys')).text);
    const other = await givenSignedIn(server.url);

    const removed = await ask(other, 'user.removePasskey', { params: { id } });
    const named = await ask(other, 'user.renamePasskey', { params: { id }, body: { name: 'Mine' } });

    expect([removed.status, named.status]).toEqual([404, 404]);
    expect(JSON.parse((await ask(owner, 'user.passkeys')).text)).toHaveLength(1);
  });

  it('is not added from another site, unproved by a person, with a spent or foreign challenge, or twice [T3]', async () => {
    const { owner, device } = await givenOwner();
    const fresh = () => createAuthenticator(site);
    const spent = fresh();
    const credential = spent.create(await start(owner));
    const body = { name: 'x', credential };
    const other = await givenSignedIn(server.url);

    expect(await add(owner, fresh(), { origin: 'https://evil.example' })).toMatchObject(notAdded);
    expect(await add(owner, fresh(), { rpId: 'evil.example' })).toMatchObject(notAdded);
    expect(await add(owner, fresh(), { isVerified: false })).toMatchObject(notAdded);
    expect(await add(owner, fresh(), { challenge: 'AAAA' })).toMatchObject(notAdded);
    expect(await add(owner, device)).toMatchObject(notAdded);
    expect(await ask(other, 'user.addPasskey', { body })).toMatchObject(notAdded);
    expect(await ask(owner, 'user.addPasskey', { body })).toMatchObject({ status: 200 });
    expect(await ask(owner, 'user.addPasskey', { body })).toMatchObject(notAdded);
  });

  it('is one of ten at most [T3]', async () => {
    const { owner } = await givenOwner();
    for (let count = 1; count < 10; count++) await add(owner, createAuthenticator(site));

    expect(await ask(owner, 'user.startPasskey')).toMatchObject({ status: 412, body: { code: 'PASSKEY_LIMIT' } });
  });
});

describe('signing in by passkey', () => {
  it('signs in without password, code or second step, and notes the use [R-17 call:user.passkeyChallenge call:user.signInByPasskey]', async () => {
    const { owner, device } = await givenOwner();
    const browser = createBrowser(server.url);

    const { status, body } = await signIn(browser, device);

    expect([status, body['isAuthorized'], body['isMfaRequire']]).toEqual([200, true, false]);
    expect((await ask(browser, 'user.current')).body['id']).toBe(owner.accountId);
    const [listed] = JSON.parse((await ask(browser, 'user.passkeys')).text);
    expect(listed.lastUsedAt).not.toBeNull();
  });

  it('begins a new session and ends the one the browser had [T5]', async () => {
    const { owner, device } = await givenOwner();
    const before = new Map(owner.cookies);

    await signIn(owner, device);

    const old = createBrowser(server.url);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect((await ask(old, 'user.isEmailBound')).status).toBe(401);
    expect((await ask(owner, 'user.isEmailBound')).status).toBe(200);
  });

  it('notes the device, tells the owner of a new one by phone and mail once, and trusts none [R-17 T5 ASVS-6.3.7]', async () => {
    const { owner, device } = await givenOwner('new.device@example.com');
    const browser = createBrowser(server.url);

    await signIn(browser, device);
    await signIn(browser, device);

    const devices = JSON.parse((await ask(browser, 'user.devices')).text);
    expect(devices.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toMatchObject([
      { trustedUntil: null, isCurrent: true },
    ]);
    const told = await toldOf(owner.accountId);
    expect(told.filter((each) => each.startsWith('newDevice'))).toEqual(['newDevice mail', 'newDevice sms']);
    const { id } = devices[0];
    expect((await ask(owner, 'user.forgetDevice', { params: { id } })).status).toBe(204);
    expect((await ask(browser, 'user.isEmailBound')).status).toBe(401);
  });

  it('takes an answer once, and only in the browser that asked [T3]', async () => {
    const { device } = await givenOwner();
    const [browser, other] = [createBrowser(server.url), createBrowser(server.url)];
    const stolen = { credential: device.get(await challenge(browser)) };
    await challenge(other);

    expect(await ask(other, 'user.signInByPasskey', { body: stolen })).toMatchObject(refused);
    expect(await ask(browser, 'user.signInByPasskey', { body: stolen })).toMatchObject({ status: 200 });
    expect(await ask(browser, 'user.signInByPasskey', { body: stolen })).toMatchObject(refused);
  });

  it('takes a challenge for five minutes and then forgets it [T3]', async () => {
    const { device } = await givenOwner();
    const browser = createBrowser(server.url);
    const credential = device.get(await challenge(browser));

    await setClockOffset(5 * 60 + 1);
    const late = await ask(browser, 'user.signInByPasskey', { body: { credential } });
    await forgetOldChallenges();
    const left = await reading((tx) => tx.selectFrom('passkey_challenge').selectAll().execute());
    await setClockOffset(0);

    expect(late).toMatchObject(refused);
    expect(left).toEqual([]);
  });

  it.each<[string, Deed]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a person', { isVerified: false }],
    ['to a challenge we did not give', { challenge: 'AAAAAAAAAAAAAAAA' }],
    ['that names a passkey nobody has', { credentialId: 'AAAAAAAAAAAA' }],
    ['that names another account’s handle', { userHandle: 'AAAAAAAAAAAA' }],
  ])('refuses an answer %s, always in the same words [T3 T4]', async (_, deed) => {
    const { device } = await givenOwner();

    const answer = await signIn(createBrowser(server.url), device, deed);

    expect(answer).toMatchObject(refused);
    expect(answer.headers.getSetCookie().filter((line) => line.includes('session'))).toEqual([]);
  });

  it('refuses another passkey’s signature under a known name [T3]', async () => {
    const { device } = await givenOwner();
    const foreign = createAuthenticator(site);

    expect(await signIn(createBrowser(server.url), foreign, { credentialId: device.id })).toMatchObject(refused);
  });

  it('refuses a device whose count went back or stood still: it was copied [T3]', async () => {
    const { device } = await givenOwner();
    expect(await signIn(createBrowser(server.url), device, { counter: 7 })).toMatchObject({ status: 200 });

    expect(await signIn(createBrowser(server.url), device, { counter: 7 })).toMatchObject(refused);
    expect(await signIn(createBrowser(server.url), device, { counter: 3 })).toMatchObject(refused);
    expect(await signIn(createBrowser(server.url), device, { counter: 8 })).toMatchObject({ status: 200 });
  });

  it('takes devices that do not count, and none that was removed [T3]', async () => {
    const owner = await givenSignedIn(server.url);
    const device = createAuthenticator(site);
    await add(owner, device, { counter: 0 });
    const once = await signIn(createBrowser(server.url), device, { counter: 0 });
    const twice = await signIn(createBrowser(server.url), device, { counter: 0 });
    const [{ id }] = JSON.parse((await ask(owner, 'user.passkeys')).text);
    await ask(owner, 'user.removePasskey', { params: { id } });

    expect([once.status, twice.status]).toEqual([200, 200]);
    expect(await signIn(createBrowser(server.url), device, { counter: 0 })).toMatchObject(refused);
  });
});
