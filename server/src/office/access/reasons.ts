import type { RecordKind } from '@exam/contract/rules';
import type { Permission } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, may, type StaffActor } from '#platform/staff-http';
import { isKnownInOffices } from './offices.ts';

/** The rights without any of which nobody comes by a record of that kind, minor or not. */
export const readers: Readonly<Record<RecordKind, readonly Permission[]>> = {
  candidate: ['candidates:read', 'accounts:reveal', 'fapiao:reveal'],
  application: ['applications:read', 'cancellations:read'],
  booking: ['bookings:read'],
  postTest: ['postTest:read'],
};

type Reason = { recordKind: RecordKind; recordIds: readonly string[]; reason: string };

/**
 * Keeps why somebody opens records of minors under their standing approval: an approval of each child's case, until the China day or the
 * standing approval ends. Adults, children whom a case covers already and records that are not theirs to read are left out.
 * @throws Refusal FORBIDDEN without the right to read such records; NOT_FOUND when nothing is left, or no standing approval holds.
 */
export async function giveReason(tx: Tx, staff: StaffActor, given: Reason): Promise<void> {
  const { recordKind, reason } = given;
  if (!readers[recordKind].some((right) => may(staff, right))) refuse('FORBIDDEN');
  const ids = await keepReason(tx, staff.id, given, isTheirs(staff, recordKind));
  const [first] = ids;
  if (first === undefined) refuse('NOT_FOUND');
  await audit(tx, {
    staff,
    action: 'minors.giveReason',
    object: { kind: 'minorApproval', id: first },
    reason,
    after: { recordKind, rows: ids.length },
  });
}

function isTheirs(staff: StaffActor, recordKind: RecordKind): RawBuilder<boolean> {
  if (recordKind !== 'candidate') return inOffices(staff, 'record.office_id');
  return may(staff, 'privacy:write') ? sql`true` : isKnownInOffices(staff, 'person_key', 'record.person_key');
}

/** The same for an act with a reason of its own, on records that it may read: whoever acts on a child's record is not asked again that day. */
export async function keepReason(
  tx: Tx,
  staffId: string,
  { recordKind, recordIds, reason }: Reason,
  isTheirs: RawBuilder<boolean> = sql`true`,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into minor_approval (id, staff_id, person_key, record_kind, record_id, reason, given_at, given_by, expires_at, is_for_day)
    select gen_random_uuid(), ${staffId}, person_key, ${recordKind}, id, ${reason}, app_now(), given_by, least(midnight, expires_at), true
    from (
      select distinct on (record.person_key) record.person_key, record.id, standing.given_by, standing.expires_at
      from person_record record
      cross join lateral (
        select given_by, expires_at from minor_approval
        where staff_id = ${staffId} and person_key is null and ended_at is null and expires_at > app_now()
        order by expires_at desc limit 1) standing
      where record.kind = ${recordKind} and record.id = any(${[...recordIds]}::uuid[]) and record.is_minor and ${isTheirs}
        and not exists (
          select from minor_approval own where own.staff_id = ${staffId} and own.person_key = record.person_key
            and own.ended_at is null and own.expires_at > app_now())
      order by record.person_key, record.id) child,
      (select (date_trunc('day', app_now() at time zone 'Asia/Shanghai') + interval '1 day') at time zone 'Asia/Shanghai' as midnight) day
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What was opened under a standing approval today closes with it. */
export async function endReasonsOfDay(
  tx: Tx,
  staffId: string,
  ended: { endedBy: string; reason: string },
): Promise<void> {
  await sql`
    update minor_approval set ended_at = app_now(), ended_by = ${ended.endedBy}, end_reason = ${ended.reason}
    where staff_id = ${staffId} and is_for_day and ended_at is null and expires_at > app_now()`.execute(tx);
}
