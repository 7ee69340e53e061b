import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/**
 * The clones of each of these registrations: what it was cloned from and what was cloned from it (R-49), however often, where that is for the same
 * child, sitting and papers. One that was changed is another registration and no clone any more. A booking has none.
 * @returns the ids of the clones by the id of the registration; only registrations that have some.
 */
export async function clonesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string[]>> {
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
      and ${papersOf('clone')} = ${papersOf('root')}`.execute(tx);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, all]) => [id, all.map(({ clone }) => clone)]));
}

/**
 * Locks registrations, each named by itself or by its booking, and their clones until the transaction ends, in ascending id. Everybody locks
 * registrations before sessions, consents and notices.
 */
export async function lockWithClones(tx: Tx, ids: readonly string[]): Promise<void> {
  const held = new Set<string>();
  for (;;) {
    const clones = [...(await clonesOf(tx, ids)).values()].flat();
    const free = [...ids, ...clones].filter((id) => !held.has(id));
    if (free.length === 0) return;
    const wanted = sql`any(${free}::uuid[])`;
    await sql`select from application where id = ${wanted} or booking_id = ${wanted} order by id for no key update`.execute(
      tx,
    );
    // While these were waited for, one of them may have been cloned; from now on none is (`reorder`).
    for (const id of free) held.add(id);
  }
}
