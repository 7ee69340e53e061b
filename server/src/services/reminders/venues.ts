import { letterStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import { writeMessage } from '#people/messages';
import { inTransaction, type Tx } from '#platform/database';
import { eachDue } from '#platform/each';
import { claim } from './claim.ts';

/** Sessions told of in one batch; the next run tells the rest. */
const batch = 30;

/** How many days before the exam the office is told: with time to act, and before families hear that no venue is named. */
const days = [14, 8] as const;

type Missing = {
  id: string;
  bookingId: string | null;
  about: string;
  examDate: string;
  productName: string;
  email: string;
};

/** Reminds offices of exams near that somebody is registered for and that have no venue: a letter cannot be without one. */
export async function remindOfVenues(): Promise<void> {
  await eachDue(readMissing, (missing) => inTransaction((tx) => tell(tx, missing)));
}

async function readMissing(tx: Tx, tried: readonly string[]): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    with missing as (
      select session.id, session.booking_id, session.exam_date, product.name_zh, office.email,
        (select min(day) from unnest(${[...days]}::integer[]) as day
          where day >= session.exam_date - (select app_now() at time zone 'Asia/Shanghai')::date) as day
      from exam_session session join product on product.id = session.product_id join office on office.id = session.office_id
      where session.status = 'Published' and session.venue_id is null
        and session.exam_date >= (select app_now() at time zone 'Asia/Shanghai')::date and session.exam_date <= (select app_now() at time zone 'Asia/Shanghai')::date + 16
        and session.starts_at > (select app_now()) and session.starts_at < (select app_now()) + interval '16 days'
        and exists (select from application where application.session_id = session.id and application.deleted_at is null
          and application.status = any(${[...letterStates]}::text[]))
    )
    select id, booking_id as "bookingId", exam_date::text || '/' || day as about, exam_date::text as "examDate", name_zh as "productName", email
    from missing
    where day is not null and id <> all(${[...tried]}::uuid[])
      and not exists (select from reminder told
        where told.kind = 'venueMissing' and told.object_id = missing.id and told.about = exam_date::text || '/' || day)
    order by exam_date, id limit ${batch}`.execute(tx);
  return rows;
}

async function tell(tx: Tx, { id: sessionId, about, email, ...values }: Missing): Promise<void> {
  if (!(await claim(tx, { kind: 'venueMissing', objectId: sessionId, about }))) return;
  await writeMessage(tx, {
    kind: 'venueMissing',
    values: { sessionId, ...values },
    key: `venueMissing:${sessionId}:${about}`,
    objectId: sessionId,
    accountId: null,
    channel: 'mail',
    recipient: email,
    language: 'zh',
  });
}
