import { afterAll, beforeAll, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, givenSignedIn, givenVenue } from '#testing';
import { addToCart, meddle, openWorld, payOrder, placeOrder, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('of one account’s letters one is read at a time: a dozen at once keep no dozen connections from others [T28 R-68]', async () => {
  const browser = await givenSignedIn(world.url);
  const line = await addToCart(browser);
  await givenVenue(line.exam.sessionId);
  await meddle(
    `update exam_session set can_send = true, starts_at = publish_end_at + interval '1 minute' where id = $1`,
    [line.exam.sessionId],
  );
  await payOrder(browser, world.bank, await placeOrder(browser, line));
  const letter = () => ask(browser, 'application.letter', { params: { applicationId: line.applicationId } });
  const client = await databasePool().connect();
  await client.query('begin');
  await client.query('lock table application in access exclusive mode');

  const answering = Array.from({ length: 12 }, letter);
  await expect.poll(locksAwaited, { interval: 10 }).toBe(1);
  // Somebody else's call comes after all of them, and is answered.
  const other = await ask(await givenSignedIn(world.url), 'user.current', {});
  const waiting = await locksAwaited();
  await client.query('commit');
  client.release();

  expect([other.status, waiting]).toEqual([200, 1]);
  expect((await Promise.all(answering)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
});
