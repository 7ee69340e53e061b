import { createHash } from 'node:crypto';
import type { RetentionClass } from '@exam/contract/rules';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';

/** A row that went, and the clock that ran for it: a China date or an instant. */
export type Gone = { id: string; started: string };

/**
 * Writes down what was forgotten: how many, how old, and a digest of the ids; and the journal by which a restored backup forgets them again.
 * @param rows at least one, the oldest first.
 */
export async function journalErasure(tx: Tx, of: RetentionClass, rows: readonly Gone[]): Promise<void> {
  const ids = await recordDeletion(tx, of, rows);
  await sql`
    insert into erasure (class, object_id, at)
    select ${of}, id, app_now() from unnest(${ids}::uuid[]) as gone (id)
    on conflict do nothing`.execute(tx);
}

/**
 * The journal, written again, of what a restored backup has to forget again, with the moment it was first forgotten.
 * @returns what was not in it, the oldest first; its `started` is that moment.
 */
export async function journalAgain(
  tx: Tx,
  of: RetentionClass,
  lines: readonly { id: string; at: string }[],
): Promise<Gone[]> {
  const { rows } = await sql<Gone>`
    insert into erasure (class, object_id, at)
    select ${of}, id, at from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ at }) => at)}::timestamptz[]) as gone (id, at)
    on conflict do nothing returning object_id as id, at as started`.execute(tx);
  return rows.toSorted((a, b) => (a.started < b.started ? -1 : 1));
}

/** The first part of it alone: how many, how old, and a digest of the ids. @returns the ids in their order. */
export async function recordDeletion(tx: Tx, of: RetentionClass, rows: readonly Gone[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id).toSorted();
  const at = sql<string>`app_now()`;
  await tx
    .insertInto('deletion_record')
    .values({
      id: randomId(),
      class: of,
      count: rows.length,
      first_start: rows[0]?.started ?? '',
      last_start: rows.at(-1)?.started ?? '',
      digest: createHash('sha256').update(ids.join('\n')).digest(),
      at,
    })
    .execute();
  return ids;
}
