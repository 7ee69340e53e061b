-- Another date for a paid booking, which staff propose and the family agrees to or not (decision 0044).
create table booking_date_proposal (
  id uuid primary key,
  booking_id uuid not null references booking,
  -- The exams that are still to be sat: which paper, which session, when it is and when it would be, the room it would take.
  papers jsonb not null,
  reason text not null,
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  -- Silence until then keeps the date.
  answer_by timestamptz not null,
  answer text check (answer in ('Agreed', 'Declined', 'TakenBack', 'Lapsed')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create unique index booking_date_proposal_open on booking_date_proposal (booking_id) where answer is null;
create index booking_date_proposal_booking on booking_date_proposal (booking_id, proposed_at desc);
create index booking_date_proposal_due on booking_date_proposal (answer_by) where answer is null;
