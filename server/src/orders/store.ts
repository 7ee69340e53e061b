import type { OrderPrice, PriceLine } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import type { ExamOrderTable } from '#platform/tables/index';
import { refuse } from '#platform/errors';
import { recording } from '#platform/transition';

/** A row of `exam_order`. */
export type OrderRow = Selectable<ExamOrderTable>;

export type NewOrder = {
  id: string;
  accountId: string;
  code: string;
  /** The moment of creation; the price is of this moment. */
  at: string;
  paymentEndAt: string;
  price: OrderPrice;
  sessionIdOf: (applicationId: string) => string;
};

/** Writes an order with the snapshot of its price, line by line (C26). */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  const { lines } = order.price;
  const placing = recording({
    kind: 'order',
    id: order.id,
    event: 'place',
    actor: { kind: 'candidate', id: order.accountId },
    to: 'PaymentPending',
  });
  const of = (pick: (line: PriceLine) => number) => lines.map(pick);
  await sql`
    with placed as (
      insert into exam_order (id, account_id, code, category, status, original_amount, tier_discount_amount, late_entry_charge_amount,
        total_amount, pay_amount, payment_start_at, payment_end_at, created_at)
      values (${order.id}, ${order.accountId}, ${order.code}, 'Public', 'PaymentPending', ${order.price.originalAmount},
        ${order.price.tierDiscountAmount}, ${order.price.lateEntryChargeAmount}, ${order.price.totalAmount}, ${order.price.payAmount},
        ${order.at}, ${order.paymentEndAt}, ${order.at})
    ), noted as (${placing})
    insert into order_item (order_id, id, application_id, session_id, position, original_amount, local_fee_amount, board_fee_amount,
      other_fee_amount, vat, tier_count, tier_discount_amount, late_entry_stage, late_entry_charge_amount, pay_amount)
    select ${order.id}::uuid, line.* from unnest(
      ${lines.map(() => randomId())}::uuid[], ${lines.map((line) => line.applicationId)}::uuid[],
      ${lines.map((line) => order.sessionIdOf(line.applicationId))}::uuid[], ${lines.map((_, position) => position)}::integer[],
      ${of((line) => line.originalAmount)}::integer[], ${of((line) => line.localFeeAmount)}::integer[],
      ${of((line) => line.boardFeeAmount)}::integer[], ${of((line) => line.otherFeeAmount)}::integer[],
      ${of((line) => line.vat)}::integer[], ${of((line) => line.tierCount)}::integer[],
      ${of((line) => line.tierDiscountAmount)}::integer[], ${lines.map((line) => line.lateEntryStage)}::text[],
      ${of((line) => line.lateEntryChargeAmount)}::integer[], ${of((line) => line.payAmount)}::integer[]
    ) as line`.execute(tx);
}

/** Locks an order, own only when `accountId` is given. Null when there is none. */
export async function lockOrder(
  tx: Tx,
  { orderId, accountId }: { orderId: string; accountId?: string },
): Promise<OrderRow | null> {
  const row = await tx
    .selectFrom('exam_order')
    .selectAll()
    .where('id', '=', orderId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The ids of an order's applications, in the order's sequence, and their sessions. */
export async function itemsOf(tx: Tx, orderId: string): Promise<{ applicationId: string; sessionId: string }[]> {
  const rows = await tx
    .selectFrom('order_item')
    .select(['application_id', 'session_id'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ applicationId: row.application_id, sessionId: row.session_id }));
}

/** One's own order, not locked. @throws Refusal NOT_FOUND when it is absent or another's. */
export async function findOwnOrder(
  tx: Tx,
  { orderId, accountId }: { orderId: string; accountId: string },
): Promise<OrderRow> {
  const row = await tx
    .selectFrom('exam_order')
    .selectAll()
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? refuse('NOT_FOUND');
}
