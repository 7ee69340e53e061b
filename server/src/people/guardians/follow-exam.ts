import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** `ids`: only these, where not the session moved but registrations into it. */
type Moved = { sessionId: string; ids?: readonly string[] };

/**
 * After an exam has moved to another day or time the links of its guardians end when it begins, as they would have from the start, and
 * nobody who need not agree is waited for beyond the beginning of the day before it (decision 0052). Of a booking its first exam counts.
 */
export async function linksFollowExam(tx: Tx, { sessionId, ids }: Moved): Promise<void> {
  await sql`
    with moved as (
      select application.id, application.booking_id, session.starts_at
      from application join exam_session session on session.id = application.session_id
      where session_id = ${sessionId} and (${ids === undefined} or application.id = any(${[...(ids ?? [])]}::uuid[])) and deleted_at is null
    ), concerned as (
      select notice.id, moved.starts_at from moved join guardian_notice notice on notice.application_id = moved.id
      union all
      select notice.id, (select min(session.starts_at) from application entry join exam_session session on session.id = entry.session_id
          where entry.booking_id = notice.booking_id and entry.deleted_at is null)
      from guardian_notice notice where notice.booking_id in (select booking_id from moved)
    ), day as (
      select id, starts_at, date_trunc('day', starts_at, 'Asia/Shanghai') - interval '1 day' as before from concerned
    )
    update guardian_notice notice set
      expires_at = case when notice.must_agree or notice.expires_at <> notice.made_at + interval '30 days' then day.starts_at
        else least(notice.expires_at, day.starts_at) end,
      waits_until = case when notice.waits_until > app_now() then least(notice.waits_until, day.before)
        else notice.waits_until end
    from day where day.id = notice.id`.execute(tx);
}
