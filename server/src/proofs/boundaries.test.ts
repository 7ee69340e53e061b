import { addSeconds, shortestWindowMinutes } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { ask, givenSignedIn, moveClockTo, secondsTo, type SignedIn } from '#testing';
import {
  addToCart,
  type CartLine,
  meddle,
  openWorld,
  payOrder,
  placeOrder,
  price,
  type World,
} from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Signs in at an instant, for sessions idle out when the clock jumps. */
async function signInAt(instant: string): Promise<SignedIn> {
  await moveClockTo(instant);
  return await givenSignedIn(world.url);
}

/** Moves the clocks of server and channel together and keeps everybody signed in. */
async function jumpTo(instant: string): Promise<void> {
  await world.bank.moveClock(await secondsTo(instant));
}

const place = (browser: SignedIn, { applicationId }: CartLine, total: number) =>
  ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: total } });

async function givenClosing(browser: SignedIn, publishEnd: string): Promise<CartLine> {
  const line = await addToCart(browser);
  await meddle('update exam_session set publish_end_at = $1 where id = $2', [publishEnd, line.exam.sessionId]);
  return line;
}

async function availabilityOf(browser: SignedIn, { exam }: CartLine): Promise<unknown> {
  const filters = [{ field: 'sessionId', value: exam.sessionId }];
  const { body } = await ask(browser, 'session.search', { body: { filters } });
  const list: unknown = body['list'];
  return Array.isArray(list) ? list.map((each: { status?: unknown }) => each.status) : list;
}

// China is eight hours ahead all year: its midnight is 16:00 UTC, and the server of these tests runs by New York's clock.
const lastSecond = '2026-12-01T15:59:59.000Z';
const midnight = '2026-12-01T16:00:00.000Z';

describe('the process', () => {
  it('runs in a time zone that is neither China’s nor UTC', () => {
    expect(process.env['TZ']).toBe('America/New_York');
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/New_York');
  });
});

describe('the end of registration at 23:59:59 in China', () => {
  it('still takes an order five seconds before, and none two seconds later than it [R-44 S-9 9.7 T38 F8]', async () => {
    const browser = await signInAt(addSeconds(lastSecond, -3600));
    const early = await givenClosing(browser, lastSecond);
    const late = await givenClosing(browser, lastSecond);

    await jumpTo(addSeconds(lastSecond, -5));
    const taken = await place(browser, early, price);
    const open = await availabilityOf(browser, late);
    await jumpTo(addSeconds(lastSecond, 2));
    const refused = await place(browser, late, price);

    expect([taken.status, refused.status]).toEqual([200, 412]);
    expect(refused.body).toMatchObject({ code: 'SESSION_ENDED' });
    expect([open, await availabilityOf(browser, late)]).toEqual([['Available'], ['RegistrationEnded']]);
  });

  it('leaves the order until 00:29:59, the grace of the window, and no longer [R-45 S-9]', async () => {
    const browser = await signInAt(addSeconds(lastSecond, -3600));
    const line = await givenClosing(browser, lastSecond);
    await jumpTo(addSeconds(lastSecond, -5));

    const orderId = await placeOrder(browser, line);

    const { body } = await ask(browser, 'order.get', { params: { id: orderId } });
    expect(String(body['paymentEndTime']) <= addSeconds(lastSecond, 30 * 60)).toBe(true);
    expect(Number(body['secondsRemaining'])).toBeGreaterThan(29 * 60);
  });
});

describe('the end of registration at midnight in China', () => {
  it('belongs to the day that ends, whatever the date is in UTC or here [R-44 T38]', async () => {
    const browser = await signInAt(addSeconds(midnight, -3600));
    const line = await givenClosing(browser, midnight);

    await jumpTo(addSeconds(midnight, -5));
    const before = await availabilityOf(browser, line);
    await jumpTo(addSeconds(midnight, 2));

    expect(before).toEqual(['Available']);
    expect((await place(browser, line, price)).body).toMatchObject({ code: 'SESSION_ENDED' });
  });

  it('begins the next day in codes: an order of 00:00:05 carries the new date [R-93]', async () => {
    const browser = await signInAt(addSeconds(midnight, -3600));
    const [first, second] = [await addToCart(browser), await addToCart(browser)];

    await jumpTo(addSeconds(midnight, -10));
    const before = (await place(browser, first, price)).body;
    await jumpTo(addSeconds(midnight, 5));
    const after = (await place(browser, second, price)).body;

    expect([before['code'], after['code']]).toEqual([
      expect.stringContaining('261201'),
      expect.stringContaining('261202'),
    ]);
  });
});

const stageEnd = '2026-12-03T16:00:00.000Z';
const lateFee = 20_000;

/** A session whose late-entry charge begins at an instant. */
async function givenStages(browser: SignedIn, from: string): Promise<CartLine> {
  const line = await addToCart(browser);
  await meddle('update session_subject set is_late_entry_charge = true where session_id = $1', [line.exam.sessionId]);
  const stages = [
    ['Standard', 0, addSeconds(from, -30 * 86_400), from],
    ['Late1', lateFee, from, addSeconds(from, 30 * 86_400)],
  ] as const;
  for (const [stage, fee, start, end] of stages)
    await meddle(
      `insert into session_subject_late_charge (id, session_subject_id, stage, fee, start_at, end_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [randomId(), line.exam.paperIds[0], stage, fee, start, end],
    );
  return line;
}

describe('a late-entry stage that begins at midnight in China', () => {
  it('changes the price in the cart when no window fits before it, and refuses the price seen before [R-45 R-99 5.5 S-9]', async () => {
    const browser = await signInAt(addSeconds(stageEnd, -7200));
    const line = await givenStages(browser, stageEnd);
    const priced = async () => {
      const { body } = await ask(browser, 'application.price', { body: { applicationIds: [line.applicationId] } });
      return body['totalPayAmount'];
    };
    const lastWindow = addSeconds(stageEnd, -shortestWindowMinutes * 60);

    const seen: unknown[] = [];
    for (const at of [
      addSeconds(lastWindow, -5),
      addSeconds(lastWindow, 2),
      addSeconds(stageEnd, -2),
      addSeconds(stageEnd, 2),
    ]) {
      await jumpTo(at);
      seen.push(await priced());
    }

    expect(seen).toEqual([price, price + lateFee, price + lateFee, price + lateFee]);
    const { body } = await place(browser, line, price);
    expect(body).toMatchObject({ code: 'PRICE_CHANGED', details: { totalPayAmount: price + lateFee } });
    expect((await place(browser, line, price + lateFee)).body).toMatchObject({ amount: price + lateFee });
  });

  it('does not change an order that waits for its payment: it is paid at the price it was placed for [C26 R-45 R-99]', async () => {
    const browser = await signInAt(addSeconds(stageEnd, -7200));
    const line = await givenStages(browser, stageEnd);
    await jumpTo(addSeconds(stageEnd, -20 * 60));
    const orderId = await placeOrder(browser, line);
    const { body: placed } = await ask(browser, 'order.get', { params: { id: orderId } });

    await jumpTo(addSeconds(stageEnd, -5 * 60));
    await payOrder(browser, world.bank, orderId);

    const { body } = await ask(browser, 'order.get', { params: { id: orderId } });
    expect(body).toMatchObject({
      status: 'PaymentSuccessful',
      payAmount: price,
      actualPayAmount: price,
      lateEntryChargeAmount: 0,
    });
    const { rows } = await databasePool().query('select late_entry_stage from order_item where order_id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([{ late_entry_stage: 'Standard' }]);
    expect(placed['paymentEndTime']).toBe(stageEnd);
  });
});
