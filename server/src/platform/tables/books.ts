// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { Generated } from 'kysely';

export type FapiaoTable = {
  id: string;
  order_id: string;
  account_id: string;
  status: 'Requested' | 'Refused' | 'Issued' | 'RedIssued' | 'Closed';
  version: Generated<number>;
  buyer: 'Personal' | 'Company';
  title: string;
  tax_number: string | null;
  email_sealed: Buffer | null;
  email_masked: string;
  refusal: string | null;
  requested_at: string;
};

export type FapiaoPaperTable = {
  id: string;
  fapiao_id: string;
  is_red: boolean;
  number: string;
  amount: number;
  file_id: string | null;
  issued_by: string;
  issued_by_name: string;
  issued_at: string;
};

export type LedgerCarriedTable = {
  carry: number;
  position: number;
  day: string;
  office_id: string | null;
  account: 'channel' | 'bank' | 'customer' | 'revenue' | 'refundDue';
  kind: string;
  debit: number;
  credit: number;
  entries: number;
};

export type LedgerCarryTable = {
  number: number;
  id: string;
  at: string;
  orders: number;
  entries: number;
  first_closed_at: string;
  last_closed_at: string;
  digest: Buffer;
  seal: Buffer;
};

export type LedgerEntryTable = {
  id: string;
  transaction_id: string;
  order_id: string;
  account: 'channel' | 'bank' | 'customer' | 'revenue' | 'refundDue';
  amount: number;
  kind: string;
  at: string;
};

export type MovementCarriedTable = {
  carry: number;
  channel: string;
  day: string;
  count: number;
  net: number;
};

export type PaymentExceptionTable = {
  id: string;
  order_id: string | null;
  payment_id: string | null;
  kind: 'late' | 'double' | 'amountMismatch' | 'unknownTrade' | 'badSignature' | 'channelSilent' | 'refundFailed' | 'refundOutside' | 'refundShort' | 'withdrawalStuck';
  detail: string;
  opened_at: string;
  closed_at: string | null;
  closed_by: string | null;
  resolution: string | null;
  channel: string | null;
  trade_no: string | null;
  application_id: string | null;
  amount: number | null;
};

export type RefundTable = {
  id: string;
  order_id: string;
  payment_id: string | null;
  application_id: string | null;
  serial_number: string;
  status: 'Pending' | 'Rejected' | 'Closed' | 'Approved' | 'Processing' | 'Completed' | 'Failed';
  cause: 'latePayment' | 'doublePayment' | 'underSubscribed' | 'sessionWithdrawn' | 'sessionMoved' | 'cancellation' | 'gradeChange' | 'withdrawal' | 'outside' | 'rest';
  policy_row: string;
  amount: number;
  refusals: Generated<number>;
  submitted_at: string;
  approved_at: string | null;
  target_date: string | null;
  latest_date: string | null;
  completed_at: string | null;
  last_error: string | null;
  next_try_at: string | null;
  is_by_hand: Generated<boolean>;
  voucher: string | null;
  note: string | null;
  version: Generated<number>;
  counted_outside: Generated<number>;
  is_post_test: Generated<boolean>;
  registration_id: string | null;
  post_test_id: string | null;
  round: Generated<number>;
};
