// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { Generated } from 'kysely';

export type CityTable = {
  id: string;
  office_id: string;
  code: string;
  name_en: string;
  name_zh: string;
  sort: number;
  version: Generated<number>;
  status: Generated<'Active' | 'Inactive'>;
};

export type ExamCentreTable = {
  id: string;
  code: string;
  awarding_body_id: string;
  office_id: string;
  name_en: string;
  name_zh: string;
  status: 'Active' | 'Inactive';
  version: Generated<number>;
};

export type ExamSessionTable = {
  id: string;
  product_id: string;
  office_id: string;
  city_id: string;
  venue_id: string | null;
  exam_date: string;
  start_time: string;
  end_time: string;
  starts_at: string;
  ends_at: string;
  status: 'Draft' | 'Published' | 'Withdrawn';
  seat: number;
  registered: Generated<number>;
  seat_per: Generated<'Candidate' | 'Subject'>;
  publish_start_at: string;
  publish_end_at: string;
  is_exclusive: Generated<boolean>;
  invitation_code_hash: Buffer | null;
  is_hot: Generated<boolean>;
  can_send: Generated<boolean>;
  is_send_email: Generated<boolean>;
  notice_en: string | null;
  notice_zh: string | null;
  created_by: string | null;
  created_at: string;
  booking_id: string | null;
  version: Generated<number>;
  place: Generated<string>;
};

export type FormTemplateTable = {
  id: string;
  number: string;
  version: number;
};

export type InvitationCodeTable = {
  id: string;
  session_id: string;
  code_hash: Buffer;
  label: string;
  use_limit: number | null;
  made_by_name: string | null;
  made_at: string;
  ended_at: string | null;
  replaced_by: string | null;
  version: Generated<number>;
};

export type InvitationTicketTable = {
  session_id: string;
  account_id: string;
  expires_at: string;
};

export type InvitationUseTable = {
  code_id: string;
  account_id: string;
  first_at: string;
  last_at: string;
};

export type OfficeTable = {
  id: string;
  code: string;
  name_en: string;
  name_zh: string;
  email: string;
  phone: string;
  sort: number;
  version: Generated<number>;
};

export type SeatAllocationTable = {
  id: string;
  session_id: string;
  session_subject_id: string;
  application_id: string;
  order_id: string;
  account_id: string;
  person_key: Buffer;
  weight: number;
  state: 'Held' | 'Taken' | 'Released';
  held_until: string | null;
  released_reason: string | null;
  created_at: string;
  released_at: string | null;
};

export type SeatEventTable = {
  id: string;
  session_id: string;
  kind: 'held' | 'taken' | 'freed';
  seats: number;
  order_id: string | null;
  at: string;
};

export type SessionSubjectTable = {
  id: string;
  session_id: string;
  subject_id: string;
  start_time: string;
  end_time: string;
  starts_at: string;
  ends_at: string;
  local_fee: number;
  board_fee: number;
  vat: number;
  total: number;
  is_tier: Generated<boolean>;
  is_late_entry_charge: Generated<boolean>;
  sort: Generated<number>;
  title: string | null;
  title_en: string | null;
};

export type SessionSubjectLateChargeTable = {
  id: string;
  session_subject_id: string;
  stage: 'Early' | 'Standard' | 'Late1' | 'Late2';
  fee: number;
  start_at: string;
  end_at: string;
};

export type SessionSubjectTierFeeTable = {
  id: string;
  session_subject_id: string;
  from_count: number;
  to_count: number | null;
  local_fee: number;
};

export type VenueTable = {
  id: string;
  city_id: string;
  code: string;
  status: 'Active' | 'Inactive';
  address_en: string;
  address_zh: string;
  version: Generated<number>;
  access_en: string | null;
  access_zh: string | null;
  map_url: string | null;
};

export type VenueNameTable = {
  id: string;
  venue_id: string;
  language: 'en' | 'zh';
  display_name: string;
};

export type VenueRoomTable = {
  id: string;
  venue_id: string;
  name: string;
  capacity: number;
  note: string | null;
};
