import { sql } from 'kysely';
import { audit } from '#audit';
import { adoptTrade, type Answered, askAboutOrder, askAboutTrade, refundPayment } from '#payments';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { closeItem } from '#worklist';

type Which = { id: string; reason: string };

/**
 * Asks the channel about everything an exception is about: each trade of its order, whose answers are applied as always (C22), or the
 * trade that nobody knows, of which nothing is applied.
 * @throws Refusal NOT_FOUND (404); EXCEPTION_OF_NO_TRADE for a notification that was not believed.
 */
export async function queryException(staff: StaffActor, id: string): Promise<Answered[]> {
  const exception = await reading((tx) => load(tx, staff, { id, lock: false }));
  if (exception.order_id !== null) return await askAboutOrder(exception.order_id);
  const { channel, trade_no: tradeNo } = exception;
  if (channel === null || tradeNo === null) return refuse('EXCEPTION_OF_NO_TRADE');
  return [{ tradeNo, state: (await askAboutTrade({ channel, tradeNo }))?.state ?? 'silent' }];
}

/**
 * Says which order an exception is about. The money of a trade that nobody knew then belongs to that order, as the channel confirms it
 * at this moment: it pays the order, revives it, waits, or goes back to the payer (S-3), and the exception is closed.
 * @throws Refusal NOT_FOUND for an exception or an order that staff do not see; VERSION_CONFLICT (409) when it is closed or attached
 *   meanwhile; TRADE_NOT_PAID, PAYMENT_CHANNEL_DOWN.
 */
export async function attachException(staff: StaffActor, which: Which & { orderCode: string }): Promise<void> {
  const { channel, trade_no: tradeNo } = await reading((tx) => loadOpen(tx, staff, { id: which.id, lock: false }));
  if (channel === null || tradeNo === null) return void (await inTransaction((tx) => attach(tx, staff, which)));
  const state = await askAboutTrade({ channel, tradeNo });
  if (state === null) return refuse('PAYMENT_CHANNEL_DOWN');
  if (state.state !== 'paid') return refuse('TRADE_NOT_PAID');
  const { payment } = state;
  await inTransaction(async (tx) => {
    const orderId = await attach(tx, staff, which);
    const outcome = await adoptTrade(tx, { orderId, channel, tradeNo, payment });
    await close(tx, staff, { id: which.id, reason: which.reason, after: { tradeNo, outcome, amount: payment.amount } });
  });
}

async function attach(tx: Tx, staff: StaffActor, { id, reason, orderCode }: Which & { orderCode: string }) {
  const order = await tx.selectFrom('order_owner').selectAll().where('order_code', '=', orderCode).executeTakeFirst();
  if (!order?.order_id) return refuse('NOT_FOUND', {}, { orderCode: 'NOT_FOUND' });
  checkOffice(staff, order.office_id);
  // Orders are locked before what hangs on them, as everywhere.
  await sql`select from exam_order where id = ${order.order_id} for update`.execute(tx);
  const exception = await loadOpen(tx, staff, { id, lock: true });
  if (exception.order_id !== null) return refuse('VERSION_CONFLICT');
  await sql`update payment_exception set order_id = ${order.order_id} where id = ${id}`.execute(tx);
  const object = { kind: 'paymentException', id };
  await audit(tx, { staff, action: 'payments.attachException', object, reason, after: { orderCode } });
  return order.order_id;
}

/**
 * Gives the money of an exception back to the payer.
 * @returns the id of the proposal where a second person is needed (S-16); null when the money is on its way.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409) when it is closed; NOTHING_TO_REFUND; PROPOSAL_OPEN.
 */
export async function refundException(tx: Tx, staff: StaffActor, { id, reason }: Which): Promise<string | null> {
  const { order_id: orderId, payment_id: paymentId } = await loadOpen(tx, staff, { id, lock: false });
  if (orderId === null || paymentId === null) return refuse('NOTHING_TO_REFUND');
  return await refundPayment(tx, staff, { orderId, paymentId, reason });
}

/** Closes an exception with what was done about it. @throws Refusal NOT_FOUND; VERSION_CONFLICT (409) when it is closed. */
export async function closeException(tx: Tx, staff: StaffActor, which: Which): Promise<void> {
  await loadOpen(tx, staff, { id: which.id, lock: true });
  await close(tx, staff, which);
}

async function close(tx: Tx, staff: StaffActor, { id, reason, after }: Which & { after?: object }): Promise<void> {
  await sql`
    update payment_exception set closed_at = app_now(), closed_by = ${staff.id}, resolution = ${reason} where id = ${id}`.execute(
    tx,
  );
  await closeItem(tx, { kind: 'paymentException', objectId: id });
  const object = { kind: 'paymentException', id };
  await audit(tx, { staff, action: 'payments.closeException', object, reason, after: after ?? null });
}

type Wanted = { id: string; lock: boolean };

async function loadOpen(tx: Tx, staff: StaffActor, wanted: Wanted) {
  const row = await load(tx, staff, wanted);
  if (row.closed_at !== null) return refuse('VERSION_CONFLICT');
  return row;
}

async function load(tx: Tx, staff: StaffActor, { id, lock }: Wanted) {
  const row = await tx
    .selectFrom('payment_exception as exception')
    .leftJoin('order_owner', 'order_owner.order_id', 'exception.order_id')
    .select([
      'exception.closed_at',
      'exception.order_id',
      'exception.payment_id',
      'exception.channel',
      'exception.trade_no',
    ])
    .select('order_owner.office_id')
    .where('exception.id', '=', id)
    .$if(lock, (query) => query.forUpdate('exception'))
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  checkOffice(staff, row.office_id);
  return row;
}
