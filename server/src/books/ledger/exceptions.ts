import { addWorkingHours } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { PaymentExceptionTable } from '#platform/tables/index';
import { readWorkingCalendar } from '#office/working-days';
import { closeItem, openItem } from '#office/work-items';

type ExceptionKind = PaymentExceptionTable['kind'];

/** Staff look at money that does not fit within one working day. */
const lookWithinHours = 24;

type NewException = {
  kind: ExceptionKind;
  detail: string;
  orderId?: string | null;
  paymentId?: string | null;
  /** The trade at a channel that no attempt of ours is known of. */
  trade?: { channel: string; tradeNo: string };
  /** Of `refundShort`: for which registration, and the fen that may still be due for it. */
  rest?: { applicationId: string; amount: number };
};

/**
 * Puts something about money before the eyes of staff. `detail` holds numbers and `#marks` of the contract's `exceptionMarks`, no
 * personal values. A refund that failed is on the board as itself, everything else as the exception. An order that cannot be withdrawn
 * has one open at a time, and so have notifications that are refused for one reason: anybody can send many of them.
 */
export async function openException(tx: Tx, exception: NewException): Promise<void> {
  const { kind, orderId = null } = exception;
  const id = await insert(tx, exception);
  if (id === null || kind === 'refundFailed') return;
  const owner = await ownerOf(tx, orderId);
  const dueAt = addWorkingHours(await readNow(tx), lookWithinHours, await readWorkingCalendar(tx));
  await openItem(tx, { kind: 'paymentException', objectKind: 'paymentException', objectId: id, dueAt, ...owner });
}

async function insert(tx: Tx, exception: NewException): Promise<string | null> {
  const { kind, detail, orderId = null, paymentId = null, trade, rest } = exception;
  const { channel, tradeNo } = trade ?? { channel: null, tradeNo: null };
  const { applicationId, amount } = rest ?? { applicationId: null, amount: null };
  const { rows } = await sql<{ id: string }>`
    insert into payment_exception (id, order_id, payment_id, kind, detail, channel, trade_no, application_id, amount, opened_at)
    select ${randomId()}, ${orderId}::uuid, ${paymentId}::uuid, ${kind}, ${detail}, ${channel}, ${tradeNo}, ${applicationId}::uuid, ${amount}::integer, app_now()
    where ${kind} <> 'badSignature' or not exists (
      select from payment_exception known where known.kind = 'badSignature' and known.detail = ${detail} and known.closed_at is null)
    on conflict (order_id) where kind = 'withdrawalStuck' and closed_at is null do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Closes the open exceptions of a payment once its money is back (C17). What was given back outside stays before the eyes of staff:
 * money of ours that goes back says nothing about it.
 */
export async function closeExceptions(tx: Tx, input: { paymentId: string }): Promise<void> {
  await closeWhere(tx, sql`payment_id = ${input.paymentId} and kind not in ('refundOutside', 'refundShort')`);
}

/** Closes what was open about an order that could not be withdrawn: it has been. */
export async function closeStuck(tx: Tx, orderId: string): Promise<void> {
  await closeWhere(tx, sql`order_id = ${orderId} and kind = 'withdrawalStuck'`);
}

/** Forgets what did not fit of orders and of payments that go. @returns the ids of what went. */
export async function forgetExceptions(
  tx: Tx,
  { orderIds, paymentIds }: { orderIds: readonly string[]; paymentIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from payment_exception
    where order_id = any(${[...orderIds]}::uuid[]) or payment_id = any(${[...paymentIds]}::uuid[]) returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

async function closeWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update payment_exception set closed_at = app_now() where ${condition} and closed_at is null returning id`.execute(
    tx,
  );
  for (const { id } of rows) await closeItem(tx, { kind: 'paymentException', objectId: id });
}

async function ownerOf(tx: Tx, orderId: string | null): Promise<{ officeId: string | null; label: string | null }> {
  if (orderId === null) return { officeId: null, label: null };
  const row = await tx
    .selectFrom('order_owner')
    .select(['office_id', 'order_code'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return { officeId: row?.office_id ?? null, label: row?.order_code ?? null };
}

/** Closes an open exception, which is locked, with what a member of staff did about it. */
export async function resolveException(
  tx: Tx,
  { id, staffId, resolution }: { id: string; staffId: string; resolution: string },
): Promise<void> {
  await sql`
    update payment_exception set closed_at = app_now(), closed_by = ${staffId}, resolution = ${resolution} where id = ${id}`.execute(
    tx,
  );
  await closeItem(tx, { kind: 'paymentException', objectId: id });
}

/** Money that belonged to nothing known is of this order; the exception is locked. */
export async function giveExceptionOrder(tx: Tx, { id, orderId }: { id: string; orderId: string }): Promise<void> {
  await sql`update payment_exception set order_id = ${orderId} where id = ${id}`.execute(tx);
}
