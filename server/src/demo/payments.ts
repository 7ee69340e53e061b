import { sql } from 'kysely';
import { reading } from '#platform/database';
import { demoTradePrefix } from './write-registrations.ts';

/** A payment of the demonstration's past as its channel knows it; amounts in fen. */
export type DemoPayment = {
  outTradeNo: string;
  tradeNo: string;
  subject: string;
  amountFen: number;
  paidAt: string;
  refunds: readonly { outRequestNo: string; amountFen: number; at: string }[];
};

/**
 * Every payment that the demonstration wrote, with what had gone back of it when it was loaded: the channel is told, so that a refund
 * of one can succeed there.
 */
export async function demoPayments(): Promise<DemoPayment[]> {
  return await reading(async (tx) => {
    const { rows } = await sql<DemoPayment>`
      select attempt.trade_no as "outTradeNo", payment.channel_trade_no as "tradeNo", placed.code as subject,
        payment.amount as "amountFen", payment.paid_at as "paidAt",
        coalesce((
          select jsonb_agg(jsonb_build_object('outRequestNo', refund.serial_number, 'amountFen', refund.amount,
            'at', to_char(refund.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
          from refund where refund.payment_id = payment.id and refund.status = 'Completed' and refund.amount > 0
            and not refund.is_by_hand
        ), '[]'::jsonb) as refunds
      from payment
      join payment_attempt attempt on attempt.id = payment.attempt_id
      join exam_order placed on placed.id = payment.order_id
      where payment.channel_trade_no like ${`${demoTradePrefix}%`}
      order by payment.paid_at, payment.id`.execute(tx);
    return rows;
  });
}
