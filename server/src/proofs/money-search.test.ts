import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffReply } from '@exam/contract/staff/client';
import { askStaff, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import { givenHousehold, type Household, openWorld, type World } from './world.testing.ts';

type Hit = StaffReply<'search.find'>['list'][number];

let world: World;
let household: Household;
beforeAll(async () => {
  world = await openWorld();
  household = await givenHousehold(world);
});
afterAll(() => world.close());

async function hits(staff: SignedInStaff, text: string): Promise<Hit[]> {
  const { text: answer } = await askStaff(staff, 'search.find', { body: { text } });
  const { list }: { list: Hit[] } = JSON.parse(answer);
  return list;
}

describe('where is my money', () => {
  it('is answered from the number of the order and both numbers of the payment, to each what they may see', async () => {
    const { orderId, applicationId } = household.paid;
    const [row] = await rowsOf(
      `select placed.code, payment.channel_trade_no as trade, attempt.trade_no as merchant from exam_order placed
        join payment on payment.order_id = placed.id join payment_attempt attempt on attempt.id = payment.attempt_id where placed.id = $1`,
      [orderId],
    );
    const support = await givenStaff(world.consoleUrl, { roles: ['supportAgent'] });
    const clerk = await givenStaff(world.consoleUrl, { roles: ['financeClerk'] });
    const elsewhere = await givenStaff(world.consoleUrl, { roles: ['supportAgent'], offices: [] });

    for (const number of [row?.['code'], row?.['trade'], row?.['merchant']].map(String)) {
      expect(await hits(support, number)).toMatchObject([
        { kind: 'application', id: applicationId, about: { state: 'Registered', amount: null }, refund: null },
      ]);
      expect(await hits(clerk, number)).toMatchObject([
        { kind: 'order', id: orderId, about: { state: 'PaymentSuccessful', amount: expect.any(Number) as number } },
      ]);
      expect(await hits(elsewhere, number)).toEqual([]);
    }
  });
});
