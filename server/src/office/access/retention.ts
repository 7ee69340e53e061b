import { sql } from 'kysely';
import { isHeld, type Sweep } from '#office/holds';
import type { Tx } from '#platform/database';

/** The log of looks, but those in lists, which go with the network log (decision 0082), and whose approval let them look, go with the audit, of which they are a part (S-18). */
export const retention: Sweep[] = [
  {
    class: 'networkLog',
    isMass: true,
    due: ({ border }) => sql`
      select look.id, to_char(look.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'networkLog', personKey: sql.ref('look.person_key') })} as is_held
      from record_view look where look.act = 'Listed' and look.at <= ${border}::timestamptz`,
    forget: forgetLooks,
  },
  {
    class: 'audit',
    due: ({ border }) => sql`
      select look.id, to_char(look.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'audit', personKey: sql.ref('look.person_key') })} as is_held
      from record_view look where look.act <> 'Listed' and look.at <= ${border}::timestamptz`,
    forget: forgetLooks,
  },
  {
    class: 'audit',
    due: ({ border }) => sql`
      select approval.id, to_char(approval.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'audit', personKey: sql.ref('approval.person_key') })} as is_held
      from minor_approval approval where approval.expires_at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`delete from minor_approval where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];

async function forgetLooks(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from record_view where id = any(${[...ids]}::uuid[])`.execute(tx);
}
