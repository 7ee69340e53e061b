import { type RawBuilder, sql } from 'kysely';
import { forgetNotes } from '#office/notes';
import { isHeld, journalErasure, type Sweep } from '#office/holds';
import { chinaDateOf } from '#platform/clock';
import type { Tx } from '#platform/database';
import { dayOf, nobodysIdType, nobodysKey } from '#platform/nobody';
import { whoever } from './restrict.ts';

/** SQL: the day a saved candidate (`candidate`) of an account (`account`) was last of use: saved, closed with the account, registered for something, or examined. */
export const lastUse = sql<string>`greatest(
  (candidate.created_at at time zone 'Asia/Shanghai')::date,
  (account.closed_at at time zone 'Asia/Shanghai')::date,
  candidate.last_exam_month,
  (select max(greatest((application.created_at at time zone 'Asia/Shanghai')::date, session.exam_date))
    from application join exam_session session on session.id = application.session_id
    where application.candidate_id = candidate.id),
  (select max(greatest((booking.submitted_at at time zone 'Asia/Shanghai')::date, coalesce(booking.first_exam_date, booking.expected_date)))
    from booking where booking.candidate_id = candidate.id))`;

/** Whoever was deleted, or whose account was closed, and of whom nothing is kept any more: no registration or booking names them. */
const isUnneeded = sql`candidate.deleted_at is not null and candidate.restricted_at is null and candidate.anonymised_at is null
  and not exists (select from application where application.candidate_id = candidate.id and application.anonymised_at is null)
  and not exists (select from booking where booking.candidate_id = candidate.id and booking.anonymised_at is null)`;

/** SQL: whether an open hold keeps a saved candidate (`candidate`). */
export const isCandidateHeld = isHeld({ class: 'candidate', personKey: whoever });

/** SQL: whether an open hold keeps a saved candidate (`candidate`) whose guardian has not agreed. */
export const isChildHeld = isHeld({ class: ['candidate', 'unagreedChild'], personKey: whoever });

/** Saved candidates: after seven years without use nobody is named any more; the year of birth stays (S-18). */
export const retention: Sweep[] = [
  {
    class: 'candidate',
    due: ({ border }) => sql`
      select candidate.id, ${lastUse}::text as started,
        ${isCandidateHeld} as is_held
      from candidate join account on account.id = candidate.account_id
      where candidate.anonymised_at is null and ${lastUse} <= ${border}::date`,
    forget: forgetCandidates,
  },
  {
    // Whose deletion was asked for goes with the last record that had to be kept, and not seven years later.
    class: 'candidate',
    due: () => sql`
      select candidate.id, (candidate.restricted_at at time zone 'Asia/Shanghai')::date::text as started,
        ${isCandidateHeld} as is_held
      from candidate
      where candidate.restricted_at is not null and candidate.anonymised_at is null
        and not exists (select from application where application.candidate_id = candidate.id
          and application.anonymised_at is null)
        and not exists (select from booking where booking.candidate_id = candidate.id and booking.anonymised_at is null)
        and not exists (select from post_test where post_test.restricted_with = candidate.id and post_test.anonymised_at is null)`,
    forget: forgetCandidates,
  },
  {
    // Who was taken off the list while something had to be kept goes with the last of it.
    class: 'candidate',
    due: () => sql`
      select candidate.id, (candidate.deleted_at at time zone 'Asia/Shanghai')::date::text as started,
        ${isCandidateHeld} as is_held
      from candidate where ${isUnneeded}`,
    forget: forgetCandidates,
  },
];

/**
 * Keeps until when saved candidates are of use, before registrations or bookings stop leading to them: the month, which leaves open what was sat.
 * @param used SQL: `candidate_id`, and `used_on`, the China date of the exam or of the registration, whichever is later.
 */
export async function keepLastExam(tx: Tx, used: RawBuilder<unknown>): Promise<void> {
  await sql`
    update candidate set last_exam_month = greatest(last_exam_month, date_trunc('month', used.last)::date)
    from (select candidate_id, max(used_on) as last from (${used}) each group by candidate_id) used
    where candidate.id = used.candidate_id and candidate.anonymised_at is null`.execute(tx);
}

/**
 * Forgets at once whoever of an account is off its list, unless something of them has to be kept or a hold keeps them: those go with the
 * nightly run. `waitForHolds` came first.
 */
export async function forgetUnneeded(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string; createdAt: string }>`
    select id, created_at as "createdAt" from candidate
    where account_id = ${accountId} and ${isUnneeded} and not ${isCandidateHeld} order by id for no key update`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await forgetCandidates(
    tx,
    rows.map(({ id }) => id),
  );
  await journalErasure(
    tx,
    'candidate',
    rows.map(({ id, createdAt }) => ({ id, started: chinaDateOf(createdAt) })),
  );
}

/** Nobody is named by these rows any more; the year of birth stays. */
export async function forgetCandidates(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from candidate_guardian where candidate_id = any(${[...ids]}::uuid[])`.execute(tx);
  await forgetNotes(tx, ids);
  await sql`
    update candidate set first_name = '', last_name = '', name_zh_sealed = null, id_no_sealed = '', person_key = ${nobodysKey},
      dob_sealed = null, birth_key = null, last_exam_month = null, email_sealed = null, mobile_sealed = null, deleted_at = coalesce(deleted_at, app_now()),
      gender_sealed = null, id_type = ${nobodysIdType}, birthday_past_in = birth_year, created_at = ${dayOf('created_at')},
      anonymised_at = app_now()
    where id = any(${[...ids]}::uuid[])`.execute(tx);
}
