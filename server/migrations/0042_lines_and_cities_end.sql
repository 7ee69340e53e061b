-- A line that is over leaves the portal; what was sold under it keeps its name.
alter table product_line add column is_archived boolean not null default false;

-- What was written of lines before says so too.
update catalogue_version set before = before || '{"isArchived": false}' where object_kind = 'line' and before is not null;
update catalogue_version set after = after || '{"isArchived": false}' where object_kind = 'line';
update catalogue_draft set changes = changes || '{"isArchived": false}' where object_kind = 'line' and is_new;

-- A city where exams are no longer held: nothing new is planned there.
alter table city add column status text not null default 'Active' check (status in ('Active', 'Inactive'));

create or replace view catalogue_object as
  select 'line' as kind, line.id, line.code, line.name_en, line.name_zh, null::uuid as line_id, null::uuid as product_id,
    null::text as parent_en, null::text as parent_zh, line.sort, true as is_published, line.is_archived
  from product_line line
  union all
  select 'product', product.id, product.code, product.name_en, product.name_zh, product.line_id, product.id,
    line.name_en, line.name_zh, product.sort, true, product.access = 'archived'
  from product join product_line line on line.id = product.line_id
  union all
  select 'subject', subject.id, subject.code, subject.name_en, subject.name_zh, product.line_id, subject.product_id,
    product.name_en, product.name_zh, subject.sort, true, subject.status = 'Inactive'
  from subject join product on product.id = subject.product_id
  union all
  select draft.object_kind, draft.object_id, draft.changes ->> 'code', draft.changes ->> 'nameEn', draft.changes ->> 'nameZh',
    coalesce(line.id, product.line_id), coalesce(product.id, case when draft.object_kind = 'product' then draft.object_id end),
    coalesce(line.name_en, product.name_en), coalesce(line.name_zh, product.name_zh), (draft.changes ->> 'sort')::integer, false, false
  from catalogue_draft draft
  left join product_line line on line.id = (draft.changes ->> 'lineId')::uuid
  left join product on product.id = (draft.changes ->> 'productId')::uuid
  where draft.is_new and draft.status in ('Draft', 'Planned');
