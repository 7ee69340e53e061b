create table office (
  id uuid primary key,
  code text not null unique,
  name_en text not null,
  name_zh text not null,
  email text not null,
  phone text not null,
  sort integer not null
);

create table city (
  id uuid primary key,
  office_id uuid not null references office,
  code text not null unique,
  name_en text not null,
  name_zh text not null,
  sort integer not null
);
create index city_office on city (office_id);

create table venue (
  id uuid primary key,
  city_id uuid not null references city,
  code text not null unique,
  status text not null check (status in ('Active', 'Inactive')),
  address_en text not null,
  address_zh text not null
);
create index venue_city on venue (city_id);

-- Display names by language (the specification's multiLanguages).
create table venue_name (
  id uuid primary key,
  venue_id uuid not null references venue,
  language text not null check (language in ('en', 'zh')),
  display_name text not null,
  unique (venue_id, language)
);

create table awarding_body (
  id uuid primary key,
  code text not null unique,
  name_en text not null,
  name_zh text not null
);

create table product_line (
  id uuid primary key,
  code text not null unique,
  name_en text not null,
  name_zh text not null,
  is_display_on_home boolean not null,
  detail_url_en text,
  detail_url_zh text,
  line_category text not null,
  sort integer not null
);

-- A row per template and version: old answers stay readable (R-90).
create table form_template (
  id uuid primary key,
  number text not null,
  version integer not null,
  unique (number, version)
);

create table product (
  id uuid primary key,
  line_id uuid not null references product_line,
  code text not null unique,
  name_en text not null,
  name_zh text not null,
  summary_en text not null,
  summary_zh text not null,
  category text not null check (category in ('Booking', 'Public', 'PostTest')),
  access text not null check (access in ('open', 'opensSoon', 'external', 'archived')),
  awarding_body_id uuid references awarding_body,
  form_template_id uuid references form_template,
  special_notice_en text,
  special_notice_zh text,
  external_url text,
  minimum_candidates integer not null default 1 check (minimum_candidates >= 1),
  letter_lead_days integer not null default 5 check (letter_lead_days >= 0),
  -- For this family a repeat registration means the same subject too (R-53).
  is_repeat_by_subject boolean not null default false,
  sort integer not null,
  last_modified_at timestamptz not null
);
create index product_line_sort on product (line_id, sort);

create table product_office (
  id uuid primary key,
  product_id uuid not null references product,
  office_id uuid not null references office,
  wbs text,
  unique (product_id, office_id)
);

create table subject (
  id uuid primary key,
  product_id uuid not null references product,
  code text not null,
  name_en text not null,
  name_zh text not null,
  sort integer not null,
  candidate_types text[] not null default '{}',
  set_code text,
  duration_minutes integer,
  syllabus text,
  valid_from date,
  valid_to date,
  status text not null default 'Active' check (status in ('Active', 'Inactive')),
  unique (product_id, code)
);

-- The working-day calendar as editable data (3-domain 5.2).
create table calendar_day (
  date date primary key,
  kind text not null check (kind in ('Holiday', 'MakeupWorkday')),
  name_en text not null,
  name_zh text not null,
  source text not null check (source in ('Official', 'Provisional'))
);
