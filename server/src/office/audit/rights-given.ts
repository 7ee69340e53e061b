import { addDays, chinaDateOf, endOfDay } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { NewItem } from '#office/work-items';
import type { Tx } from '#platform/database';

/** SQL about `audit_entry`: somebody is given a role or an office that they did not have. What the demonstration and `npm run first-administrator` make is given by nobody. */
const isGiving = sql<boolean>`action in ('staff.invite', 'staff.changeRights') and (
  not coalesce(before -> 'roles', '[]') @> (after -> 'roles')
  or not (coalesce(before -> 'offices' = '"all"', false) or coalesce(before -> 'offices', '[]') @> (after -> 'offices')))`;

/** When somebody was last given rights (`isGiving`), by this giver or by anybody: an instant; null where they were not. */
export async function lastRightsGiven(tx: Tx, staffId: string, giverId?: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from audit_entry
    where object_id = ${staffId} and ${isGiving} and (${giverId ?? null}::uuid is null or staff_id = ${giverId ?? null})`.execute(
    tx,
  );
  return rows[0]?.at ?? null;
}

/** For how many days the board says that somebody was given rights. */
const daysTold = 7;

/** Members of staff who were given rights within a week, for the board of the privacy officer (S-21). */
export async function rightsGiven(tx: Tx): Promise<Omit<NewItem, 'kind'>[]> {
  const { rows } = await sql<{ id: string; name: string | null; at: string }>`
    select entry.object_id as id, max(colleague.name) as name, max(entry.at) as at from audit_entry entry
    join staff_colleague colleague on colleague.id::text = entry.object_id
    where entry.at > app_now() - make_interval(days => ${daysTold}) and ${isGiving}
    group by entry.object_id`.execute(tx);
  return rows.map(({ id, name, at }) => ({
    objectKind: 'staff',
    objectId: id,
    officeId: null,
    dueAt: endOfDay(addDays(chinaDateOf(at), daysTold)),
    label: name,
  }));
}
