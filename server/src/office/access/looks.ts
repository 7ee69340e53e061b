import type { LookAct, LookField, LookPurpose, RecordKind } from '@exam/contract/rules';
import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/database';
import type { Shown } from '#platform/http/staff/shown';
import type { StaffActor } from '#platform/staff-http';

/** A look of staff at records. */
export type Look = {
  /** Absent where a list shows several kinds. */
  kind?: RecordKind;
  ids: readonly string[];
  purpose: LookPurpose;
  /** A page or file opened, unless said otherwise. */
  act?: LookAct;
  /** What was seen; the fields of the purpose's page unless said otherwise. */
  fields?: readonly LookField[];
  reason?: string | null;
  /** The entry of the audit that tells the same. */
  entryId?: string | null;
};

/** The same for lists, which are asked for all day: one row for each record, China day and member of staff, whichever list it was (decision 0082). */
const today = sql`date_trunc('day', app_now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;

/** One member of staff who opens or finds one record by one call leaves one row in this many minutes, however often the page asks again. */
const onceInMinutes = 10;

const contacts = ['name', 'birthDate', 'gender', 'maskedIdNo', 'maskedContacts'] as const;
const guardians = ['maskedGuardian', 'maskedPickup'] as const;

/** What a page or file of each purpose shows of a person. */
const shown: Readonly<Record<LookPurpose, readonly LookField[]>> = {
  'accounts.reveal': ['holderContacts'],
  'applications.get': [...contacts, ...guardians, 'answers'],
  'applications.file': ['file'],
  'applications.letter': ['name', 'maskedIdNo', 'letter'],
  'applications.reveal': [],
  'arrangements.get': ['name', 'arrangement'],
  'candidates.get': [...contacts, 'maskedGuardian'],
  'candidates.reveal': ['idNo', 'birthDate', 'email', 'mobile', 'guardianName', 'guardianIdNo', 'guardianMobile'],
  'cancellations.document': ['file'],
  'cancellations.get': ['name', 'cancellation'],
  'desk.get': [...contacts, ...guardians, 'answers'],
  'desk.file': ['file'],
  'entries.export': ['name'],
  'examDay.get': ['name', 'maskedIdNo', 'pickupName', 'maskedPickup'],
  'examDay.sheet': ['name', 'maskedIdNo'],
  'fapiao.reveal': ['holderContacts'],
  'filing.document': ['file'],
  'incidents.export': ['name'],
  'lists.export': ['name'],
  'lists.shown': ['name', 'maskedIdNo'],
  'notes.list': ['notes'],
  'postResults.get': ['name', 'birthDate', 'uci', 'grades'],
  'postResults.file': ['file'],
  'postTest.export': ['name', 'birthDate', 'uci'],
  'rights.handOut': ['name', 'birthDate', 'gender', 'idNo', 'email', 'mobile', 'answers'],
  'rights.person': ['name', 'birthDate', 'idNo'],
  'search.find': [],
};

/**
 * Notes that staff look at these records: one statement whatever their number. Opened pages are here alone, for the chain of the
 * audit is for what is done; reveals and exports are in both.
 */
export async function noteLooks(tx: Tx, staff: Pick<StaffActor, 'id' | 'name'>, look: Look): Promise<void> {
  const { kind, ids, purpose, act = 'Opened', fields = shown[purpose], reason = null, entryId = null } = look;
  if (ids.length === 0) return;
  // A page asks several things at once: the second of them finds what the first has noted.
  const isOnce = act === 'Opened' || act === 'Found' || act === 'Listed';
  const since = act === 'Listed' ? today : sql`app_now() - make_interval(mins => ${onceInMinutes})`;
  if (isOnce) await sql`select pg_advisory_xact_lock(hashtextextended(${staff.id}, 2))`.execute(tx);
  await sql`
    insert into record_view (id, at, staff_id, staff_name, roles, offices, purpose, act, fields, reason, entry_id, approval_id, is_minor,
      record_kind, record_id, account_id, person_key)
    select gen_random_uuid(), app_now(), colleague.id, ${staff.name}, colleague.roles,
      case when colleague.is_all_offices then '{}'
        else array(select office_id from staff_office where staff_id = colleague.id order by office_id) end,
      ${purpose}, ${act}, ${[...fields]}::text[], coalesce(${reason}, case when approval.person_key is not null then approval.reason end), ${entryId}::uuid, approval.id, record.is_minor,
      record.kind, record.id, record.account_id, record.person_key
    from person_record record
    cross join staff_account colleague
    left join lateral (${approvalFor(staff.id, 'record')}) approval on record.is_minor
    where ${kind === undefined ? sql`true` : sql`record.kind = ${kind}`} and record.id = any(${[...ids]}::uuid[]) and colleague.id = ${staff.id}
      and (not ${isOnce} or not exists (
        select from record_view earlier
        where earlier.record_id = record.id and earlier.staff_id = colleague.id and earlier.purpose = ${purpose}
          and earlier.fields = ${[...fields]}::text[]
          and earlier.at >= ${since}))`.execute(tx);
}

/** Notes whom the answer of a list, a search or a dry run shows. */
export async function noteListed(staff: StaffActor, { named, masked }: Shown): Promise<void> {
  const look = { purpose: 'lists.shown', act: 'Listed' } as const;
  await inTransaction(async (tx) => {
    await noteLooks(tx, staff, { ...look, ids: [...named] });
    await noteLooks(tx, staff, { ...look, ids: [...masked], fields: ['maskedName'] });
  });
}

/**
 * SQL: the approval by which somebody sees a minor now: that of the case or the reason of the day, the latest first, then a standing one. A
 * standing one alone names children in lists, and opens their records for a reason.
 */
export function approvalFor(staffId: string, record: string) {
  return sql`
    select approval.id, approval.reason, approval.person_key from minor_approval approval
    where approval.staff_id = ${staffId} and approval.ended_at is null and approval.expires_at > app_now()
      and (approval.person_key is null or approval.person_key = ${sql.ref(`${record}.person_key`)})
    order by approval.person_key nulls last, approval.given_at desc limit 1`;
}
