import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';

type Filters = z.output<StaffCalls['minors.approvals']['body']>;
type Page = z.output<StaffCalls['minors.approvals']['reply']>;
type Item = Page['list'][number];
type Row = Omit<Item, 'record'> & {
  kind: NonNullable<Item['record']>['kind'] | null;
  recordId: string;
  code: string | null;
};

const isValid = sql<boolean>`(approval.ended_at is null and approval.expires_at > app_now())`;

const sorts = {
  givenAt: sql`approval.given_at`,
  '-givenAt': sql`approval.given_at desc`,
  expiresAt: sql`approval.expires_at`,
  '-expiresAt': sql`approval.expires_at desc`,
} as const;

/** Who may open records of minors, by whom and until when; the latest first unless asked otherwise. */
export async function findApprovals(
  tx: Tx,
  { pageIndex, pageSize, sort = '-givenAt', ...filters }: Filters,
): Promise<Page> {
  const where = sql`
    not approval.is_for_day
    and (${filters.isValid ?? null}::boolean is null or ${isValid} = ${filters.isValid ?? null})
    and (${filters.isStanding ?? null}::boolean is null or (approval.person_key is null) = ${filters.isStanding ?? null})`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from minor_approval approval where ${where}`.execute(tx);
  const { rows } = await sql<Row>`
    select approval.id, colleague.name as "staffName", approval.record_kind as kind, approval.record_id as "recordId", record.code,
      approval.reason, approval.given_at as "givenAt", coalesce(giver.name, '') as "givenBy", approval.expires_at as "expiresAt",
      approval.ended_at as "endedAt", approval.end_reason as "endReason", ${isValid} as "isValid"
    from minor_approval approval
    join staff_account colleague on colleague.id = approval.staff_id
    left join staff_account giver on giver.id = approval.given_by
    left join lateral (
      select code from person_record where kind = approval.record_kind and id = approval.record_id) record on true
    where ${where}
    order by ${sorts[sort]}, approval.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  const list = rows.map(({ kind, recordId, code, ...row }) => ({
    ...row,
    record: kind && { kind, id: recordId, code },
  }));
  return { list, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}
