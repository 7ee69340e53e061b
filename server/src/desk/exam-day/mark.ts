import { attendanceMachine, type EventOf } from '@exam/contract/machines';
import type { RollEntry } from '@exam/contract/staff';
import { sql } from 'kysely';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { transition, transitionAll } from '#platform/transition';
import { expectedOf, readRoll } from './roll.ts';
import { findExamDay } from './sessions.ts';

type Mark = 'Present' | 'Late' | 'Absent' | 'Undo';

const events: Readonly<Record<Mark, EventOf<typeof attendanceMachine>>> = {
  Present: 'markPresent',
  Late: 'markLate',
  Absent: 'markAbsent',
  Undo: 'undo',
};

type Marking = { sessionId: string; applicationId: string; mark: Mark; version: number };

/**
 * Marks whether somebody came, or takes the mark back; Present and Late mean that the exam was taken.
 * @returns the candidate as the roll now shows them.
 * @throws Refusal NOT_FOUND; EXAM_NOT_TODAY before the exam's day in China; VERSION_CONFLICT (409) when a colleague marked first;
 *   ILLEGAL_STATE for a mark that the table does not have.
 */
export async function markAttendance(tx: Tx, staff: StaffActor, marking: Marking): Promise<RollEntry> {
  const { sessionId, applicationId, mark, version } = marking;
  await lockRoll(tx, [applicationId]);
  const { isDay } = await findExamDay(tx, staff, sessionId);
  const [entry] = await readRoll(tx, sessionId, applicationId);
  if (!entry) return refuse('NOT_FOUND');
  await openRecords(tx, staff, { kind: 'application', ids: [applicationId], purpose: 'examDay.get', act: 'Changed' });
  if (!isDay) refuse('EXAM_NOT_TODAY');
  await expect(tx, [applicationId]);
  const { rows } = await sql`
    update attendance set version = version + 1, marked_at = app_now(), marked_by = ${staff.id}, marked_by_name = ${staff.name}
    where id = ${applicationId} and version = ${Math.max(version, 1)} returning id`.execute(tx);
  if (rows.length === 0) refuse('VERSION_CONFLICT');
  const actor = { kind: 'staff', id: staff.id } as const;
  const moved = await transition(tx, attendanceMachine, {
    table: 'attendance',
    kind: 'attendance',
    event: events[mark],
    actor,
    id: applicationId,
  });
  await audit(tx, {
    staff,
    action: 'examDay.mark',
    object: { kind: 'application', id: applicationId },
    before: { attendance: moved.from },
    after: { attendance: moved.to },
  });
  const [after = refuse('NOT_FOUND')] = await readRoll(tx, sessionId, applicationId);
  return after;
}

/** Nobody of these cancels, or is moved with their exam or without, between the look and the mark: day and roll are read after this. */
async function lockRoll(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from application where id = any(${[...ids]}::uuid[]) order by id for share`.execute(tx);
}

/** A row for each of these registrations; who has one keeps it. */
async function expect(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into attendance (id, status) select unnest(${[...ids]}::uuid[]), 'Expected' on conflict do nothing`.execute(
    tx,
  );
}

type Closing = { sessionId: string; isDryRun: boolean; reason: string };

/**
 * Everybody of the session who is not marked yet is absent: the no-shows. A dry run only counts.
 * @throws Refusal NOT_FOUND; EXAM_NOT_BEGUN: until the exam begins nobody is late, let alone absent.
 */
export async function closeRoll(tx: Tx, staff: StaffActor, closing: Closing): Promise<{ absent: number }> {
  const { sessionId, isDryRun, reason } = closing;
  const { hasBegun } = await findExamDay(tx, staff, sessionId);
  if (!hasBegun) refuse('EXAM_NOT_BEGUN');
  if (!isDryRun) await lockRoll(tx, await expectedOf(tx, sessionId));
  const ids = await expectedOf(tx, sessionId);
  if (isDryRun || ids.length === 0) return { absent: ids.length };
  await expect(tx, ids);
  const actor = { kind: 'staff', id: staff.id } as const;
  const change = { table: 'attendance', kind: 'attendance', event: 'markAbsent', actor, ids } as const;
  const moved = (await transitionAll(tx, attendanceMachine, change)).map(({ id }) => id);
  await sql`
    update attendance set version = version + 1, marked_at = app_now(), marked_by = ${staff.id}, marked_by_name = ${staff.name}
    where id = any(${moved}::uuid[])`.execute(tx);
  await audit(tx, {
    staff,
    action: 'examDay.closeRoll',
    object: { kind: 'session', id: sessionId },
    reason,
    after: { absent: moved },
  });
  return { absent: moved.length };
}
