import type { Calls } from '@exam/contract/calls';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';

type Page = z.output<Calls['access.search']['reply']>;
type Row = Page['list'][number];

/**
 * Who looked at the account's children: each look with its role and office, never the name of whoever it was (decision 0021). Only rows
 * of the account's own records of them; another account that has the same child reads its own.
 */
export async function findOwnLooks(
  tx: Tx,
  accountId: string,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<Page> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from record_view where account_id = ${accountId} and is_minor`.execute(tx);
  const { rows } = await sql<Row>`
    select look.id, look.at, look.act, look.purpose, look.fields, look.reason, look.roles,
      (select coalesce(json_agg(json_build_object('nameEn', office.name_en, 'nameZh', office.name_zh) order by office.sort), '[]')
        from office where office.id = any(look.offices)) as offices,
      record.name as "candidateName", record.code as "recordCode", look.record_kind as "recordKind"
    from record_view look
    left join lateral (
      select name, code from person_record where kind = look.record_kind and id = look.record_id) record on true
    where look.account_id = ${accountId} and look.is_minor
    order by look.at desc, look.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}
