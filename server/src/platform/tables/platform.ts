// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType, Generated } from 'kysely';

export type ClockOffsetTable = {
  only_row: Generated<boolean>;
  seconds: Generated<number>;
};

export type HistoryTable = {
  id: string;
  kind: string;
  object_id: string;
  event: string;
  actor_kind: 'candidate' | 'staff' | 'system' | 'gateway';
  actor_id: string | null;
  from_status: string | null;
  to_status: string | null;
  reason: string | null;
  request_id: string | null;
  at: string;
};

export type IdempotencyKeyTable = {
  account_id: string;
  key: string;
  endpoint: string;
  request_hash: Buffer;
  status: number | null;
  answer: ColumnType<object | null, string | null | undefined, string | null>;
  created_at: string;
};

export type IndexHalfTable = {
  is_only: Generated<boolean>;
  half_sealed: Buffer;
};

export type KnownKeyTable = {
  name: string;
  fingerprint: Buffer;
  known_since: string;
  sealed_format: number | null;
};

export type MigrationTable = {
  name: string;
  sha256: string;
  ran_at: string;
};

export type MigrationLockTable = {
  only_row: Generated<boolean>;
};

export type NetworkLogTable = {
  id: string;
  at: string;
  origin: 'portal' | 'console';
  method: string;
  route: string | null;
  status: number;
  milliseconds: number;
  account_id: string | null;
  staff_id: string | null;
  address_sealed: Buffer;
  address_key: Buffer;
};

export type RateLimitTable = {
  name: string;
  key_hash: Buffer;
  taken_at: string[];
};

export type ToSealTable = {
  id: Generated<string>;
  table_name: string;
  column_name: string;
  object_id: string;
  value: string;
};
