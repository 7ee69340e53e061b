// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type AccountTable = {
  id: string;
  phone_key: Buffer | null;
  phone_sealed: Buffer | null;
  email_key: Buffer | null;
  email_sealed: Buffer | null;
  password_hash: string | null;
  date_of_birth: ColumnType<never, never, never>;
  is_promotion_allowed: Generated<boolean>;
  is_phone_receiving: Generated<boolean>;
  is_email_receiving: Generated<boolean>;
  message_language: Generated<'English' | 'Chinese'>;
  status: Generated<'Active' | 'Locked' | 'Closed'>;
  terms_version: string | null;
  created_at: string;
  closed_at: string | null;
  is_password_by_phone: Generated<boolean>;
  date_of_birth_sealed: Buffer | null;
  last_used_month: string | null;
};

export type AccountDeviceTable = {
  id: string;
  account_id: string;
  token_hash: Buffer;
  device: string;
  network: string;
  created_at: string;
  last_seen_at: string;
  trusted_until: string | null;
};

export type AccountSessionTable = {
  id_hash: Buffer;
  account_id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  ended_at: string | null;
  device: string;
  network: string;
  id: string;
  proved_at: string;
  device_id: string | null;
};

export type CandidateTable = {
  id: string;
  account_id: string;
  id_type: 'IDCard' | 'IDCardTaiwan' | 'IDCardHongKongMacau' | 'Passport';
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  person_key: Buffer;
  first_name: string;
  last_name: string;
  gender: ColumnType<never, never, never>;
  dob: ColumnType<never, never, never>;
  email_sealed: Buffer | null;
  mobile_sealed: Buffer | null;
  created_at: string;
  deleted_at: string | null;
  anonymised_at: string | null;
  restricted_at: string | null;
  dob_sealed: Buffer | null;
  gender_sealed: Buffer | null;
  birth_key: Buffer | null;
  birth_year: number | null;
  birthday_past_in: number | null;
  updated_at: string | null;
  last_exam_month: string | null;
  name_zh_sealed: Buffer | null;
};

export type CandidateGuardianTable = {
  id: string;
  candidate_id: string;
  name_sealed: Buffer;
  id_type: 'IDCard' | 'IDCardTaiwan' | 'IDCardHongKongMacau' | 'Passport';
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  mobile_sealed: Buffer;
  type: 'Father' | 'Mother' | 'LegalGuardian' | 'Other';
  is_elsewhere: boolean | null;
};

export type CandidateImportTable = {
  id: string;
  account_id: string;
  rows_sealed: Buffer;
  created_at: string;
  expires_at: string;
};

export type CaptchaTable = {
  id: string;
  kind: 'slider' | 'pow';
  visit_hash: Buffer;
  answer: string;
  tries: Generated<number>;
  expires_at: string;
  verify_hash: Buffer | null;
  verified_at: string | null;
  spent_at: string | null;
};

export type ConsentTable = {
  id: string;
  account_id: string;
  application_id: string | null;
  candidate_id: string | null;
  statement_id: string;
  version: string;
  language: string;
  text_hash: Buffer;
  guardian_relation: string | null;
  network: string;
  device: string;
  given_at: string;
  booking_id: string | null;
  post_test_id: string | null;
};

export type ConsentTextTable = {
  hash: Buffer;
  statement_id: string;
  version: string;
  language: 'en' | 'zh';
  text: string;
  kept_at: string;
};

export type GuardianAnswerTable = {
  id: string;
  case_id: string;
  kind: 'asked' | 'sent' | 'told' | 'agreed' | 'takenBack' | 'objected' | 'objectionRefused' | 'objectionUpheld' | 'notGuardian' | 'reinstated' | 'leavingAgreed' | 'leavingTakenBack' | 'wished';
  at: string;
  message_id: string | null;
  token_hash: Buffer | null;
  request_id: string | null;
  consent_id: string | null;
};

export type GuardianCaseTable = {
  id: string;
  account_id: string;
  person_key: Buffer;
  birth_key: Buffer;
  sitting: string;
  mobile_key: Buffer;
  mobile_sealed: Buffer;
  relation: string | null;
  carried_from: string | null;
  made_at: string;
  last_name: string | null;
  name_letters: string | null;
};

export type GuardianNoticeTable = {
  id: string;
  message_id: string;
  application_id: string | null;
  booking_id: string | null;
  post_test_id: string | null;
  token_hash: Buffer;
  mobile_key: Buffer;
  made_at: string;
  expires_at: string;
  objected_at: string | null;
  request_id: string | null;
  must_agree: Generated<boolean>;
  waits_until: string | null;
  agreed_at: string | null;
  replaced_at: string | null;
  leaving_agreed_at: string | null;
};

export type KeptContactTable = {
  contact_key: Buffer;
  free_at: string;
};

export type MessageTable = {
  id: string;
  message_key: string;
  kind: string;
  object_id: string;
  account_id: string | null;
  channel: 'sms' | 'mail';
  language: 'en' | 'zh';
  recipient_sealed: Buffer;
  values_sealed: Buffer;
  state: 'Waiting' | 'Sent' | 'Failed';
  attempts: Generated<number>;
  last_error: string | null;
  provider_id: string | null;
  created_at: string;
  sent_at: string | null;
  task: Generated<string>;
  is_wiped: Generated<boolean>;
  instead_of: string | null;
  busy_until: string | null;
  unsure_tries: Generated<number>;
};

export type MessageTemplateTable = {
  kind: string;
  language: 'en' | 'zh';
  subject: string;
  paragraphs: JSONColumnType<object>;
  version: number;
  changed_by: string;
  changed_by_name: string;
  changed_at: string;
};

export type NumberMoveTable = {
  id: string;
  account_id: string;
  phone_sealed: Buffer;
  evidence_sealed: Buffer;
  asked_by: string;
  asked_at: string;
};

export type PasskeyTable = {
  id: string;
  account_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  user_handle: Buffer;
  counter: number;
  transports: string[];
  is_synced: boolean;
  name_sealed: Buffer;
  created_at: string;
  last_used_at: string | null;
};

export type PasskeyChallengeTable = {
  challenge: Buffer;
  purpose: 'Add' | 'SignIn';
  visit_hash: Buffer;
  account_id: string | null;
  user_handle: Buffer | null;
  expires_at: string;
};

export type PossessionClaimTable = {
  id: string;
  account_id: string;
  birth_date_tries: Generated<number>;
  opened_at: string;
  handed_to_staff_at: string | null;
  ended_at: string | null;
  outcome: 'Proved' | 'NotMe' | 'ByStaff' | 'Refused' | 'NumberMoved' | 'TakenBack' | null;
  evidence_sealed: Buffer | null;
  decided_by_name: string | null;
  let_in_until: string | null;
  moved_by: string | null;
};

export type SignInTicketTable = {
  id_hash: Buffer;
  account_id: string;
  kind: 'secondFactor' | 'possession';
  created_at: string;
  expires_at: string;
  spent_at: string | null;
};

export type StaffAccountTable = {
  id: string;
  email: string;
  name: string;
  language: Generated<'en' | 'zh'>;
  status: 'Invited' | 'Active' | 'Locked';
  password_hash: string | null;
  totp_sealed: Buffer | null;
  roles: string[];
  hands_on: Generated<string[]>;
  is_all_offices: Generated<boolean>;
  created_at: string;
  created_by: string | null;
  last_sign_in_at: string | null;
};

export type StaffCodeUsedTable = {
  staff_id: string;
  step: number;
};

export type StaffInvitationTable = {
  token_hash: Buffer;
  staff_id: string;
  totp_sealed: Buffer;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
};

export type StaffOfficeTable = {
  staff_id: string;
  office_id: string;
};

export type StaffSessionTable = {
  id_hash: Buffer;
  staff_id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  proved_at: string;
  ended_at: string | null;
  device: string;
  network: string;
  id: Generated<string>;
};

export type VerificationCodeTable = {
  id: string;
  purpose: 'Register' | 'Login' | 'ForgetPassword' | 'ModifyUserName' | 'BindEmail' | 'ModifyEmail';
  target_key: Buffer;
  visit_hash: Buffer | null;
  code_hash: Buffer;
  tries: Generated<number>;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
};

export type WizardDraftTable = {
  account_id: string;
  kind: 'public' | 'booking' | 'postTest' | 'forms';
  json_sealed: Buffer;
  version: number;
  updated_at: string;
};
