import type { EntryExport, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { inOffices, type StaffActor } from '#platform/staff-http';

type Filters = z.output<StaffCalls['bodyEntries.search']['body']>;
type Page = z.output<StaffCalls['bodyEntries.search']['reply']>;
type Sources = z.output<StaffCalls['bodyEntries.sources']['reply']>;

/** Earlier exports of products that the staff's offices hold, the latest first. */
export async function findExports(tx: Tx, staff: StaffActor, filters: Filters): Promise<Page> {
  const { pageIndex, pageSize, sort = '-exportedAt', productId } = filters;
  const where = sql`(${productId ?? null}::uuid is null or export.product_id = ${productId ?? null}::uuid)
    and exists (select from exam_session session where session.product_id = export.product_id
      and ${inOffices(staff, 'session.office_id')})`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from entry_export export where ${where}`.execute(tx);
  const { rows } = await sql<EntryExport>`
    select export.id, export.product_id as "productId", product.name_en as "productNameEn", product.name_zh as "productNameZh", session.exam_date as "examDate",
      export.recipient, export.country, export.purpose, export.fields, export.new_count as "newCount",
      export.changed_count as "changedCount", export.withdrawn_count as "withdrawnCount", export.exported_by_name as "exportedBy",
      export.exported_at as "exportedAt"
    from entry_export export join product on product.id = export.product_id
    left join exam_session session on session.id = export.session_id
    where ${where}
    order by export.exported_at ${sort.startsWith('-') ? sql`desc` : sql`asc`}, export.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

/** Products with an awarding body and their sessions from a month ago on. */
export async function findSources(tx: Tx, staff: StaffActor): Promise<Sources> {
  const { rows } = await sql<Sources['products'][number]>`
    select product.id, product.name_en as "nameEn", product.name_zh as "nameZh", body.name_en as "bodyNameEn",
      body.name_zh as "bodyNameZh",
      json_agg(json_build_object('id', place.session_id, 'examDate', place.exam_date, 'cityNameEn', place.city_name_en,
        'cityNameZh', place.city_name_zh) order by place.starts_at) as sessions
    from product join awarding_body body on body.id = product.awarding_body_id
    join session_place place on place.product_id = product.id
    where place.status = 'Published' and place.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date - 32
      and place.ends_at > (select app_now()) - interval '31 days' and ${inOffices(staff, 'place.office_id')}
      and exists (select from registration_desk desk where desk.session_id = place.session_id)
    group by product.id, body.id order by product.name_en, product.id`.execute(tx);
  return { products: rows };
}
