-- The half of the index key that a database keeps itself, sealed with a field key (decision 0017). Its first start makes it. One that was in use before has
-- hashes by the whole of INDEX_KEY, and keeps an empty half.
create table index_half (
  is_only boolean primary key default true check (is_only),
  half_sealed bytea not null
);
alter table index_half alter column half_sealed set statistics 0;

insert into index_half (half_sealed)
select '' where exists (select from known_key) or exists (select from account where id <> '00000000-0000-4000-8000-000000000001');
