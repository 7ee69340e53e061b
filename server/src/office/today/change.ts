import type { AuditAct } from '@exam/contract/staff';
import { changeItem, type ItemChange, type ItemRow } from '#office/work-items';
import { audit } from '#office/audit';
import { plusSeconds, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { readWorkingCalendar } from '#office/working-days';
import { findColleague, findColleagues } from './colleague.ts';
import { type BoardItem, presentItem } from './present.ts';
import { openItems } from './queries.ts';

/** For how many days an item may sleep. */
const longestSnoozeDays = 30;

/** One item as the actor saw it. */
export type Seen = { id: string; version: number };

/**
 * Takes an item for oneself.
 * @throws Refusal NOT_FOUND when it is closed or not theirs to see; VERSION_CONFLICT (409) when it changed since they saw it.
 */
export async function takeItem(tx: Tx, staff: StaffActor, seen: Seen): Promise<BoardItem> {
  return await change(tx, staff, { seen, action: 'today.take', to: await assignedTo(tx, staff) });
}

/** Gives an item back to the team. @throws as `takeItem`. */
export async function releaseItem(tx: Tx, staff: StaffActor, seen: Seen): Promise<BoardItem> {
  const to = { assigned_to: null, assigned_to_name: null, assigned_at: null };
  return await change(tx, staff, { seen, action: 'today.release', to });
}

/** The other active members of staff who see an item, by name. @throws Refusal NOT_FOUND when the reader does not see it. */
export async function colleaguesFor(
  tx: Tx,
  staff: StaffActor,
  id: string,
): Promise<{ list: { id: string; name: string }[] }> {
  if (!(await seesItem(tx, staff, id))) refuse('NOT_FOUND');
  const list: { id: string; name: string }[] = [];
  for (const colleague of await findColleagues(tx))
    if (colleague.id !== staff.id && (await seesItem(tx, colleague, id)))
      list.push({ id: colleague.id, name: colleague.name });
  return { list };
}

async function seesItem(tx: Tx, staff: StaffActor, id: string): Promise<boolean> {
  return (await (await openItems(tx, staff)).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/**
 * Hands an item to a colleague.
 * @throws Refusal NOT_FOUND when the reader does not see it; COLLEAGUE_CANNOT (412) when no active colleague with this id does; as `takeItem`.
 */
export async function reassignItem(
  tx: Tx,
  staff: StaffActor,
  { staffId, ...seen }: Seen & { staffId: string },
): Promise<BoardItem> {
  if (!(await seesItem(tx, staff, seen.id))) refuse('NOT_FOUND');
  const colleague = await findColleague(tx, staffId);
  if (!colleague || !(await seesItem(tx, colleague, seen.id))) refuse('COLLEAGUE_CANNOT');
  return await change(tx, staff, { seen, action: 'today.reassign', to: await assignedTo(tx, colleague) });
}

/**
 * Lets an item sleep until an instant; it wakes by itself.
 * @throws Refusal SNOOZE_TOO_LONG (412) for an instant that is past or more than 30 days away; as `takeItem`.
 */
export async function snoozeItem(
  tx: Tx,
  staff: StaffActor,
  { until, reason, ...seen }: Seen & { until: string; reason: string },
): Promise<BoardItem> {
  const now = await readNow(tx);
  if (until <= now || until > plusSeconds(now, longestSnoozeDays * 86_400))
    refuse('SNOOZE_TOO_LONG', { days: longestSnoozeDays });
  const to = { snoozed_until: until, snooze_reason: reason };
  return await change(tx, staff, { seen, action: 'today.snooze', to, reason });
}

/** Wakes an item before its time. @throws as `takeItem`. */
export async function wakeItem(tx: Tx, staff: StaffActor, seen: Seen): Promise<BoardItem> {
  return await change(tx, staff, { seen, action: 'today.wake', to: { snoozed_until: null, snooze_reason: null } });
}

async function assignedTo(tx: Tx, person: { id: string; name: string }): Promise<ItemChange> {
  return { assigned_to: person.id, assigned_to_name: person.name, assigned_at: await readNow(tx) };
}

type Act = { seen: Seen; action: AuditAct; to: ItemChange; reason?: string };

async function change(tx: Tx, staff: StaffActor, { seen, action, to, reason }: Act): Promise<BoardItem> {
  const before = await (
    await openItems(tx, staff)
  )
    .selectAll()
    .where('id', '=', seen.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) refuse('NOT_FOUND');
  if (before.version !== seen.version) refuse('VERSION_CONFLICT');
  const after = await changeItem(tx, seen.id, to);
  await audit(tx, {
    staff,
    action,
    object: { kind: before.object_kind, id: before.object_id },
    reason: reason ?? null,
    before: told(before),
    after: told(after),
  });
  return presentItem(after, { now: await readNow(tx), calendar: await readWorkingCalendar(tx) });
}

function told({ kind, assigned_to: assignedTo, snoozed_until: snoozedUntil }: ItemRow): object {
  return { kind, assignedTo, snoozedUntil };
}
