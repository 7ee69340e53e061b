-- Whether something of a saved candidate was corrected, and when last: a request to correct it is not answered before (decision 0054).
alter table candidate add column updated_at timestamptz;
