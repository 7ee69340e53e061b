import { sql } from 'kysely';
import { forgetNotes } from '#office/notes';
import { forgetWords } from '#office/approvals';
import { forgetFilesOf } from '#office/files';
import { isHeld, personOf, type Sweep } from '#office/holds';
import type { Tx } from '#platform/database';
import { keepLastExam } from '#people/candidates';
import { forgetWhoLeaves } from '#people/consents';
import { forgetActors, forgetReasons } from '#platform/history';
import { dayOf, nobodysAccount, nobodysCandidate, nobodysIdType, nobodysKey } from '#platform/nobody';

/** SQL: the China date of the exam of a booking (`booking`), or the one that was asked for. */
export const bookedDate = sql<string>`coalesce(booking.first_exam_date, booking.expected_date)`;

const belonging = {
  personKey: personOf(sql.ref('booking.person_key'), sql.ref('booking.candidate_id')),
  orders: sql`select placed.id from exam_order placed where placed.booking_id = booking.id`,
  session: sql`select arranged.id from exam_session arranged where arranged.booking_id = booking.id`,
} as const;

/** SQL: whether a hold keeps a booking. */
export const isBookingHeld = isHeld({ class: 'examRecord', ...belonging });

/**
 * SQL: whether something is written of a special arrangement of a booking (`booking`). A wish that a booking never arranged was left with is in
 * its sealed answers: none of those is a record of an exam.
 */
export const isArranged = sql`(exists (select from booking_arrangement issued
    where issued.booking_id = booking.id and issued.arrangement_granted_sealed is not null)
  or booking.arrangement_version is null and (booking.form_json_sealed is not null or booking.draft_sealed is not null))`;

/** A booking is the record of its exam, or of the day somebody asked for (S-18). */
export const retention: Sweep[] = [
  {
    // What was granted for a special arrangement, and the answers that asked for it, go half a year after the exam.
    class: 'specialArrangement',
    due: ({ border }) => sql`
      select booking.id, ${bookedDate}::text as started, ${isHeld({ class: 'specialArrangement', ...belonging })} as is_held
      from booking
      where ${bookedDate} <= ${border}::date and ${isArranged}`,
    forget: async (tx, ids) => {
      const wanted = sql`any(${[...ids]}::uuid[])`;
      await sql`update booking_arrangement set arrangement_granted_sealed = null where booking_id = ${wanted}`.execute(
        tx,
      );
      await sql`update booking set form_json_sealed = null, steps_sealed = '', draft_sealed = null where id = ${wanted}`.execute(
        tx,
      );
    },
  },
  {
    class: 'examRecord',
    due: ({ border }) => sql`
      select booking.id, ${bookedDate}::text as started,
        ${isBookingHeld} as is_held
      from booking
      where booking.anonymised_at is null and ${bookedDate} <= ${border}::date`,
    forget: forgetBookings,
  },
];

/** SQL: whether an account (`account`) has bookings that name somebody. */
export const hasBookings = sql`exists (select from booking kept where kept.account_id = account.id and kept.anonymised_at is null)`;

/** Forgets whose bookings these are. */
export async function forgetAccountOfBookings(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update booking set account_id = ${nobodysAccount} where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Nobody is named by these bookings any more; year of birth, product and day stay. */
export async function forgetBookings(tx: Tx, ids: readonly string[]): Promise<void> {
  const wanted = sql`any(${[...ids]}::uuid[])`;
  await keepLastExam(
    tx,
    sql`select candidate_id, greatest(coalesce(first_exam_date, expected_date), (submitted_at at time zone 'Asia/Shanghai')::date) as used_on
      from booking where id = ${wanted}`,
  );
  await forgetActors(tx, ids);
  await forgetWhoLeaves(tx, ids);
  await sql`delete from booking_person where booking_id = ${wanted}`.execute(tx);
  await forgetNotes(tx, ids);
  await forgetReasons(tx, ids);
  await forgetWords(tx, ids);
  await forgetFilesOf(tx, 'booking', ids);
  await sql`update booking_date_proposal set reason = '' where booking_id = ${wanted}`.execute(tx);
  await sql`update booking_arrangement set note = null, arrangement_granted_sealed = null where booking_id = ${wanted}`.execute(
    tx,
  );
  await sql`
      update booking set first_name = '', last_name = '', name_zh_sealed = null, id_no_sealed = '', person_key = ${nobodysKey},
        dob_sealed = null, birth_key = null, guardian_key = null, email_sealed = null, mobile_sealed = null, form_json_sealed = null, steps_sealed = '', draft_sealed = null,
        reject_reason_sealed = null, cancel_reason_sealed = null, withdraw_reason = null, timetable_file_id = null, leave_alone = null,
        gender_sealed = null, id_type = ${nobodysIdType}, birthday_past_in = birth_year, submitted_at = ${dayOf('submitted_at')},
        account_id = ${nobodysAccount}, candidate_id = ${nobodysCandidate}, anonymised_at = app_now()
      where id = ${wanted}`.execute(tx);
}
