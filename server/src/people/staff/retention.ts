import { sql } from 'kysely';
import { isHeld, type Sweep } from '#office/holds';

const ended = sql<string>`coalesce(session.ended_at, session.expires_at)`;

/** Staff sessions are deleted thirty days after they end (S-18). What staff did is in the audit. */
export const retention: Sweep[] = [
  {
    class: 'session',
    due: ({ border }) => sql`
      select session.id, to_char(${ended} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'session' })} as is_held
      from staff_session session
      where ${ended} <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`delete from staff_session where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
