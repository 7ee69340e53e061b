// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType, Generated } from 'kysely';

export type ExamOrderTable = {
  id: string;
  account_id: string;
  code: string;
  category: 'Booking' | 'Public' | 'PostTest';
  status: 'PaymentPending' | 'PaymentSuccessful' | 'PaymentExpired';
  version: Generated<number>;
  original_amount: number;
  tier_discount_amount: number;
  late_entry_charge_amount: number;
  total_amount: number;
  pay_amount: number;
  actual_pay_amount: Generated<number>;
  payment_type: string | null;
  payment_start_at: string;
  payment_end_at: string;
  extensions: Generated<number>;
  is_hidden: Generated<boolean>;
  created_at: string;
  payment_completed_at: string | null;
  request_key: string | null;
  booking_id: string | null;
  booking_version: number | null;
  transfer_chosen_at: string | null;
  usual_end_at: string | null;
};

export type LapsedOrderCountTable = {
  id: string;
  day: string;
  office_id: string | null;
  product_id: string | null;
  category: string;
  orders: number;
  lines: number;
  amount: number;
};

export type OrderItemTable = {
  id: string;
  order_id: string;
  application_id: string;
  session_id: string | null;
  position: number;
  original_amount: number;
  local_fee_amount: number;
  board_fee_amount: number;
  other_fee_amount: Generated<number>;
  vat: number;
  tier_count: number;
  tier_discount_amount: number;
  late_entry_stage: string | null;
  late_entry_charge_amount: number;
  pay_amount: number;
  is_post_test: Generated<boolean>;
  registration_id: string | null;
  post_test_id: string | null;
};

export type PaymentTable = {
  id: string;
  order_id: string;
  attempt_id: string | null;
  channel: string;
  channel_trade_no: string;
  amount: number;
  refunded_amount: Generated<number>;
  paid_at: string;
  recorded_at: string;
  settles_order: Generated<boolean>;
};

export type PaymentAttemptTable = {
  id: string;
  order_id: string;
  trade_no: string;
  channel: string;
  payment_type: string;
  status: 'Started' | 'Accepted' | 'Succeeded' | 'Failed' | 'Closed';
  amount: number;
  redirect_url: string | null;
  qr_code: string | null;
  expires_at: string;
  next_poll_at: string | null;
  polls: Generated<number>;
  created_at: string;
  ended_at: string | null;
  redirect_fields: ColumnType<object | null, string | null | undefined, string | null>;
  led_for: 'desktop' | 'phone' | 'wechat' | null;
  reference: string | null;
};

export type PaymentEventTable = {
  id: string;
  channel: string;
  event_key: string;
  trade_no: string | null;
  kind: string;
  outcome: string;
  payload_sealed: Buffer;
  received_at: string;
};
