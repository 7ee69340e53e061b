import type { RightsPage } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';
import { plainNameIn } from '#platform/person-name';

type Asked = Pick<RightsPage, 'kind' | 'accountId' | 'candidateId' | 'receivedAt'>;

/**
 * Whether a request asks for a correction and nothing was corrected since it came (PIPL 46), by the account or by staff: the saved candidate,
 * a registration, a booking's arrangement or the outcome of a request after results; where it is about the account, its number or address,
 * or any of these of anybody it saved.
 */
export async function isUncorrected(tx: Tx, { kind, accountId, candidateId, receivedAt }: Asked): Promise<boolean> {
  if (kind !== 'Correction') return false;
  const isOf = (column: string): RawBuilder<unknown> =>
    candidateId === null ? sql`true` : sql`${sql.ref(column)} = ${candidateId}`;
  // A request after results knows no saved candidate, only name and birth date (3-domain 4.3).
  const isOfRequest =
    candidateId === null
      ? sql`true`
      : sql`exists (select from candidate child where child.id = ${candidateId} and t.birth_key = child.birth_key
          and ${plainNameIn(sql`t.last_name || t.first_name`)} = ${plainNameIn(sql`child.last_name || child.first_name`)})`;
  const happened = (events: readonly string[]) =>
    sql`join history on history.object_id = t.id and history.at >= ${receivedAt} and history.event = any(${[...events]}::text[])`;
  const { rows } = await sql`
    select from candidate t where t.account_id = ${accountId} and ${isOf('t.id')} and t.updated_at >= ${receivedAt}
    union all select from application t ${happened(['correct', 'modify', 'changePickup'])}
    where t.account_id = ${accountId} and ${isOf('t.candidate_id')}
    union all select from booking t ${happened(['update'])} where t.account_id = ${accountId} and ${isOf('t.candidate_id')}
    union all select from post_test t ${happened(['correct'])} where t.account_id = ${accountId} and ${isOfRequest}
    union all select from account t ${happened(['phoneChanged', 'emailChanged'])}
    where t.id = ${accountId} and ${candidateId === null}
    limit 1`.execute(tx);
  return rows.length === 0;
}
