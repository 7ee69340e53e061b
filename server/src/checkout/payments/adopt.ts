import { sql } from 'kysely';
import { type ChannelPayment, usualTypeOf } from '#books/channels';
import { lockOrder } from '#checkout/orders';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { type Applied, applyPayment } from './apply-payment.ts';

type Adoption = { orderId: string; channel: string; tradeNo: string; payment: ChannelPayment };

/**
 * Makes a trade that no attempt is known of one of an order's, at the word of staff, and applies the money that the channel has just
 * confirmed for it as any other: it pays the order, revives it, waits for staff, or goes back (C17, C19, S-3).
 * @throws Refusal NOT_FOUND without such an order or channel; VERSION_CONFLICT (409) when the trade belongs to an order meanwhile.
 */
export async function adoptTrade(tx: Tx, { orderId, channel, tradeNo, payment }: Adoption): Promise<Applied> {
  const order = (await lockOrder(tx, { orderId })) ?? refuse('NOT_FOUND');
  const { rows } = await sql`
    insert into payment_attempt (id, order_id, trade_no, channel, payment_type, status, amount, expires_at, created_at, ended_at)
    values (${randomId()}, ${order.id}, ${tradeNo}, ${channel}, ${usualTypeOf(channel) ?? refuse('NOT_FOUND')}, 'Closed', ${order.pay_amount}, app_now(), app_now(), app_now())
    on conflict (trade_no) do nothing
    returning id`.execute(tx);
  if (rows.length === 0) refuse('VERSION_CONFLICT');
  return await applyPayment(tx, { channel, tradeNo, payment });
}
