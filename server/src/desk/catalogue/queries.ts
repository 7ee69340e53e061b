import { instantOf } from '@exam/contract/rules';
import { formCodes } from '@exam/contract/forms';
import type { CatalogueItem, StaffCalls } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { containing } from '#platform/like';

type Query = z.output<StaffCalls['catalogue.search']['body']>;
type Page = z.output<StaffCalls['catalogue.search']['reply']>;
type Choices = z.output<StaffCalls['catalogue.choices']['reply']>;

const listed = sql`
  select object.kind, object.id, object.code, object.name_en as "nameEn", object.name_zh as "nameZh",
    object.parent_en as "parentEn", object.parent_zh as "parentZh", object.is_published as "isPublished",
    object.is_archived as "isArchived", object.line_id, object.product_id, object.sort,
    coalesce(work.has_draft, false) as "hasDraft", coalesce(work.has_failed, false) as "hasFailed", work.planned_from as "plannedFrom",
    exists (select from proposal where proposal.object_id = object.id and proposal.status = 'Open'
      and proposal.kind in ('catalogueLine', 'catalogueProduct', 'catalogueSubject', 'catalogueBody') and proposal.expires_at > app_now()) as "isAsked",
    greatest(work.saved_at, (select max(at) from catalogue_version version where version.object_id = object.id)) as "changedAt"
  from catalogue_object object
  left join lateral (
    select bool_or(status = 'Draft') as has_draft, bool_or(failure is not null) as has_failed, max(saved_at) as saved_at,
      min(effective_from) filter (where status = 'Planned') as planned_from
    from catalogue_draft draft where draft.object_id = object.id and draft.status in ('Draft', 'Planned')) work on true`;

const stateOf = sql`case when "hasFailed" then 'Failed' when "plannedFrom" is not null then 'Planned' when "isAsked" then 'Asked'
  when not "isPublished" then 'New' when "hasDraft" then 'Draft' when "isArchived" then 'Archived' else 'Published' end`;

const states: Record<NonNullable<Query['state']>, RawBuilder<boolean>> = {
  Published: sql<boolean>`"isPublished" and not "isArchived"`,
  Draft: sql<boolean>`"hasDraft"`,
  Asked: sql<boolean>`"isAsked"`,
  Planned: sql<boolean>`"plannedFrom" is not null`,
  Failed: sql<boolean>`"hasFailed"`,
  Archived: sql<boolean>`"isArchived"`,
};

/** Lines, products, subjects and awarding bodies with what is under way about each; what is new and only drafted too. */
export async function searchCatalogue(tx: Tx, query: Query): Promise<Page> {
  const { pageIndex, pageSize } = query;
  const { rows } = await sql<CatalogueItem & { matching: number }>`
    with listed as (${listed})
    select kind, id, code, "nameEn", "nameZh", "parentEn", "parentZh", ${stateOf} as state, "isPublished", "isArchived", "hasDraft", "hasFailed",
      "plannedFrom", "isAsked", "changedAt", count(*) over ()::integer as matching
    from listed where ${sql.join(conditionsOf(query), sql` and `)}
    order by ${orderOf(query.sort)}, id limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: rows[0]?.matching ?? 0 };
}

function conditionsOf({ search, kind, state, lineId, productId, changedSince }: Query): RawBuilder<boolean>[] {
  const conditions = [sql<boolean>`true`];
  if (search !== undefined && search.trim() !== '') conditions.push(matching(search.trim()));
  if (kind !== undefined) conditions.push(sql<boolean>`kind = ${kind}`);
  if (state !== undefined) conditions.push(states[state]);
  if (lineId !== undefined) conditions.push(sql<boolean>`(line_id = ${lineId} or id = ${lineId})`);
  if (productId !== undefined) conditions.push(sql<boolean>`product_id = ${productId}`);
  if (changedSince !== undefined) conditions.push(sql<boolean>`"changedAt" >= ${instantOf(changedSince)}`);
  return conditions;
}

function matching(search: string): RawBuilder<boolean> {
  const pattern = containing(search);
  return sql<boolean>`(code ilike ${pattern} or "nameEn" ilike ${pattern} or "nameZh" ilike ${pattern})`;
}

function orderOf(sort: Query['sort']): RawBuilder<unknown> {
  const direction = sort?.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  if (sort?.endsWith('code')) return sql`lower(code) ${direction}`;
  if (sort?.endsWith('changedAt')) return sql`"changedAt" ${direction}`;
  return sql`array_position(array['line', 'product', 'subject', 'body'], kind), "parentEn" nulls first, sort, lower(code)`;
}

/** What drafts can name: lines, products, offices, awarding bodies, forms and the categories of lines. */
export async function readChoices(tx: Tx): Promise<Choices> {
  const named = async (table: 'product_line' | 'product' | 'office' | 'awarding_body', order: 'sort' | 'code') =>
    (
      await sql<Choices['lines'][number]>`
        select id, code, name_en as "nameEn", name_zh as "nameZh" from ${sql.table(table)} order by ${sql.ref(order)}, id`.execute(
        tx,
      )
    ).rows;
  const { rows: forms } = await sql<{
    number: string;
  }>`select distinct number from form_template order by number`.execute(tx);
  const { rows: categories } = await sql<{ category: string }>`
    select distinct line_category as category from product_line order by line_category`.execute(tx);
  return {
    lines: await named('product_line', 'sort'),
    products: await named('product', 'sort'),
    offices: await named('office', 'sort'),
    bodies: await named('awarding_body', 'code'),
    forms: forms.map(({ number }) => number).filter((number) => formCodes.some((code) => code === number)),
    lineCategories: categories.map(({ category }) => category),
  };
}
