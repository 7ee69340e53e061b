import type { RetentionClass } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';

/** What a row of data belongs to, each as SQL: a value, or a subquery of one column. */
export type Belonging = {
  class: RetentionClass;
  /** The keyed hash of the person's document. */
  personKey?: RawBuilder<unknown>;
  orders?: RawBuilder<unknown>;
  session?: RawBuilder<unknown>;
  cases?: RawBuilder<unknown>;
};

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
      hold.class = ${of} or ${personKey === undefined ? sql`false` : sql`hold.person_key = ${personKey}`}
      or ${within('order', orders)} or ${within('session', session)} or ${within('case', cases)}
    ))`;
}
