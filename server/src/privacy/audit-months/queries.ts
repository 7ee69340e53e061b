import type { AuditMonthItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';

type Filters = z.output<StaffCalls['auditMonths.search']['body']>;
type Page = z.output<StaffCalls['auditMonths.search']['reply']>;

const segments = sql`(
  select segment.number, segment.first_at as "firstAt", segment.last_at as "lastAt", segment.first_sequence::integer as "firstLink",
    segment.last_sequence::integer as "lastLink", (segment.last_sequence - segment.first_sequence + 1)::integer as entries,
    encode(segment.head, 'hex') as head, encode(segment.seal, 'hex') as seal, segment.sealed_at as "sealedAt",
    ten_years_after(segment.last_at) as "goesAt", gone.begun_at as "goneSince",
    case
      when gone.number is null then 'Kept'
      when exists (select from audit_link link where link.sequence = segment.last_sequence) then 'Going'
      else 'Gone'
    end as state
  from audit_segment segment left join audit_segment_drop gone on gone.number = segment.number
) segment`;

/** The sealed months, the latest first unless sorted. */
export async function findAuditMonths(
  tx: Tx,
  { pageIndex, pageSize, sort = '-number', state }: Filters,
): Promise<Page> {
  const where = state === undefined ? sql`true` : sql`segment.state = ${state}`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${segments} where ${where}`.execute(tx);
  const { rows: list } = await sql<AuditMonthItem>`
    select * from ${segments} where ${where} order by number ${sort === 'number' ? sql`asc` : sql`desc`}
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}
