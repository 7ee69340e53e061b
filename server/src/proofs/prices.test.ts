import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { ask, givenSignedIn, type SignedIn, rounds } from '#testing';
import { addToCart, type CartLine, openWorld, price, submission, addCandidate, type World } from './world.testing.ts';

let world: World;
let browser: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  browser = await givenSignedIn(world.url);
});
afterAll(() => world.close());

const place = (lines: readonly CartLine[], totalPayAmount: unknown) =>
  ask(browser, 'order.place', { body: { applicationIds: lines.map((line) => line.applicationId), totalPayAmount } });

/** One to `count` people for the same exam, in the cart together. */
async function givenGroup(
  count: number,
  tiers: readonly { from: number; to: number | null; localFee: number }[],
): Promise<CartLine[]> {
  const first = await addToCart(browser, { wishes: { seats: 50, tiers } });
  const lines = [first];
  while (lines.length < count) {
    const candidateId = await addCandidate(browser);
    const { body } = await ask(browser, 'application.submit', { body: submission(first.exam, candidateId) });
    lines.push({ exam: first.exam, candidateId, applicationId: String(body['id']) });
  }
  return lines;
}

/** Everything of an amount of an order that the database keeps, in fen. */
async function keptOf(orderId: unknown): Promise<unknown> {
  const { rows } = await databasePool().query(
    `select o.pay_amount, o.original_amount, o.tier_discount_amount,
       (select sum(pay_amount)::integer from order_item where order_id = o.id) as lines,
       (select sum(local_fee_amount + board_fee_amount + vat)::integer from order_item where order_id = o.id) as parts
     from exam_order o where o.id = $1`,
    [orderId],
  );
  return rows[0];
}

const groups = [
  { from: 1, to: 1, localFee: 45_000 },
  { from: 2, to: 3, localFee: 40_500 },
  { from: 4, to: null, localFee: 36_000 },
] as const;

/** Second reckoning, from the fee matrix alone: the VAT shrinks with the fees, rounded half up (5.5). */
function reckoned(count: number): number {
  const localFee = count >= 4 ? 36_000 : count >= 2 ? 40_500 : 45_000;
  const [fees, whole] = [localFee + 95_334, 45_000 + 95_334];
  const vat = Math.floor((9_666 * fees * 2 + whole) / (whole * 2));
  return count * (fees + vat);
}

describe('the price of an order', () => {
  it('is what the fee matrix says, whatever else a client claims in however many ways [T10 5.5 R-99]', async () => {
    const lines = await givenGroup(3, groups);
    const wrong = fc.oneof(
      fc.integer({ min: 0, max: 2_000_000_000 }).filter((total) => total !== reckoned(3)),
      fc.constantFrom<unknown>(0, -1, 1, reckoned(3) - 1, reckoned(3) + 1, 3 * price, 1e10, 0.5, '435570', null, true, [
        reckoned(3),
      ]),
    );

    await fc.assert(
      fc.asyncProperty(wrong, async (total) => {
        const { status, body } = await place(lines, total);
        expect([400, 412], JSON.stringify(body)).toContain(status);
        if (body['code'] === 'PRICE_CHANGED') expect(body['details']).toMatchObject({ totalPayAmount: reckoned(3) });
      }),
      { numRuns: rounds(40, 100), endOnFailure: true },
    );
    const { body } = await place(lines, reckoned(3));

    expect(body).toMatchObject({ amount: reckoned(3), isNocharge: false });
    expect(await keptOf(body['id'])).toEqual({
      pay_amount: reckoned(3),
      original_amount: 3 * price,
      tier_discount_amount: 3 * price - reckoned(3),
      lines: reckoned(3),
      parts: reckoned(3),
    });
  });

  it('counts a candidate once, however often the same id stands in the list [T10 T17]', async () => {
    const [line] = await givenGroup(1, groups);
    if (!line) throw new Error('The group is empty.');

    const { body: twice } = await place([line, line, line], 3 * price);
    const { body: once } = await place([line, line, line], reckoned(1));

    expect(twice).toMatchObject({ code: 'PRICE_CHANGED', details: { totalPayAmount: reckoned(1) } });
    expect(once).toMatchObject({ amount: reckoned(1) });
  });

  it.each([1, 2, 4])(
    'of %i together is the same in cart, question and order [T10 R-94 R-99 call:application.cart call:application.price call:order.place]',
    async (count) => {
      browser = await givenSignedIn(world.url);
      const lines = await givenGroup(count, groups);
      const cart = await ask(browser, 'application.cart', { body: {} });
      const priced = await ask(browser, 'application.price', {
        body: { applicationIds: lines.map((line) => line.applicationId) },
      });
      const placed = await place(lines, reckoned(count));

      const listed: unknown = cart.body['list'];
      const sum = Array.isArray(listed)
        ? listed.reduce((total: number, each: { payAmount: number }) => total + each.payAmount, 0)
        : -1;
      expect([sum, priced.body['totalPayAmount'], placed.body['amount']]).toEqual([
        reckoned(count),
        reckoned(count),
        reckoned(count),
      ]);
    },
  );

  it('cannot be had from elsewhere: the amount at the channel is the order’s [T10 T15]', async () => {
    browser = await givenSignedIn(world.url);
    const [line] = await givenGroup(1, groups);
    if (!line) throw new Error('The group is empty.');
    const { body: order } = await place([line], price);
    const body = { orderId: order['id'], paymentType: 'ALI_SCANCODE_PAY' };

    const cheap = await ask(browser, 'payment.start', { body: { ...body, amount: 1 } });
    const { body: started } = await ask(browser, 'payment.start', { body });
    await world.bank.settle(String(started['tradeNo']), 'paid');

    expect(cheap.status).toBe(400);
    expect(await world.bank.trade(String(started['tradeNo']))).toMatchObject({ amountFen: price });
  });
});
