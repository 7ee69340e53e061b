import type { FapiaoOfOrder } from '@exam/contract/entities';
import { endOfDay, redDue } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { filesOf } from '#office/files';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { FapiaoTable } from '#platform/tables/index';
import { unseal } from '#platform/vault';
import { readWorkingCalendar } from '#office/working-days';
import { openItem, type WorkKind } from '#office/work-items';

export type FapiaoRow = Selectable<FapiaoTable>;
export type FapiaoPaper = NonNullable<FapiaoOfOrder['request']>['papers'][number];

/** Working days in which staff issue what is asked for, and take back what was given back. */
const dueWorkingDays = 5;

/** What a paid order kept, in fen: `committed` is on its way back or back, `returned` is back. */
export type Kept = {
  orderId: string;
  orderCode: string;
  accountId: string;
  paidAt: string;
  paid: number;
  committed: number;
  returned: number;
};

/** What a fapiao may be issued over, in fen: what the order keeps once all that is on its way back is back. */
export const issuable = ({ paid, committed }: Pick<Kept, 'paid' | 'committed'>): number =>
  Math.max(0, paid - committed);

/** The same of a row of `fapiao_sums`. */
export const issuableOf = sql<number>`greatest(0, sums.paid - sums.committed)`;

/** Null unless the order is paid. @param accountId only where it is this account's. */
export async function keptOf(tx: Tx, orderId: string, accountId?: string): Promise<Kept | null> {
  const { rows } = await sql<Kept>`
    select order_id as "orderId", order_code as "orderCode", account_id as "accountId", paid_at as "paidAt", paid, committed, returned
    from order_kept where order_id = ${orderId} and account_id = coalesce(${accountId ?? null}, account_id)`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** The fapiao of an order, its row locked. */
export async function lockByOrder(tx: Tx, orderId: string): Promise<FapiaoRow | null> {
  const row = await tx
    .selectFrom('fapiao')
    .selectAll()
    .where('order_id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The papers of a fapiao, the fapiao itself first. */
export async function papersOf(tx: Tx, id: string): Promise<FapiaoPaper[]> {
  const rows = await tx
    .selectFrom('fapiao_paper')
    .selectAll()
    .where('fapiao_id', '=', id)
    .orderBy('issued_at')
    .orderBy('id')
    .execute();
  const files = (await filesOf(tx, [id])).get(id) ?? [];
  return rows.map((row) => ({
    id: row.id,
    isRed: row.is_red,
    number: row.number,
    amount: row.amount,
    issuedAt: row.issued_at,
    file: files.find((file) => file.id === row.file_id) ?? null,
  }));
}

/** Fen that a red letter has to take back now. */
export function redDueOf(papers: readonly FapiaoPaper[], { paid, returned }: Kept): number {
  const sum = (isRed: boolean) =>
    papers.reduce((total, paper) => total + (paper.isRed === isRed ? paper.amount : 0), 0);
  return redDue({ issued: sum(false), red: sum(true), kept: paid - returned });
}

/** The address it is sent to; empty once the books name nobody any more. */
export function emailOf(row: Pick<FapiaoRow, 'id' | 'email_sealed'>): string {
  return row.email_sealed === null ? '' : unseal(row.email_sealed, emailPlace(row.id));
}

export const emailPlace = (row: string) => ({ table: 'fapiao', row, column: 'email' });

/** Puts a fapiao on the board, due in working days from now. */
export async function putOnBoard(tx: Tx, kind: WorkKind, row: Pick<FapiaoRow, 'id' | 'order_id'>): Promise<void> {
  const owner = await tx
    .selectFrom('order_owner')
    .select(['office_id', 'order_code'])
    .where('order_id', '=', row.order_id)
    .executeTakeFirst();
  const calendar = await readWorkingCalendar(tx);
  await openItem(tx, {
    kind,
    objectKind: 'fapiao',
    objectId: row.id,
    officeId: owner?.office_id ?? null,
    dueAt: endOfDay(calendar.add(chinaDateOf(await readNow(tx)), dueWorkingDays)),
    label: owner?.order_code ?? null,
  });
}
