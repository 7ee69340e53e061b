import { sql } from 'kysely';
import { isHeld, peopleOf, type Sweep } from '#office/holds';
import { forgetEvidence } from './relatives/evidence.ts';

const answered = sql<string>`to_char(request.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Requests about data, and what relatives prove with theirs: three years after the answer what is left is that one was made and answered in time (S-18). */
export const retention: Sweep[] = [
  {
    class: 'relativeEvidence',
    due: ({ border }) => sql`
      select paper.id, ${answered} as started,
        ${isHeld({
          class: 'relativeEvidence',
          personKey: peopleOf(sql.ref('request.account_id')),
        })} as is_held
      from relative_evidence paper join rights_request request on request.id = paper.request_id
      where request.answered_at <= ${border}::timestamptz`,
    forget: forgetEvidence,
  },
  {
    class: 'rightsRequest',
    due: ({ border }) => sql`
      select request.id, ${answered} as started,
        ${isHeld({
          class: 'rightsRequest',
          personKey: peopleOf(sql.ref('request.account_id')),
        })} as is_held
      from rights_request request
      where request.anonymised_at is null and request.answered_at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`update rights_request set account_id = null, candidate_id = null, wish_sealed = null, answer_sealed = null,
        anonymised_at = app_now() where id = any(${[...ids]}::uuid[])`.execute(tx);
      await sql`delete from relative_request where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
