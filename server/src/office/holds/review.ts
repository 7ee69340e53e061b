import { endOfDay } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import type { NewItem } from '#office/work-items';

/** The open holds whose day of review has come in China, for the board: each due by the end of it. */
export async function reviewsDue(tx: Tx): Promise<Omit<NewItem, 'kind'>[]> {
  const { rows } = await sql<{ id: string; review_on: string }>`
    select id, review_on from legal_hold
    where released_at is null and review_on <= (app_now() at time zone 'Asia/Shanghai')::date`.execute(tx);
  return rows.map(({ id, review_on: reviewOn }) => ({
    objectKind: 'hold',
    objectId: id,
    officeId: null,
    dueAt: endOfDay(reviewOn),
    label: reviewOn,
  }));
}
