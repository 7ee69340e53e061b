import { sql } from 'kysely';
import { isHeld, type Sweep } from '#office/holds';

/** Incidents as they were noted, and when yearly reports were filed: as long as the audit that they were told from (S-18). */
export const retention: Sweep[] = [
  {
    class: 'audit',
    due: ({ border }) => sql`
      select incident.id, to_char(incident.noted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'audit' })} as is_held
      from incident where incident.noted_at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`delete from incident where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
  {
    class: 'audit',
    due: ({ border }) => sql`
      select filing.id, to_char(filing.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'audit' })} as is_held
      from minors_report_filing filing where filing.recorded_at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`delete from minors_report_filing where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
