import type { Calls } from '@exam/contract/calls';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

type Page = z.output<Calls['access.search']['reply']>;
type Row = Page['list'][number];

/**
 * Who looked at the account's children: each look with its role and office, never the name of whoever it was (decision 0024). Only rows
 * of the account's own records of them; another account that has the same child reads its own.
 * @throws Refusal NOT_FOUND for a candidate that is not the account's, or waits for its deletion.
 */
export async function findOwnLooks(
  tx: Tx,
  accountId: string,
  { pageIndex, pageSize, candidateId }: z.output<Calls['access.search']['body']>,
): Promise<Page> {
  const child = candidateId ? ((await childOf(tx, accountId, candidateId)) ?? refuse('NOT_FOUND')) : null;
  const looks = looksOf(accountId, candidateId ? isOf(candidateId) : sql`true`);
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*)::integer as count from (${looks}) look`.execute(tx);
  const { rows } = await sql<Row>`
    select look.id, look.at, look.act, look.purpose, look.fields, look.reason, look.roles,
      (select coalesce(json_agg(json_build_object('nameEn', office.name_en, 'nameZh', office.name_zh) order by office.sort), '[]')
        from office where office.id = any(look.offices)) as offices,
      record.name as "candidateName", record.code as "recordCode", look.record_kind as "recordKind"
    from (${looks}) look
    left join lateral (
      select name, code from person_record where kind = look.record_kind and id = look.record_id) record on true
    order by look.at desc, look.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { candidateName: child?.name ?? null, list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

/** SQL: each look by itself, but those in lists: one line for each child, office and China day, at the time of the last. */
function looksOf(accountId: string, isAsked: RawBuilder<unknown>) {
  const distinct = (column: string) =>
    sql`array(select distinct unnest(string_to_array(string_agg(array_to_string(${sql.ref(column)}, ','), ','), ',')) order by 1)`;
  const own = sql`look.account_id = ${accountId} and look.is_minor and ${isAsked}`;
  return sql`
    select look.id, look.at, look.act, look.purpose, look.fields, look.reason, look.roles, look.offices, look.record_kind, look.record_id
    from record_view look where ${own} and look.act <> 'Listed'
    union all
    select (array_agg(look.id order by look.at desc, look.id))[1], max(look.at), look.act, look.purpose, ${distinct('look.fields')}, null,
      ${distinct('look.roles')}, look.offices, (array_agg(look.record_kind order by look.at desc, look.id))[1],
      (array_agg(look.record_id order by look.at desc, look.id))[1]
    from record_view look where ${own} and look.act = 'Listed'
    group by look.act, look.purpose, look.person_key, look.offices, (look.at at time zone 'Asia/Shanghai')::date`;
}

async function childOf(tx: Tx, accountId: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select last_name || ' ' || first_name as name from candidate
    where id = ${id} and account_id = ${accountId} and restricted_at is null and anonymised_at is null`.execute(tx);
  return rows[0];
}

/** By document, which registrations and bookings carry too; requests after an exam know name and day of birth only (3-domain 4.3). */
function isOf(candidateId: string) {
  return sql`exists (
    select from candidate child where child.id = ${candidateId} and (
      look.person_key = child.person_key
      or look.record_kind = 'postTest' and exists (
        select from post_test request where request.id = look.record_id and request.birth_key = child.birth_key
          and request.last_name = child.last_name and request.first_name = child.first_name)))`;
}
