-- A request whose person is gone: its numbers and outcomes stay, nobody is named by it (S-18).
alter table post_test add column anonymised_at timestamptz;

-- Fees take effect at a moment; what was in force before stays readable. The first of all are in force from the beginning.
alter table post_test_fee add column effective_from timestamptz not null default '2000-01-01T00:00:00Z';
alter table post_test_fee drop constraint post_test_fee_pkey;
alter table post_test_fee add primary key (service_id, level_id, effective_from);
