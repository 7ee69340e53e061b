import { addWorkingHours } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readWorkingCalendar } from '#catalogue';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { PaymentExceptionTable } from '#platform/tables/index';
import { closeItem, openItem } from '#worklist';

type ExceptionKind = PaymentExceptionTable['kind'];

/** Staff look at money that does not fit within one working day. */
const lookWithinHours = 24;

/**
 * Puts something about money before the eyes of staff. `detail` holds codes and numbers, no personal values. A refund that
 * failed is on the board as itself, everything else as the exception.
 */
export async function openException(
  tx: Tx,
  exception: {
    kind: ExceptionKind;
    detail: string;
    orderId?: string | null;
    paymentId?: string | null;
    /** The trade at a channel that no attempt of ours is known of. */
    trade?: { channel: string; tradeNo: string };
  },
): Promise<void> {
  const { kind, detail, orderId = null, paymentId = null, trade = null } = exception;
  const id = randomId();
  await sql`
    insert into payment_exception (id, order_id, payment_id, kind, detail, channel, trade_no, opened_at)
    values (${id}, ${orderId}, ${paymentId}, ${kind}, ${detail}, ${trade?.channel ?? null}, ${trade?.tradeNo ?? null}, app_now())`.execute(
    tx,
  );
  if (kind === 'refundFailed') return;
  const owner = await ownerOf(tx, orderId);
  const dueAt = addWorkingHours(await readNow(tx), lookWithinHours, await readWorkingCalendar(tx));
  await openItem(tx, { kind: 'paymentException', objectKind: 'paymentException', objectId: id, dueAt, ...owner });
}

/** Closes the open exceptions of a payment once its money is back (C17). */
export async function closeExceptions(tx: Tx, input: { paymentId: string }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update payment_exception set closed_at = app_now()
    where payment_id = ${input.paymentId} and closed_at is null
    returning id`.execute(tx);
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
