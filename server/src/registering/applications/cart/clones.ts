import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/**
 * What these registrations were cloned from and what was cloned from them, however often, as far as it is of the same child and sitting
 * still: none of a copy that has become another registration, nor of a booking.
 * @returns the ids of their clones by theirs; a registration without any is not among them.
 */
export async function clonesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; clone: string }>`
    with recursive line as (
      select id as root, id from application where id = any(${[...ids]}::uuid[])
      union
      select line.root, next.id
      from line join application known using (id)
      join application next on next.cloned_from = known.id or next.id = known.cloned_from)
    select root.id, clone.id as clone
    from line join application root on root.id = line.root join application clone on clone.id = line.id
    where clone.id <> root.id and clone.session_id = root.session_id and clone.person_key = root.person_key`.execute(
    tx,
  );
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, all]) => [id, all.map(({ clone }) => clone)]));
}

/** Locks registrations until the transaction ends, and what is in the cart of the same child and sitting after them: as everybody does, before any session. */
export async function lockWithClones(tx: Tx, ids: readonly string[]): Promise<void> {
  const lock = async (some: readonly string[]) =>
    await sql`select from application where id = any(${[...some]}::uuid[]) order by id for no key update`.execute(tx);
  await lock(ids);
  // Nothing is cloned from a locked one (`reorder`).
  await lock([...(await clonesOf(tx, ids)).values()].flat());
}
