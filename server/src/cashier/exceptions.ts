import { sql } from 'kysely';
import { audit } from '#audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { closeItem } from '#worklist';

type Which = { id: string; reason: string };

/**
 * Says which order an exception is about, so that the order's page shows it.
 * @throws Refusal NOT_FOUND for an exception or an order that staff do not see; ILLEGAL_STATE when it is closed.
 */
export async function attachException(
  tx: Tx,
  staff: StaffActor,
  { id, reason, orderCode }: Which & { orderCode: string },
) {
  await lockOpen(tx, staff, id);
  const order = await tx.selectFrom('order_owner').selectAll().where('order_code', '=', orderCode).executeTakeFirst();
  if (!order) return refuse('NOT_FOUND');
  checkOffice(staff, order.office_id);
  await sql`update payment_exception set order_id = ${order.order_id} where id = ${id}`.execute(tx);
  const after = { orderCode };
  await audit(tx, {
    staff,
    action: 'payments.attachException',
    object: { kind: 'paymentException', id },
    reason,
    after,
  });
}

/** Closes an exception with what was done about it. @throws Refusal NOT_FOUND; ILLEGAL_STATE when it is closed. */
export async function closeException(tx: Tx, staff: StaffActor, { id, reason }: Which): Promise<void> {
  await lockOpen(tx, staff, id);
  await sql`
    update payment_exception set closed_at = app_now(), closed_by = ${staff.id}, resolution = ${reason} where id = ${id}`.execute(
    tx,
  );
  await closeItem(tx, { kind: 'paymentException', objectId: id });
  await audit(tx, { staff, action: 'payments.closeException', object: { kind: 'paymentException', id }, reason });
}

async function lockOpen(tx: Tx, staff: StaffActor, id: string): Promise<void> {
  const row = await tx
    .selectFrom('payment_exception')
    .leftJoin('order_owner', 'order_owner.order_id', 'payment_exception.order_id')
    .select(['payment_exception.closed_at', 'order_owner.office_id'])
    .where('payment_exception.id', '=', id)
    .forUpdate('payment_exception')
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  checkOffice(staff, row.office_id);
  if (row.closed_at !== null) refuse('ILLEGAL_STATE');
}
