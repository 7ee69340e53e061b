import { sql } from 'kysely';
import { lockOrder } from '#checkout/orders';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';

/** A registration as the desk filters it, for the guards of its acts. */
export type DeskRow = {
  id: string;
  code: string;
  status: string;
  sessionId: string;
  productId: string;
  officeId: string;
  accountId: string;
  deskVersion: number;
  personKey: Buffer;
  examDate: string;
};

const columns = sql`
  id, code, status, session_id as "sessionId", product_id as "productId", office_id as "officeId", account_id as "accountId",
  desk_version as "deskVersion", person_key as "personKey", exam_date as "examDate"`;

/** @throws Refusal NOT_FOUND for one that is absent, in a cart, or another office's. */
export async function findDeskRow(tx: Tx, staff: StaffActor, id: string): Promise<DeskRow> {
  const { rows } = await sql<DeskRow>`select ${columns} from registration_desk where id = ${id}`.execute(tx);
  const row = rows[0] ?? refuse('NOT_FOUND');
  checkOffice(staff, row.officeId);
  return row;
}

/**
 * The same at the version that staff look at, its order locked before it: locks are taken in one order everywhere.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409) when it has changed meanwhile.
 */
export async function lockDeskRow(
  tx: Tx,
  staff: StaffActor,
  { id, version }: { id: string; version: number },
): Promise<DeskRow> {
  await findDeskRow(tx, staff, id);
  const { rows: orders } = await sql<{ order_id: string }>`
    select order_id from application_paid where application_id = ${id}`.execute(tx);
  for (const { order_id: orderId } of orders) await lockOrder(tx, { orderId });
  await sql`select id from application where id = ${id} for no key update`.execute(tx);
  const row = await findDeskRow(tx, staff, id);
  if (row.deskVersion !== version) refuse('VERSION_CONFLICT');
  return row;
}
