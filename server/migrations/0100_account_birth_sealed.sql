-- The birth date of an account holder is to be sealed, as those of candidates are (decision 0058). This version reads either column and still
-- writes the one in clear, which the version before reads; the next seals.
alter table account add column date_of_birth_sealed bytea;
