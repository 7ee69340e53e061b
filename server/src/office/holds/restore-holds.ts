import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** A hold as the journal outside the database knows it: what it keeps, until when it is looked at, who opened it; no word of why. */
export type ReturnedHold = {
  id: string;
  scope: string;
  objectId: string | null;
  class: string | null;
  reviewOn: string;
  openedBy: string;
  approvedBy: string;
  openedAt: string;
};

/**
 * Opens a hold again that a restored backup does not know, before anything is forgotten with it. On a person whom the backup does not know
 * there is nothing to hold; a hold that is there is left alone.
 */
export async function openHoldAgain(tx: Tx, hold: ReturnedHold): Promise<void> {
  await sql`
    insert into legal_hold (id, scope, object_id, person_key, class, reason, review_on, opened_at, opened_by, approved_by)
    select ${hold.id}, ${hold.scope}, ${hold.objectId}::uuid, person.key, ${hold.class}, '', ${hold.reviewOn}::date,
      ${hold.openedAt}::timestamptz, ${hold.openedBy}, ${hold.approvedBy}
    from (select (select record.person_key from person_record record where record.id = ${hold.objectId}::uuid limit 1) as key) known
    cross join lateral (select case when ${hold.scope} = 'person' then known.key end as key) person
    where ${hold.scope} <> 'person' or person.key is not null
    on conflict do nothing`.execute(tx);
}

/** Releases a hold again that two persons had released after a restored backup was made. */
export async function releaseHoldAgain(
  tx: Tx,
  { id, at, releasedBy, approvedBy }: { id: string; at: string; releasedBy: string; approvedBy: string },
): Promise<void> {
  await sql`
    update legal_hold set released_at = ${at}::timestamptz, released_by = ${releasedBy}, release_approved_by = ${approvedBy}
    where id = ${id} and released_at is null`.execute(tx);
}
