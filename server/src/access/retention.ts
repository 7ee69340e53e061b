import { sql } from 'kysely';
import { isHeld, type Sweep } from '#holds';

/** The log of looks goes with the audit, of which it is a part (S-18). */
export const retention: Sweep[] = [
  {
    class: 'audit',
    due: ({ border }) => sql`
      select look.id, to_char(look.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'audit', personKey: sql.ref('look.person_key') })} as is_held
      from record_view look where look.at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`delete from record_view where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
