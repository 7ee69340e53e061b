import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import type { Auditor } from './write.ts';

/** Records that staff open, and the call that shows them. */
export type Viewed = { kind: 'candidate' | 'application' | 'booking'; ids: readonly string[]; purpose: string };

/** One member of staff who looks at one record by one call leaves one row in so many minutes, however often the page asks again. */
const onceInMinutes = 10;

/**
 * Notes that staff open these records, of minors only (3-domain 6.1): one statement whatever their number, and nothing in the chain of
 * the audit, which is for what is done.
 */
export async function noteViews(tx: Tx, staff: Auditor, { kind, ids, purpose }: Viewed): Promise<void> {
  await sql`
    insert into record_view (id, at, staff_id, staff_name, roles, purpose, record_kind, record_id, account_id, person_key)
    select gen_random_uuid(), app_now(), colleague.id, ${staff.name}, colleague.roles, ${purpose}, record.kind, record.id,
      record.account_id, record.person_key
    from minor_record record cross join staff_account colleague
    where record.kind = ${kind} and record.id = any(${[...ids]}::uuid[]) and colleague.id = ${staff.id}
      and not exists (
        select from record_view earlier
        where earlier.record_id = record.id and earlier.staff_id = colleague.id and earlier.purpose = ${purpose}
          and earlier.at > app_now() - make_interval(mins => ${onceInMinutes}))`.execute(tx);
}
