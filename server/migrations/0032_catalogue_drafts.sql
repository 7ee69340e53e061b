-- What the catalogue desk drafts, plans and publishes.

-- What new sessions of a subject begin with, in fen; null while nobody has laid it down.
alter table subject add column fees jsonb;

-- A change to a line, product or subject. Only the fields that differ are kept, so that a plan and a draft of the same object do not
-- undo one another; of something new all of them.
create table catalogue_draft (
  id uuid primary key,
  object_kind text not null check (object_kind in ('line', 'product', 'subject')),
  object_id uuid not null,
  is_new boolean not null,
  status text not null check (status in ('Draft', 'Planned', 'Published', 'Discarded')),
  changes jsonb not null,
  -- Sessions on sale take the new price along.
  reprices_sessions boolean not null default false,
  version integer not null default 1,
  -- Everybody who wrote it: none of them publishes a price of it (S-16).
  editors uuid[] not null,
  editor_names text[] not null,
  effective_from date,
  effective_at timestamptz,
  published_by uuid,
  published_by_name text,
  reason text,
  -- Why it could not take effect on its day: fields and codes.
  failure jsonb,
  saved_at timestamptz not null
);
create unique index catalogue_draft_one on catalogue_draft (object_kind, object_id) where status = 'Draft';
create index catalogue_draft_object on catalogue_draft (object_id) where status in ('Draft', 'Planned');
create index catalogue_draft_due on catalogue_draft (effective_at) where status = 'Planned';

-- What was published, one after the other; the first is what stood there before the desk.
create table catalogue_version (
  id uuid primary key,
  object_kind text not null check (object_kind in ('line', 'product', 'subject')),
  object_id uuid not null,
  number integer not null,
  before jsonb,
  after jsonb not null,
  changed text[] not null,
  drafted_by text,
  published_by text,
  reason text,
  at timestamptz not null,
  unique (object_kind, object_id, number)
);

-- What a product gave back until a moment: who ordered before it keeps these terms (R-72).
create table product_terms (
  product_id uuid not null references product,
  until timestamptz not null,
  refund_policy jsonb,
  is_board_fee_refundable boolean not null,
  primary key (product_id, until)
);

-- Everything the desk lists: what is published, and what is new and only drafted.
create view catalogue_object as
  select 'line' as kind, line.id, line.code, line.name_en, line.name_zh, null::uuid as line_id, null::uuid as product_id,
    null::text as parent_en, null::text as parent_zh, line.sort, true as is_published, false as is_archived
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
