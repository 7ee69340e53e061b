import { sql } from 'kysely';
import { giveExceptionOrder } from '#books/ledger';
import * as z from 'zod/mini';
import { propose, type Proposal } from '#office/approvals';
import { audit } from '#office/audit';
import { adoptTrade, askAboutTrade } from '#checkout/payments';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { closeException, loadOpen } from './exception-rows.ts';

type Wish = { id: string; orderCode: string; reason: string };

/** The kind of proposal that gives the money of a trade nobody knew to an order. */
export const attachKind = 'exceptionAttach';

/**
 * Says which order an exception is about. The money of a trade that nobody knew would pay that order or revive it, so a second person
 * decides (S-16); where no trade is known the exception only takes the order's name.
 * @returns the proposal's id, or null where no money moves.
 * @throws Refusal NOT_FOUND for an exception or an order that staff do not see; VERSION_CONFLICT (409) when it is closed or attached
 *   meanwhile; TRADE_NOT_PAID, PAYMENT_CHANNEL_DOWN; PROPOSAL_OPEN.
 */
export async function attachException(staff: StaffActor, wish: Wish): Promise<string | null> {
  const { channel, trade_no: tradeNo } = await reading((tx) => loadOpen(tx, staff, { id: wish.id, lock: false }));
  if (channel === null || tradeNo === null) {
    await inTransaction(async (tx) => attach(tx, staff, { ...wish, order: await findOrder(tx, staff, wish) }));
    return null;
  }
  const state = await askAboutTrade({ channel, tradeNo });
  if (state === null) return refuse('PAYMENT_CHANNEL_DOWN');
  if (state.state !== 'paid') return refuse('TRADE_NOT_PAID');
  const { amount } = state.payment;
  return await inTransaction(async (tx) => {
    const { orderId, officeId } = await findOrder(tx, staff, wish);
    const exception = await loadOpen(tx, staff, { id: wish.id, lock: true });
    if (exception.order_id !== null) return refuse('VERSION_CONFLICT');
    return await propose(tx, {
      kind: attachKind,
      objectId: wish.id,
      label: wish.orderCode,
      officeId,
      payload: { orderId, orderCode: wish.orderCode, tradeNo, amount },
      staff,
      reason: wish.reason,
    });
  });
}

const payload = z.object({ orderId: z.uuid(), orderCode: z.string() });

/**
 * What the second person's approval does: the exception is the order's, and a job asks the channel once more and applies its answer.
 * @throws Refusal VERSION_CONFLICT (409) when it was closed or attached meanwhile; NOT_FOUND.
 */
export async function performAttach(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { orderCode } = payload.parse(proposal.payload);
  const wish = { id: proposal.objectId, orderCode, reason: proposal.reason };
  const order = await findOrder(tx, staff, wish);
  await attach(tx, staff, { ...wish, order });
  await enqueue(
    tx,
    'cashier.adopt',
    { exceptionId: wish.id, staffId: staff.id, staffName: staff.name, reason: wish.reason },
    { jobKey: `adopt:${wish.id}` },
  );
}

const adoption = z.object({ exceptionId: z.uuid(), staffId: z.uuid(), staffName: z.string(), reason: z.string() });

/**
 * Applies the money of a trade to the order that two persons named, as the channel confirms it at this moment: it pays the order,
 * revives it, waits, or goes back to the payer (S-3); the exception is closed then. Safe to repeat. Where the channel does not
 * confirm the money any more, the exception stays open with its order.
 * @throws Error when the channel does not answer: the job comes again.
 */
export async function adoptAttached(task: unknown): Promise<void> {
  const { exceptionId: id, staffId, staffName, reason } = adoption.parse(task);
  const attached = await reading((tx) =>
    tx
      .selectFrom('payment_exception')
      .select(['channel', 'trade_no', 'order_id'])
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst(),
  );
  const { channel = null, trade_no: tradeNo = null, order_id: orderId = null } = attached ?? {};
  if (channel === null || tradeNo === null || orderId === null) return;
  const state = await askAboutTrade({ channel, tradeNo });
  if (state === null) throw new Error('the channel does not answer');
  if (state.state !== 'paid') return;
  const { payment } = state;
  await inTransaction(async (tx) => {
    const outcome = await adoptTrade(tx, { orderId, channel, tradeNo, payment });
    const staff = { id: staffId, name: staffName };
    await closeException(tx, staff, { id, reason, after: { tradeNo, outcome, amount: payment.amount } });
  });
}

type Named = { orderId: string; officeId: string | null };

async function findOrder(tx: Tx, staff: StaffActor, { orderCode }: Wish): Promise<Named> {
  const order = await tx.selectFrom('order_owner').selectAll().where('order_code', '=', orderCode).executeTakeFirst();
  if (!order?.order_id) return refuse('NOT_FOUND', {}, { orderCode: 'NOT_FOUND' });
  checkOffice(staff, order.office_id);
  return { orderId: order.order_id, officeId: order.office_id };
}

async function attach(tx: Tx, staff: StaffActor, { id, reason, orderCode, order }: Wish & { order: Named }) {
  // Orders are locked before what hangs on them, as everywhere.
  await sql`select from exam_order where id = ${order.orderId} for no key update`.execute(tx);
  const exception = await loadOpen(tx, null, { id, lock: true });
  if (exception.order_id !== null) return refuse('VERSION_CONFLICT');
  await giveExceptionOrder(tx, { id, orderId: order.orderId });
  const object = { kind: 'paymentException', id } as const;
  await audit(tx, { staff, action: 'payments.attachException', object, reason, after: { orderCode } });
}
