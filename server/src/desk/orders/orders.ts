import { audit } from '#office/audit';
import { extendByStaff, lockOrder, type OrderRow } from '#checkout/orders';
import { endOrderFor } from '#checkout/payments';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { theSystem } from '#platform/transition';

type Which = { id: string; version: number; reason: string };

/**
 * Gives a pending order more time (C15).
 * @throws Refusal NOT_FOUND (404), VERSION_CONFLICT (409), and those of `extendByStaff`.
 */
export async function extendOrder(
  tx: Tx,
  staff: StaffActor,
  { paymentEndAt, ...which }: Which & { paymentEndAt: string },
): Promise<void> {
  const order = await lockSeen(tx, staff, which);
  await extendByStaff(tx, order, { paymentEndAt, staffId: staff.id });
  await audit(tx, {
    staff,
    action: 'orders.extend',
    object: { kind: 'order', id: order.id },
    reason: which.reason,
    before: { paymentEndAt: order.payment_end_at },
    after: { paymentEndAt },
  });
}

/**
 * Ends a pending order now as its deadline would (9.4 #6): its trades are asked about and closed at the channel first, outside any
 * transaction; money that comes all the same follows S-3.
 * @throws Refusal NOT_FOUND (404); VERSION_CONFLICT (409), also when the channel says that it is paid; ILLEGAL_STATE; ORDER_OF_BOOKING;
 *   PAYMENT_IN_PROGRESS, PAYMENT_CHANNEL_DOWN.
 */
export async function expireNow(staff: StaffActor, which: Which): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await lockSeen(tx, staff, which);
    if (order.category === 'Booking') refuse('ORDER_OF_BOOKING');
    if (order.status !== 'PaymentPending') refuse('ILLEGAL_STATE');
  });
  const ended = await endOrderFor({ orderId: which.id, actor: theSystem, isTold: true }, async (tx) => {
    const object = { kind: 'order', id: which.id } as const;
    await audit(tx, { staff, action: 'orders.expireNow', object, reason: which.reason });
    return object;
  });
  if (ended === null) refuse('VERSION_CONFLICT');
}

async function lockSeen(tx: Tx, staff: StaffActor, { id, version }: Which): Promise<OrderRow> {
  const order = (await lockOrder(tx, { orderId: id })) ?? refuse('NOT_FOUND');
  const owner = await tx.selectFrom('order_owner').select('office_id').where('order_id', '=', id).executeTakeFirst();
  checkOffice(staff, owner?.office_id ?? null);
  if (order.version !== version) refuse('VERSION_CONFLICT');
  return order;
}
