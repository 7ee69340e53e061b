import { audit, type Auditor } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { resolveException } from '#books/ledger';

type Closing = { id: string; reason: string; after?: object };

/**
 * Closes an exception with what was done about it. Without offices whoever acts has been let in before.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409) when it is closed.
 */
export async function closeException(
  tx: Tx,
  staff: Auditor | StaffActor,
  { id, reason, after }: Closing,
): Promise<void> {
  await loadOpen(tx, 'offices' in staff ? staff : null, { id, lock: true });
  await resolveException(tx, { id, staffId: staff.id, resolution: reason });
  const object = { kind: 'paymentException', id } as const;
  await audit(tx, { staff, action: 'payments.closeException', object, reason, after: after ?? null });
}

type Wanted = { id: string; lock: boolean };

/** An exception that is still open; null: whoever asks has been let in before. @throws Refusal NOT_FOUND, VERSION_CONFLICT (409). */
export async function loadOpen(tx: Tx, staff: StaffActor | null, wanted: Wanted) {
  const row = await load(tx, staff, wanted);
  if (row.closed_at !== null) return refuse('VERSION_CONFLICT');
  return row;
}

/** The same, closed or not. */
export async function load(tx: Tx, staff: StaffActor | null, { id, lock }: Wanted) {
  const row = await tx
    .selectFrom('payment_exception as exception')
    .leftJoin('order_owner', 'order_owner.order_id', 'exception.order_id')
    .select([
      'exception.kind',
      'exception.closed_at',
      'exception.order_id',
      'exception.payment_id',
      'exception.channel',
      'exception.trade_no',
    ])
    .select('order_owner.office_id')
    .where('exception.id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate('exception'))
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  if (staff !== null) checkOffice(staff, row.office_id);
  return row;
}
