-- A list of the console as somebody likes to see it: its filters, order and columns. Nothing personal: values that name a
-- person are not filters.
create table saved_view (
  id uuid primary key,
  staff_id uuid not null references staff_account,
  list text not null,
  name text not null,
  -- The parameters of the list's address.
  params jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  unique (staff_id, list, name)
);
create index saved_view_list on saved_view (list) where is_shared;
