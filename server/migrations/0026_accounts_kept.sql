-- What sign-in and closed accounts keep besides.

-- Number or e-mail address of an account that was closed: taken until then, so that nobody else can step into its owner's place
-- elsewhere. The keyed hash only; nothing says whose account it was.
create table kept_contact (
  contact_key bytea primary key,
  free_at timestamptz not null
);
create index kept_contact_free on kept_contact (free_at);
