import { endOfDay, instantOf } from '@exam/contract/rules';
import type { RefundsItem, RevenueItem, StaffCalls } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { inOffices, type StaffActor } from '#platform/staff-http';

type RevenueQuery = z.output<StaffCalls['reports.revenue']['body']>;
type RefundsQuery = z.output<StaffCalls['reports.refunds']['body']>;
type Reply<Item> = { list: Item[]; pageIndex: number; pageSize: number; recordCount: number };

/**
 * What was earned and given back in each month or day in China, by the ledger alone: the credits and debits of `revenue`, with those that
 * were carried forward of orders ten years over. Orders of the staff's offices; the latest period first unless sorted.
 */
export async function revenueReport(tx: Tx, staff: StaffActor, query: RevenueQuery): Promise<Reply<RevenueItem>> {
  const { sort = '-period' } = query;
  const grouped = sql`
    select ${periodOf(query)} as period,
      coalesce(sum(entry.entries) filter (where entry.kind = 'orderPaid'), 0)::integer as orders,
      sum(entry.credit)::bigint as earned, sum(entry.debit)::bigint as returned, sum(entry.credit - entry.debit)::bigint as net
    from ledger_sum entry
    where entry.account = 'revenue' and ${conditionsOf(staff, query)} group by 1`;
  const field = sort.endsWith('net') ? sql`net` : sql`period`;
  return await pageOf<RevenueItem>(tx, query, { grouped, order: sql`${field} ${directionOf(sort)}, period desc` });
}

/**
 * What was approved to go back, what went out, and what is still due at the end of each period, by the ledger alone: the account
 * `refundDue` and its contra account.
 */
export async function refundsReport(tx: Tx, staff: StaffActor, query: RefundsQuery): Promise<Reply<RefundsItem>> {
  const { sort = '-period' } = query;
  const due = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(entry.debit + entry.credit) filter (where ${condition}), 0)::bigint`;
  const grouped = sql`
    select period, "ofOrders", "ofSurplus", "byChannel", "byHand", (sum(change) over (order by period))::bigint as "stillDue"
    from (
      select ${periodOf(query)} as period,
        ${due(sql`entry.kind = 'refundApproved' and entry.account = 'revenue'`)} as "ofOrders",
        ${due(sql`entry.kind = 'refundApproved' and entry.account = 'customer'`)} as "ofSurplus",
        ${due(sql`entry.kind = 'refundDone' and entry.account = 'channel'`)} as "byChannel",
        ${due(sql`entry.kind = 'refundDone' and entry.account = 'bank'`)} as "byHand",
        coalesce(sum(entry.credit - entry.debit) filter (where entry.account = 'refundDue'), 0) as change
      from ledger_sum entry
      where entry.kind in ('refundApproved', 'refundDone') and ${inOffices(staff, 'entry.office_id')} group by 1
    ) sums`;
  // What is due grows from the first entry on, so the span is cut out of the whole.
  const cut = sql`select * from (${grouped}) whole where ${cutOf(query)}`;
  return await pageOf<RefundsItem>(tx, query, { grouped: cut, order: sql`period ${directionOf(sort)}` });
}

type Span = { by?: 'month' | 'day' | undefined; from?: string | undefined; to?: string | undefined };

const lengthOf = ({ by = 'month' }: Span) => (by === 'month' ? 7 : 10);

function periodOf(span: Span): RawBuilder<string> {
  return sql<string>`left((entry.at at time zone 'Asia/Shanghai')::date::text, ${lengthOf(span)})`;
}

function conditionsOf(staff: StaffActor, { from, to }: Span): RawBuilder<unknown> {
  const conditions = [inOffices(staff, 'entry.office_id')];
  if (from !== undefined) conditions.push(sql<boolean>`entry.at >= ${instantOf(from)}`);
  if (to !== undefined) conditions.push(sql<boolean>`entry.at <= ${endOfDay(to)}`);
  return sql.join(conditions, sql` and `);
}

function cutOf(span: Span): RawBuilder<unknown> {
  const conditions = [sql<boolean>`true`];
  if (span.from !== undefined) conditions.push(sql<boolean>`period >= ${span.from.slice(0, lengthOf(span))}`);
  if (span.to !== undefined) conditions.push(sql<boolean>`period <= ${span.to.slice(0, lengthOf(span))}`);
  return sql.join(conditions, sql` and `);
}

const directionOf = (sort: string) => (sort.startsWith('-') ? sql`desc` : sql`asc`);

async function pageOf<Item>(
  tx: Tx,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
  { grouped, order }: { grouped: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<Reply<Item>> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from (${grouped}) counted`.execute(tx);
  const { rows } = await sql<Item>`
    select * from (${grouped}) report order by ${order} limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(
    tx,
  );
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}
