import { randomId } from '#platform/chance';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import type { PaymentExceptionTable } from '#platform/tables/index';

type ExceptionKind = PaymentExceptionTable['kind'];

/** Puts something about money before the eyes of staff. `detail` holds codes and numbers, no personal values. */
export async function openException(
  tx: Tx,
  exception: { kind: ExceptionKind; detail: string; orderId?: string | null; paymentId?: string | null },
): Promise<void> {
  const { kind, detail, orderId = null, paymentId = null } = exception;
  await sql`
    insert into payment_exception (id, order_id, payment_id, kind, detail, opened_at)
    values (${randomId()}, ${orderId}, ${paymentId}, ${kind}, ${detail}, app_now())`.execute(tx);
}

/** Closes the open exceptions of a payment once its money is back (C17). */
export async function closeExceptions(tx: Tx, input: { paymentId: string }): Promise<void> {
  await sql`
    update payment_exception set closed_at = app_now()
    where payment_id = ${input.paymentId} and closed_at is null`.execute(tx);
}
