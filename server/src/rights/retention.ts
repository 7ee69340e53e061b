import { sql } from 'kysely';
import { isHeld, type Sweep } from '#holds';

const answered = sql<string>`to_char(request.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Requests about data: three years after the answer what is left is that one was made and answered in time (S-18). */
export const retention: Sweep[] = [
  {
    class: 'rightsRequest',
    due: ({ border }) => sql`
      select request.id, ${answered} as started,
        ${isHeld({
          class: 'rightsRequest',
          personKey: sql`any(select candidate.person_key from candidate where candidate.id = request.candidate_id)`,
        })} as is_held
      from rights_request request
      where request.anonymised_at is null and request.answered_at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`update rights_request set account_id = null, candidate_id = null, wish_sealed = null, answer_sealed = null,
        anonymised_at = app_now() where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
