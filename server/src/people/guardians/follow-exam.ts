import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** `ids`: only these, where not the session moved but registrations into it. */
type Moved = { sessionId: string; ids?: readonly string[]; examDate: string };

/**
 * After an exam has moved to another day the links of its guardians end with that day, as they would have from the beginning, and nobody who need not
 * agree is waited for beyond the beginning of the day before it (decision 0052). Of a booking the day of its first exam counts.
 */
export async function linksFollowExam(tx: Tx, { sessionId, ids, examDate }: Moved): Promise<void> {
  await sql`
    with moved as (
      select id, booking_id from application
      where session_id = ${sessionId} and (${ids === undefined} or id = any(${[...(ids ?? [])]}::uuid[])) and deleted_at is null
    ), concerned as (
      select notice.id, ${examDate}::date as exam_date from moved join guardian_notice notice on notice.application_id = moved.id
      union all
      select notice.id, (select min(session.exam_date) from application entry join exam_session session on session.id = entry.session_id
          where entry.booking_id = notice.booking_id and entry.deleted_at is null)
      from guardian_notice notice where notice.booking_id in (select booking_id from moved)
    ), day as (
      select id, (exam_date + 1)::timestamp at time zone 'Asia/Shanghai' as ends_at from concerned
    )
    update guardian_notice notice set
      expires_at = case when notice.must_agree or notice.expires_at <> notice.made_at + interval '30 days' then day.ends_at
        else least(notice.expires_at, day.ends_at) end,
      waits_until = case when notice.waits_until > app_now() then least(notice.waits_until, day.ends_at - interval '2 days')
        else notice.waits_until end
    from day where day.id = notice.id`.execute(tx);
}
