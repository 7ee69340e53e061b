import { type RawBuilder, sql } from 'kysely';
import { isHeld, peopleOf, type Sweep } from '#office/holds';

const ended = sql<string>`coalesce(session.ended_at, session.expires_at)`;
const asText = (instant: RawBuilder<string>) =>
  sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Where an account was signed in, thirty days after the end; what staff saw as proof that it is somebody's, three years after they decided (S-18). */
export const retention: Sweep[] = [
  {
    class: 'session',
    due: ({ border }) => sql`
      select session.id, ${asText(ended)} as started,
        ${isHeld({ class: 'session', personKey: peopleOf(sql.ref('session.account_id')) })} as is_held
      from account_session session
      where ${ended} <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      // What is left of sessions: the month of the last one (decision 0081).
      await sql`
        update account set last_used_month = greatest(last_used_month, date_trunc('month', used.last at time zone 'Asia/Shanghai')::date)
        from (select account_id, max(last_seen_at) as last from account_session where id = any(${[...ids]}::uuid[]) group by account_id) used
        where account.id = used.account_id and account.closed_at is null`.execute(tx);
      await sql`delete from account_session where id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
  {
    class: 'rightsRequest',
    due: ({ border }) => sql`
      select claim.id, ${asText(sql`claim.ended_at`)} as started,
        ${isHeld({ class: 'rightsRequest', personKey: peopleOf(sql.ref('claim.account_id')) })} as is_held
      from possession_claim claim
      where claim.evidence_sealed is not null and claim.ended_at <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`update possession_claim set evidence_sealed = null, decided_by_name = null where id = any(${[...ids]}::uuid[])`.execute(
        tx,
      );
    },
  },
];
