// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { Generated } from 'kysely';

export type ConsentRestorationTable = {
  consent_id: string;
  request_id: string;
  restored_at: string;
};

export type ConsentWithdrawalTable = {
  consent_id: string;
  request_id: string;
  withdrawn_at: string;
};

export type IncidentTable = {
  id: string;
  staff_id: string | null;
  entry_id: string | null;
  since: string;
  until: string;
  reason: string;
  people: number;
  minors: number;
  noted_at: string;
  noted_by: string;
  noted_by_name: string;
};

export type MinorsReportFilingTable = {
  id: string;
  year: number;
  filed_on: string;
  recorded_at: string;
  recorded_by: string;
  recorded_by_name: string;
};

export type RelativeEvidenceTable = {
  id: string;
  request_id: string;
  kind: 'DeathProof' | 'KinshipProof' | 'Other';
  filed_at: string;
  filed_by: string;
  filed_by_name: string;
  checked_at: string | null;
  checked_by: string | null;
  checked_by_name: string | null;
};

export type RelativeRequestTable = {
  id: string;
  is_whole_account: boolean;
  relation: 'Spouse' | 'Parent' | 'Child' | 'Sibling' | 'Grandparent' | 'Grandchild';
  name_sealed: Buffer;
  contact_sealed: Buffer;
  arrived_by: 'InPerson' | 'Post' | 'Email' | 'Telephone';
  arrived_on: string;
  opened_by: string;
  opened_by_name: string;
  arranged_otherwise_at: string | null;
  proposed_by: string | null;
  granted_at: string | null;
  granted_by: string | null;
  granted_by_name: string | null;
  done_at: string | null;
};

export type RightsRequestTable = {
  id: string;
  code: string;
  kind: 'Copy' | 'Correction' | 'Deletion' | 'Withdrawal' | 'Objection';
  status: 'Received' | 'InReview' | 'Answered' | 'Refused';
  account_id: string | null;
  candidate_id: string | null;
  wish_sealed: Buffer | null;
  answer_sealed: Buffer | null;
  received_at: string;
  alarm_at: string;
  due_at: string;
  waits_until: string | null;
  taken_by: string | null;
  taken_by_name: string | null;
  answered_at: string | null;
  answered_by: string | null;
  answered_by_name: string | null;
  version: Generated<number>;
  anonymised_at: string | null;
  is_by_relative: Generated<boolean>;
  is_by_guardian: Generated<boolean>;
};
