import { applicationMachine, type EventOf, seatedStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { type Actor, transitionAll } from '#platform/transition';
import type { ApplicationRow } from './store.ts';

/** What deciding about an application's end needs to know; the exam's date and start are China's, `paid` is in fen. */
export type PaidRegistration = {
  id: string;
  accountId: string;
  status: ApplicationRow['status'];
  category: ApplicationRow['category'];
  code: string;
  productId: string;
  sessionId: string;
  bookingId: string | null;
  examDate: string;
  startTime: string;
  orderId: string;
  orderCode: string;
  orderedAt: string;
  paymentId: string | null;
  localFee: number;
  boardFee: number;
  otherFee: number;
  vat: number;
  lateEntryCharge: number;
  payAmount: number;
};

const columns = sql`
  application.id, application.account_id as "accountId", application.status, application.category, application.code,
  application.product_id as "productId", application.session_id as "sessionId",
  application.booking_id as "bookingId",
  summary.exam_date as "examDate", summary.start_time as "startTime",
  paid.order_id as "orderId", paid.order_code as "orderCode", paid.ordered_at as "orderedAt", paid.payment_id as "paymentId", paid.local_fee_amount as "localFee",
  paid.board_fee_amount as "boardFee", paid.other_fee_amount as "otherFee", paid.vat,
  paid.late_entry_charge_amount as "lateEntryCharge", paid.pay_amount as "payAmount"`;

const tables = sql`
  application
  join application_paid paid on paid.application_id = application.id
  join application_summary summary on summary.application_id = application.id`;

/** Paid registrations by id, in ascending id; what was never paid is left out. */
export async function paidRegistrations(tx: Tx, ids: readonly string[]): Promise<PaidRegistration[]> {
  const { rows } = await sql<PaidRegistration>`
    select ${columns} from ${tables}
    where application.id = any(${[...ids]}::uuid[]) and application.deleted_at is null order by application.id`.execute(
    tx,
  );
  return rows;
}

/**
 * Holds registrations until the transaction ends, after their orders: meanwhile nobody moves their exam to another day or marks that they sat it.
 * What is decided by either is read after this.
 */
export async function holdRegistrations(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from application where id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(tx);
}

/**
 * A paid registration with everything that is cancelled with it: the papers of one booking are one set (R-70, 9.2 #4). The one
 * asked for comes first. Empty when it is absent, another account's, or not paid.
 */
export async function paidSet(
  tx: Tx,
  { id, accountId }: { id: string; accountId?: string },
): Promise<PaidRegistration[]> {
  const [own] = await paidRegistrations(tx, [id]);
  if (!own || (accountId !== undefined && own.accountId !== accountId)) return [];
  if (own.category !== 'Booking') return [own];
  const { rows } = await sql<PaidRegistration>`
    select ${columns} from ${tables}
    where paid.order_id = ${own.orderId} and application.id <> ${id} and application.status = any(${[...seatedStates]}::text[])
    order by application.id`.execute(tx);
  return [own, ...rows];
}

type CancelEvent = Extract<
  EventOf<typeof applicationMachine>,
  | 'requestCancellation'
  | 'takeBackRequest'
  | 'approveCancellation'
  | 'rejectCancellation'
  | 'withdraw'
  | 'withdrawWithSession'
>;

const reasonColumns: Partial<Record<CancelEvent, 'cancellation_reject_reason' | 'withdraw_reason'>> = {
  rejectCancellation: 'cancellation_reject_reason',
  withdraw: 'withdraw_reason',
  withdrawWithSession: 'withdraw_reason',
};

/**
 * Moves registrations by an event of their end and keeps the reason that staff gave where the owner reads it; the candidate's own
 * is with the request.
 * @returns the ids that moved: those in another state stay as they are.
 */
export async function moveRegistrations(
  tx: Tx,
  { ids, event, actor, reason }: { ids: readonly string[]; event: CancelEvent; actor: Actor; reason: string | null },
): Promise<string[]> {
  const change = { table: 'application', kind: 'application', event, actor, ids, reason } as const;
  const moved = (await transitionAll(tx, applicationMachine, change)).map((row) => row.id);
  const column = reasonColumns[event];
  if (column && moved.length > 0)
    await tx
      .updateTable('application')
      .set({ [column]: reason })
      .where('id', 'in', moved)
      .execute();
  return moved;
}
