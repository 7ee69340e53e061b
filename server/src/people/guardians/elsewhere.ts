import type { RightsPage } from '@exam/contract/staff';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { isAbout } from './things.ts';

type Elsewhere = RightsPage['elsewhere'];

/** How many records of other accounts a page tells of: a child has a few. */
const most = 50;

/**
 * Where other accounts name the same document: each saved candidate, registration, booking and request after an exam, with what the guardians
 * asked there have said. Only the privacy office sees accounts side by side; a family reads its own.
 */
export async function guardiansElsewhere(
  tx: Tx,
  { personKey, accountId }: { personKey: Buffer; accountId: string | null },
): Promise<Elsewhere> {
  const { rows } = await sql<Elsewhere[number]>`
    select thing.account_id as "accountId",
      case thing.of when 'application_id' then 'application' when 'booking_id' then 'booking' else 'postTest' end as "recordKind",
      thing.object_id as "recordId", thing.code, thing.exam_en as "examEn", thing.exam_zh as "examZh", thing.exam_date as "examDate",
      case when wait.has_objected then 'Objected' when wait.object_id is not null then 'Waits' when said.agreed_at is not null then 'Agreed'
        else 'None' end as guardian
    from sitting_begins thing
    left join guardian_waits wait on wait.object_id = thing.object_id
    left join guardian_said said on ${isAbout('said')} and said.mobile_key = thing.guardian_key
    where thing.person_key = ${personKey} and thing.account_id is distinct from ${accountId}::uuid and thing.is_placed
      and not thing.is_restricted
    union all
    select saved.account_id, 'candidate', saved.id, null, null, null, null, 'None' from candidate saved
    where saved.person_key = ${personKey} and saved.account_id is distinct from ${accountId}::uuid and saved.deleted_at is null
      and saved.restricted_at is null and saved.anonymised_at is null
    order by "accountId", "examDate" desc nulls last, "recordId" limit ${most}`.execute(tx);
  return rows;
}
