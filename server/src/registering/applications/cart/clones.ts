import { sql } from 'kysely';
import { giveNoticesBack } from '#people/guardians';
import type { Tx } from '#platform/database';

/**
 * The clones of each of these registrations: what it was cloned from and what was cloned from it (R-49), however often, where that is for the same
 * child, sitting and papers. One that was changed is another registration and no clone any more. A booking has none.
 * @param papers 'any': also those for other papers of the same sitting, as a guardian reads it.
 * @returns the ids of the clones by the id of the registration; only registrations that have some.
 */
export async function clonesOf(
  tx: Tx,
  ids: readonly string[],
  papers: 'same' | 'any' = 'same',
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const papersOf = (as: string) => sql`array(
    select paper.session_subject_id from application_paper paper where paper.application_id = ${sql.ref(`${as}.id`)} order by 1)`;
  const { rows } = await sql<{ id: string; clone: string }>`
    with recursive line as (
      select id as root, id from application where id = any(${[...ids]}::uuid[])
      union
      select line.root, next.id
      from line join application known using (id)
      join application next on next.cloned_from = known.id or next.id = known.cloned_from)
    select root.id, clone.id as clone
    from line join application root on root.id = line.root join application clone on clone.id = line.id
    where clone.id <> root.id and clone.session_id = root.session_id and clone.person_key = root.person_key
      and (${papers === 'any'} or ${papersOf('clone')} = ${papersOf('root')})`.execute(tx);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, all]) => [id, all.map(({ clone }) => clone)]));
}

/**
 * Lines leave the cart for good, also those that wait out of use; one that was ordered meanwhile does not. What their guardians have answered holds
 * for the registration that each was cloned from, which may be paid late (S-3) or cloned once more.
 */
export async function leaveCart(tx: Tx, wanted: readonly string[]): Promise<void> {
  // Late money for what they were cloned from comes before or after.
  const { rows } = await sql<{ id: string }>`
    select id from application where id = any(${[...wanted]}::uuid[]) and status in ('Initiated', 'Expired')
    order by id for no key update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  for (const [id, clones] of await clonesOf(tx, ids)) await giveNoticesBack(tx, { from: id, to: clones });
  // One that waits out of use is deleted at another instant than it was put there: `liftRegistrations` leaves it away.
  await sql`
    update application set deleted_at = coalesce(nullif(deleted_at, restricted_at), app_now()), cloned_from = null
    where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Locks registrations and their clones until the transaction ends, in ascending id. Everybody locks registrations before sessions. */
export async function lockWithClones(tx: Tx, ids: readonly string[]): Promise<void> {
  const held = new Set<string>();
  for (;;) {
    const clones = [...(await clonesOf(tx, ids)).values()].flat();
    const free = [...ids, ...clones].filter((id) => !held.has(id));
    if (free.length === 0) return;
    await sql`select from application where id = any(${free}::uuid[]) order by id for no key update`.execute(tx);
    // While these were waited for, one of them may have been cloned; from now on none is (`reorder`).
    for (const id of free) held.add(id);
  }
}
