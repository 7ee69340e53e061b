import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { ask, givenSignedIn, testPassword, type SignedIn } from '#testing';
import { addressesOf, allNames, callOf, requestsWith } from './requests.testing.ts';
import { checksums, givenHousehold, openWorld, type Household, type World } from './world.testing.ts';

let world: World;
let home: Household;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
});
afterAll(() => world.close());

const minute = 60;
const password = 'lantern@4821';

/** Ways in which a session ends; each leaves the browser with the cookie that it had before. */
const endings: readonly (readonly [string, (browser: SignedIn) => Promise<unknown>])[] = [
  ['by sign-out', (browser) => browser.send('POST', '/api/user/logout', { body: {} })],
  [
    'by a new password, which gives it another id',
    (browser) =>
      ask(browser, 'user.changePassword', {
        body: { originalPassword: testPassword, password, confirmPassword: password },
      }),
  ],
  ['by half an hour without use', () => setClockOffset(30 * minute + 1)],
  [
    'by twelve hours, however much it was used',
    async (browser) => {
      for (let at = 29; at < 12 * 60; at += 29) {
        await setClockOffset(at * minute);
        expect((await ask(browser, 'user.isEmailBound')).status).toBe(200);
      }
      await setClockOffset(12 * 60 * minute + 1);
    },
  ],
];

it.each(endings)(
  'a session that ended %s answers 401 to every call of a signed-in person, by any address, and changes no row [T5 ASVS-7.4.1 ASVS-7.3.1 ASVS-7.3.2]',
  async (_, end) => {
    const browser = await givenSignedIn(world.url);
    const cookies = [...browser.cookies];
    await end(browser);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const { candidateId, cart, pending } = home;
    const ids = { candidateId, applicationId: cart.applicationId, orderId: pending.orderId, otherId: randomId() };
    const requests = requestsWith({ ...ids, exam: cart.exam });
    const names = allNames.filter((name) => callOf(name).who === 'candidate');
    const before = await checksums();

    const answers: unknown[] = [];
    for (const name of names)
      for (const { method, url } of addressesOf(name, requests[name])) {
        const body = requests[name].body ?? {};
        const { status } = await browser.send(method, url, method === 'GET' ? {} : { body });
        if (status !== 401) answers.push({ name, url, status });
      }
    const after = await checksums();
    await setClockOffset(0);

    expect(names.length).toBeGreaterThan(50);
    expect(answers).toEqual([]);
    expect(after).toEqual(before);
  },
);
