// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType, Generated } from 'kysely';

export type ApplicationTable = {
  id: string;
  account_id: string;
  code: string;
  category: 'Booking' | 'Public' | 'PostTest';
  status: 'Initiated' | 'Submitted' | 'Registered' | 'Withdrawn' | 'RegisteredCancellationRequested' | 'RegisteredCancellationRejected' | 'Cancelled' | 'Expired' | 'Processing' | 'Complete' | 'ApplicationRejected';
  product_id: string;
  session_id: string;
  candidate_type: string | null;
  candidate_id: string;
  person_key: Buffer;
  id_type: string;
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  first_name: string;
  last_name: string;
  gender: ColumnType<never, never, never>;
  dob: ColumnType<never, never, never>;
  email_sealed: Buffer | null;
  mobile_sealed: Buffer | null;
  leave_alone: boolean | null;
  form_template_id: string | null;
  form_json_sealed: Buffer | null;
  shown_amount: number;
  email_status: Generated<'NotSent' | 'Sending' | 'Success' | 'Failed'>;
  letter_version: Generated<number>;
  letter_code: ColumnType<never, never, never>;
  withdraw_reason: string | null;
  cancellation_request_reason: ColumnType<never, never, never>;
  cancellation_reject_reason: string | null;
  cloned_from: string | null;
  created_at: string;
  registered_at: string | null;
  deleted_at: string | null;
  letter_announced_version: Generated<number>;
  booking_id: string | null;
  has_special_arrangement: Generated<boolean>;
  desk_version: Generated<number>;
  form_files_id: string | null;
  anonymised_at: string | null;
  restricted_at: string | null;
  dob_sealed: Buffer | null;
  gender_sealed: Buffer | null;
  birth_key: Buffer | null;
  birth_year: number | null;
  birthday_past_in: number | null;
  class_when_made: number | null;
  class_on_exam_day: number | null;
  leaving_noted_at: string | null;
  leaving_ticked_at: string | null;
  guardian_changed_at: string | null;
  guardian_key: Buffer | null;
  letter_code_sealed: Buffer | null;
  letter_code_key: Buffer | null;
  name_zh_sealed: Buffer | null;
};

export type ApplicationPaperTable = {
  application_id: string;
  session_subject_id: string;
  subject_id: string;
  sort: number;
};

export type ApplicationPersonTable = {
  id: string;
  application_id: string;
  role: 'Guardian' | 'PickupPerson';
  name_sealed: Buffer;
  id_type: string;
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  mobile_sealed: Buffer;
  type: string | null;
};

export type ApplicationStepTable = {
  application_id: string;
  position: number;
  step_name: string;
  json_result_sealed: Buffer;
};

export type SpecialArrangementTable = {
  id: string;
  status: 'Open' | 'Granted' | 'Refused';
  request_sealed: Buffer | null;
  conditions_sealed: Buffer | null;
  decided_at: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  version: Generated<number>;
};
