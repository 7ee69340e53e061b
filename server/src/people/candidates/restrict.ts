import { sql } from 'kysely';
import { isHeld, personOf } from '#office/holds';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

/** SQL: the person of a saved candidate (`candidate`), as holds name them. */
export const whoever = personOf(sql.ref('candidate.person_key'), sql.ref('candidate.id'));

/** A candidate that somebody wants deleted. */
export type ToDelete = { id: string; personKey: Buffer; createdAt: string; isHeld: boolean };

/**
 * One of the account's own candidates, in its list or taken out of it, locked.
 * @throws Refusal NOT_FOUND when it is absent, another's, restricted already or forgotten.
 */
export async function lockForDeletion(tx: Tx, { accountId, id }: { accountId: string; id: string }): Promise<ToDelete> {
  const row = await tx
    .selectFrom('candidate')
    .select(['id', 'person_key', 'created_at'])
    .select(isHeld({ class: 'candidate', personKey: whoever }).as('is_held'))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('restricted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  return { id: row.id, personKey: row.person_key, createdAt: row.created_at, isHeld: row.is_held };
}

/** Takes a candidate out of all use but keeping (PIPL 47). */
export async function restrictCandidate(tx: Tx, id: string): Promise<void> {
  await sql`
    update candidate set restricted_at = app_now(), deleted_at = coalesce(deleted_at, app_now()) where id = ${id}`.execute(
    tx,
  );
}

/** Gives it back, because the deletion was refused: to the list too, unless the document is there again already. */
export async function liftCandidate(tx: Tx, id: string): Promise<void> {
  await sql`
    update candidate set restricted_at = null,
      deleted_at = case when exists (
        select from candidate other where other.account_id = candidate.account_id and other.person_key = candidate.person_key
          and other.deleted_at is null) then deleted_at end
    where id = ${id} and anonymised_at is null`.execute(tx);
}
