import { sql } from 'kysely';
import { isHeld, peopleOf, type Sweep } from '#holds';

const ended = sql<string>`coalesce(session.ended_at, session.expires_at)`;

/** Where an account was signed in: thirty days after the end (S-18). */
export const retention: Sweep[] = [
  {
    class: 'session',
    due: ({ border }) => sql`
      select session.id, to_char(${ended} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'session', personKey: peopleOf(sql.ref('session.account_id')) })} as is_held
      from account_session session
      where ${ended} <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`delete from account_session where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
