-- What a company's transfer lengthens falls back when another way is chosen: the end the order has without it, while it has the longer one.
alter table exam_order add column usual_end_at timestamptz;
-- Hours that a transfer may hold places of this product; null for what the installation says.
alter table product add column transfer_hours integer;
alter table product add constraint product_transfer_hours check (transfer_hours between 0 and 72) not valid;
alter table product validate constraint product_transfer_hours;
