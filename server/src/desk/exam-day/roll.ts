import { idNumberEnd, maskPhone } from '@exam/contract/rules';
import type { RollEntry } from '@exam/contract/staff';
import { sql } from 'kysely';
import { guardianWaits, leavingDoubted, objectionMovedAt } from '#people/guardians';
import { openApplications, type OpenedApplication, seated } from '#registering/applications';
import { conditionsGranted } from '#registering/arrangements';
import type { Tx } from '#platform/database';

type Row = Omit<RollEntry, 'candidateNameZh' | 'idEnd' | 'pickups' | 'conditions' | 'isLeavingDoubted' | 'isWaitedFor'>;

/**
 * Everybody who sits a session, by name. Of documents the last two characters; no money. Of special arrangements the conditions that
 * were granted, because they must be kept, not what was asked for.
 */
export async function readRoll(tx: Tx, sessionId: string, applicationId?: string): Promise<RollEntry[]> {
  const { rows } = await sql<Row>`
    select desk.id, desk.code, desk.candidate_name as "candidateName", desk.leave_choice as "leaveChoice",
      desk.leave_choice <> 'None' as "isMinor", desk.attendance_status as attendance, attendance.marked_at as "markedAt",
      attendance.marked_by_name as "markedBy", coalesce(attendance.version, 0) as version,
      desk.arrangement_status <> 'None' as "hasArrangement",
      application.registered_at as "registeredAt",
      greatest(
        (select max(history.at) from history where history.kind = 'application' and history.object_id = desk.id
          and history.event in ('changePickup', 'resetLeave', 'correct', 'move')),
        ${objectionMovedAt},
        (select max(coalesce(gone.withdrawn_at, consent.given_at)) from consent left join consent_ended gone on gone.consent_id = consent.id
          where (consent.application_id = desk.id or consent.booking_id = application.booking_id)
            and (consent.statement_id = 'guardianLeaving' or consent.statement_id = 'guardianship' and gone.consent_id is not null))
      ) as "leaveChangedAt",
      (select json_agg(json_build_object('code', subject.code, 'nameEn', coalesce(place.title_en, place.title, subject.name_en),
          'nameZh', coalesce(place.title, subject.name_zh), 'startTime', place.start_time) order by place.starts_at, paper.sort)
        from application_paper paper join subject on subject.id = paper.subject_id
        join session_subject place on place.id = paper.session_subject_id
        where paper.application_id = desk.id) as papers
    from registration_desk desk join application on application.id = desk.id
    left join attendance on attendance.id = desk.id
    where desk.session_id = ${sessionId}
      and desk.status in ${seated}
      and (${applicationId ?? null}::uuid is null or desk.id = ${applicationId ?? null}::uuid)
    order by desk.candidate_name, desk.code`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const opened = new Map((await openApplications(tx, ids)).map((each) => [each.row.id, each]));
  const granted = await conditionsGranted(tx, ids);
  const doubted = await leavingDoubted(tx, ids);
  const waits = await guardianWaits(tx, ids);
  return rows.map((row) => {
    const person = opened.get(row.id);
    return {
      ...row,
      papers: row.papers ?? [],
      candidateNameZh: person?.nameZh ?? null,
      idEnd: idNumberEnd(person?.idNo() ?? ''),
      isLeavingDoubted: doubted.has(row.id),
      isWaitedFor: waits.has(row.id),
      pickups: person ? pickupsOf(person, doubted.has(row.id)) : [],
      conditions: granted.get(row.id) ?? null,
    };
  });
}

/** Who sits a session and is not marked yet, by id. Nobody's data is opened. */
export async function expectedOf(tx: Tx, sessionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from registration_desk
    where session_id = ${sessionId} and status in ${seated} and attendance_status = 'Expected' order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** When a session's list of minors leaving was last taken out as a file, as the audit has it; null where it never was. */
export async function readLeaveListAt(tx: Tx, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from audit_entry
    where object_id = ${sessionId} and action = 'examDay.sheet' and after->>'sheet' in ('leave', 'papers')`.execute(tx);
  return rows[0]?.at ?? null;
}

function pickupsOf({ row, guardian, pickupPerson }: OpenedApplication, isDoubted: boolean): RollEntry['pickups'] {
  if (row.leave_alone !== false && !isDoubted) return [];
  return [guardian, pickupPerson].flatMap((person) =>
    person ? [{ name: person.name, idEnd: idNumberEnd(person.idNo()), mobile: maskPhone(person.mobile) }] : [],
  );
}
