import type { PostTestKind } from '@exam/contract/entities';
import { postTestDraftStates, postTestFilterStates } from '@exam/contract/machines';
import { applicationStatusOf } from '@exam/contract/wire';
import { type Expression, sql, type SqlBool } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { containing } from '#platform/like';
import type { RequestRow } from './store.ts';

/** A request with the names that lists show. */
export type NamedRequest = RequestRow & {
  product_en: string;
  product_zh: string;
  line_en: string;
  line_zh: string;
  service_en: string;
  service_zh: string;
  service_kind: PostTestKind;
  level_en: string | null;
  level_zh: string | null;
  series_en: string | null;
  series_zh: string | null;
  award_code: string | null;
  centre_code: string | null;
  centre_en: string | null;
  centre_zh: string | null;
  template_number: string | null;
};

/** Requests with their names; conditions may speak of `request`, `product`, `service`. */
export function namedRequests(tx: Tx) {
  return tx
    .selectFrom('post_test as request')
    .innerJoin('product', 'product.id', 'request.product_id')
    .innerJoin('product_line as line', 'line.id', 'product.line_id')
    .innerJoin('post_test_service as service', 'service.id', 'request.service_id')
    .leftJoin('post_test_level as level', 'level.id', 'request.level_id')
    .leftJoin('post_test_series as series', 'series.id', 'request.series_id')
    .leftJoin('post_test_award as award', 'award.id', 'request.award_id')
    .leftJoin('exam_centre as centre', 'centre.id', 'request.centre_id')
    .leftJoin('form_template as template', 'template.id', 'product.form_template_id');
}

export const names = [
  'product.name_en as product_en',
  'product.name_zh as product_zh',
  'line.name_en as line_en',
  'line.name_zh as line_zh',
  'service.name_en as service_en',
  'service.name_zh as service_zh',
  'service.kind as service_kind',
  'level.name_en as level_en',
  'level.name_zh as level_zh',
  'series.name_en as series_en',
  'series.name_zh as series_zh',
  'award.code as award_code',
  'centre.code as centre_code',
  'centre.name_en as centre_en',
  'centre.name_zh as centre_zh',
  'template.number as template_number',
] as const;

/** What a keyword finds: code, candidate, product and service, in both languages. */
function matching(keyword: string): Expression<SqlBool> {
  const pattern = containing(keyword);
  return sql<SqlBool>`concat_ws(' ', request.code, request.last_name, request.first_name, product.name_en, product.name_zh,
    service.name_en, service.name_zh) ilike ${pattern}`;
}

type OwnFilter = { field: 'status' | 'productId' | 'keyword'; value: string };

/** The conditions of "my post-test services": paid ones only; `All` is no filter, several values of one field mean any. */
export function ownConditions(accountId: string, filters: readonly OwnFilter[]): Expression<SqlBool>[] {
  const valuesOf = (field: OwnFilter['field']) =>
    filters.filter((filter) => filter.field === field).flatMap(({ value }) => value.trim() || []);
  const conditions: Expression<SqlBool>[] = [
    sql<SqlBool>`(request.account_id = ${accountId} and request.deleted_at is null
      and request.restricted_at is null and request.status <> all(${[...postTestDraftStates]}::text[]))`,
  ];
  const statuses = valuesOf('status').filter((value) => value !== 'All');
  if (statuses.length > 0 && !valuesOf('status').includes('All'))
    conditions.push(sql<SqlBool>`request.status = any(${statuses.map(filterStatus)}::text[])`);
  const products = valuesOf('productId').map((value) => (/^[0-9a-f-]{36}$/i.test(value) ? value : refuse('MALFORMED')));
  if (products.length > 0) conditions.push(sql<SqlBool>`request.product_id = any(${products}::uuid[])`);
  return [...conditions, ...valuesOf('keyword').map(matching)];
}

function filterStatus(value: string): string {
  const status = applicationStatusOf(value);
  return postTestFilterStates.find((each) => each === status) ?? refuse('MALFORMED');
}

const columns = { registrationDate: 'request.registered_at' } as const;

export type Page = {
  where: readonly Expression<SqlBool>[];
  sorts: readonly { field: keyof typeof columns; desc: boolean }[];
  pageIndex: number;
  pageSize: number;
};

/** A page of requests, the latest paid first unless sorted, and how many there are. */
export async function pageOfRequests(tx: Tx, page: Page): Promise<{ rows: NamedRequest[]; recordCount: number }> {
  let found = namedRequests(tx);
  for (const condition of page.where) found = found.where(condition);
  const { recordCount } = await found
    .select(({ fn }) => fn.countAll<number>().as('recordCount'))
    .executeTakeFirstOrThrow();
  const sorts = page.sorts.length > 0 ? page.sorts : [{ field: 'registrationDate', desc: true } as const];
  let sorted = found.selectAll('request').select(names);
  for (const { field, desc } of sorts)
    sorted = sorted.orderBy(columns[field], (order) => (desc ? order.desc() : order.asc()).nullsLast());
  const rows = await sorted
    .orderBy('request.id')
    .limit(page.pageSize)
    .offset((page.pageIndex - 1) * page.pageSize)
    .execute();
  return { rows, recordCount };
}

/** One request with its names. @throws Refusal NOT_FOUND */
export async function findRequest(tx: Tx, id: string, scope: Expression<SqlBool>): Promise<NamedRequest> {
  const row = await namedRequests(tx)
    .selectAll('request')
    .select(names)
    .where('request.id', '=', id)
    .where('request.deleted_at', 'is', null)
    .where('request.restricted_at', 'is', null)
    .where(scope)
    .executeTakeFirst();
  return row ?? refuse('NOT_FOUND');
}

/** How many of an account's requests are in each state. */
export async function countRequests(tx: Tx, accountId: string) {
  const { rows } = await sql<Record<'drafts' | 'registered' | 'processing' | 'complete' | 'rejected', number>>`
    select count(*) filter (where status in ('Initiated', 'Submitted', 'Expired'))::integer as drafts,
      count(*) filter (where status = 'Registered')::integer as registered,
      count(*) filter (where status = 'Processing')::integer as processing,
      count(*) filter (where status = 'Complete')::integer as complete,
      count(*) filter (where status = 'ApplicationRejected')::integer as rejected
    from post_test where account_id = ${accountId} and deleted_at is null and restricted_at is null`.execute(tx);
  return rows[0] ?? { drafts: 0, registered: 0, processing: 0, complete: 0, rejected: 0 };
}

/** What happened to a request, in order; the reasons of staff that its owner may read are on it already. */
export async function timelineOf(tx: Tx, id: string): Promise<{ event: string; at: string; reason: string | null }[]> {
  return await tx
    .selectFrom('history')
    .select(['event', 'at', 'reason'])
    .where('kind', '=', 'postTest')
    .where('object_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
}
