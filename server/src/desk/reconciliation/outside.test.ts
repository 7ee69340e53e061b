import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentType } from '@exam/contract/entities';
import { chinaDateOf, readNowAlone } from '#platform/clock';
import { databasePool } from '#platform/database';
import {
  ask,
  type ChannelName,
  givenCartLine,
  givenExam,
  givenSignedIn,
  givenStaff,
  type SignedInStaff,
} from '#testing';
import { bringStatement, openBooks, work } from '#testing/books';
import { staffRoutes } from './index.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
let clerk: SignedInStaff;

beforeAll(async () => {
  books = await openBooks(staffRoutes, ['alipay', 'wechat', 'card']);
  clerk = await givenStaff(books.server.consoleUrl, { roles: ['financeClerk'] });
});
afterAll(() => books.close());

/** A paid order of 1,500.00, of which somebody gives 500.00 back in the channel's own console, and no news of it arrives. */
async function givenSilentRefund(paymentType: PaymentType, times = 1): Promise<{ orderId: string }> {
  const browser = await givenSignedIn(books.server.url);
  const applicationId = await givenCartLine(browser.accountId, await givenExam());
  const sent = { applicationIds: [applicationId], totalPayAmount: 150_000 };
  const orderId = String((await ask(browser, 'order.place', { body: sent })).body['id']);
  const { body } = await ask(browser, 'payment.start', { body: { orderId, paymentType } });
  const tradeNo = String(body['tradeNo']);
  await books.bank.settle(tradeNo, 'paid');
  await work();
  // One after the other: the payment that is told first pays, and the console gives back of the first.
  if (times === 2) await books.bank.settle(tradeNo, 'twice');
  await work();
  await books.bank.fault('notify', { mode: 'down', only: tradeNo });
  await books.bank.refundInConsole(tradeNo, 50_000);
  return { orderId };
}

/** Brings today's statement of a channel, and has done what follows. */
async function bring(channel: ChannelName) {
  const day = chinaDateOf(await readNowAlone());
  const text = await books.bank.statement(day, channel);
  const answer = await bringStatement(books.server.consoleUrl, { staff: clerk, to: { channel, day }, text });
  await work();
  return answer;
}

async function refundsOf(orderId: string) {
  const { rows } = await databasePool().query<{ cause: string; status: string; amount: number }>(
    'select cause, status, amount from refund where order_id = $1',
    [orderId],
  );
  return rows;
}

describe('a refund made in the channel’s own console, of which no news came', () => {
  it.each<[ChannelName, PaymentType]>([
    ['alipay', 'ALI_SCANCODE_PAY'],
    ['wechat', 'WEIXIN_SCANCODE_PAY'],
    ['card', 'VISA_Master_AE_JCB'],
  ])(
    'is found by the statement of %s, asked for at the channel and booked once [C32]',
    async (channel, paymentType) => {
      const { orderId } = await givenSilentRefund(paymentType);
      const before = await refundsOf(orderId);

      const first = await bring(channel);
      const again = await bring(channel);

      expect(before).toEqual([]);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(await refundsOf(orderId)).toEqual([{ cause: 'outside', status: 'Completed', amount: 50_000 }]);
      const { rows } = await databasePool().query(
        `select kind from payment_exception where order_id = $1 and closed_at is null`,
        [orderId],
      );
      expect(rows).toEqual([{ kind: 'refundOutside' }]);
    },
  );

  it('is left to staff where the trade was paid twice, for the statement does not say of which payment it is [C32]', async () => {
    const { orderId } = await givenSilentRefund('ALI_SCANCODE_PAY', 2);

    const { status } = await bring('alipay');

    expect(status).toBe(200);
    expect(await refundsOf(orderId)).toEqual([{ cause: 'doublePayment', status: 'Completed', amount: 150_000 }]);
    const { rows } = await databasePool().query(
      `select from payment_exception where order_id = $1 and kind = 'refundOutside'`,
      [orderId],
    );
    expect(rows).toEqual([]);
  });
});
