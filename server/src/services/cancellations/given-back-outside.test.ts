import { afterAll, beforeAll, expect, it } from 'vitest';
import { askStaff, expectExactly, givenStaff, type SignedInStaff } from '#testing';
import { booksProblems, givenPaid, openDesk, request, valueOf, work } from '#testing/cancellations-desk';

let desk: Awaited<ReturnType<typeof openDesk>>;
let approver: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  approver = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());

it.each([
  ['all of it', 38_480, []],
  ['a part', 30_000, [8_480]],
])(
  'a cancellation approved after %s was given back in the channel’s own console pays nobody twice, and staff see what was taken off [C29 C32]',
  async (_, outside, rest) => {
    const one = await givenPaid(desk.server.url, desk.bank);
    await request(one);
    await desk.bank.refundInConsole(one.tradeNo, outside);
    await work();
    const id = await valueOf<string>('(select request_id from cancellation_item where application_id = $1)', [
      one.applicationId,
    ]);

    const { status } = await askStaff(approver, 'cancellations.approve', {
      params: { id: id ?? '' },
      body: { version: 1 },
    });
    await work();

    const trade = await desk.bank.trade(one.tradeNo);
    expect([status, trade?.refunds.map(({ amountFen }) => amountFen)]).toEqual([200, [outside, ...rest]]);
    const short = `(select detail from payment_exception where kind = 'refundShort' and order_id = $1 and closed_at is null)`;
    expect(await valueOf(short, [one.orderId])).toBe(`#counted =${outside} #of =38480`);
    expect(await valueOf('(select state from seat_allocation where application_id = $1)', [one.applicationId])).toBe(
      'Released',
    );
    expectExactly(await booksProblems()).toEqual([]);
  },
);
