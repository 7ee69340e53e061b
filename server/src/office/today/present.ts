import { workingSecondsBetween, type WorkingCalendar } from '@exam/contract/rules';
import type { StaffCalls } from '@exam/contract/staff';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { WorkItemTable } from '#platform/tables/index';

export type BoardItem = z.output<StaffCalls['today.take']['reply']>;

/** A row as the board shows it; a sleep that has ended is none. */
export function presentItem(
  row: Selectable<WorkItemTable>,
  { now, calendar }: { now: string; calendar: WorkingCalendar },
): BoardItem {
  const isAsleep = row.snoozed_until !== null && row.snoozed_until > now;
  return {
    id: row.id,
    kind: row.kind,
    objectKind: row.object_kind,
    objectId: row.object_id,
    label: row.label,
    officeId: row.office_id,
    dueAt: row.due_at,
    workingSecondsLeft: workingSecondsBetween(now, row.due_at, calendar),
    openedAt: row.opened_at,
    assignedTo: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_to_name ?? '' },
    snoozedUntil: isAsleep ? row.snoozed_until : null,
    snoozeReason: isAsleep ? row.snooze_reason : null,
    version: row.version,
  };
}
