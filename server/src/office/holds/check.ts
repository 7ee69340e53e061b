import type { RetentionClass } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';

/** What a row of data belongs to, each as SQL: a value, or a subquery of one column. */
export type Belonging = {
  /** Its class; several when what goes with it is of others too, so that a hold on any of them keeps it. */
  class: RetentionClass | readonly RetentionClass[];
  /** The keyed hash of the person's document. */
  personKey?: RawBuilder<unknown>;
  orders?: RawBuilder<unknown>;
  session?: RawBuilder<unknown>;
  cases?: RawBuilder<unknown>;
};

/**
 * SQL: the keyed hashes of everybody whom an account saved: a hold on one of them keeps what the account keeps of them all, whatever was
 * written over their documents since.
 */
export function peopleOf(accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`any(select saved.person_key from candidate saved where saved.account_id = ${accountId}
    union all ${keysNaming(sql`select saved.id from candidate saved where saved.account_id = ${accountId}`)})`;
}

/**
 * SQL: the keyed hashes by which one person is held: of the document, and of that under which an open hold named the same saved candidate or
 * something registered for it. A document that is corrected, by its owner or by staff, does not get its person out of a hold.
 */
export function personOf(personKey: RawBuilder<unknown>, candidateId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`any(select ${personKey} union all ${keysNaming(candidateId)})`;
}

function keysNaming(candidateIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select named.person_key from legal_hold named
    where named.scope = 'person' and named.released_at is null and (
      named.object_id in (${candidateIds})
      or exists (select from application line where line.id = named.object_id and line.candidate_id in (${candidateIds}))
      or exists (select from booking line where line.id = named.object_id and line.candidate_id in (${candidateIds})))`;
}

/**
 * Nobody opens a hold until the transaction ends, and one that is being opened is waited for: whatever is forgotten in between is found
 * whole, or gone.
 */
export async function waitForHolds(tx: Tx): Promise<void> {
  await sql`lock table legal_hold in share mode`.execute(tx);
}

/**
 * SQL: whether an open hold keeps a row: on its class, its person, or an order, session or case it belongs to. Overlapping holds all
 * have to be released.
 */
export function isHeld({ class: of, personKey, orders, session, cases }: Belonging): RawBuilder<boolean> {
  const within = (scope: string, ids: RawBuilder<unknown> | undefined) =>
    ids === undefined ? sql`false` : sql`(hold.scope = ${scope} and hold.object_id in (${ids}))`;
  return sql<boolean>`exists (
    select from legal_hold hold
    where hold.released_at is null and (
      hold.class = any(${[of].flat()}::text[]) or ${personKey === undefined ? sql`false` : sql`hold.person_key = ${personKey}`}
      or ${within('order', orders)} or ${within('session', session)} or ${within('case', cases)}
    ))`;
}
